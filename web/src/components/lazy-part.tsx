import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { pageMissing, partMissing } from '../lib/parts/new-version.ts';
import { LatePage } from './late-page.tsx';
import { createPart, type Load } from './part.ts';

type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>>;

/** A page that is loaded when first shown. If loading fails, a message takes its place until it succeeds. */
export function lazyPage<Props extends object>(load: Load<Props>): LazyPart<Props> {
  return lazyOr(load, LatePage, (failedOffline) => void pageMissing(failedOffline));
}

/** The same for a part of a page, with nothing in its place while loading. */
export function lazyPart<Props extends object>(load: Load<Props>): LazyPart<Props> {
  return lazyOr(load, Nothing, () => void partMissing());
}

function Nothing() {
  return null;
}

/** React would keep a failure for good, so the placeholder loads the part itself. */
function lazyOr<Props extends object>(
  load: Load<Props>,
  Instead: ComponentType,
  onFailed: (failedOffline: boolean) => void,
): LazyPart<Props> {
  return lazy(() => load().catch(() => ({ default: standIn(load, Instead, onFailed) })));
}

function standIn<Props extends object>(
  load: Load<Props>,
  Instead: ComponentType,
  onFailed: (failedOffline: boolean) => void,
): ComponentType<Props> {
  const usePart = createPart(load, onFailed);
  return function StandIn(props: Props) {
    const { Part } = usePart();
    return Part ? <Part {...props} /> : <Instead />;
  };
}
