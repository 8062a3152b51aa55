import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react';
import { reloadForMissingPage, reportMismatch } from '../../lib/parts/new-version.ts';
import { retryLoad } from '../../lib/parts/retry-load.ts';
import { LatePage } from './failed-page.tsx';

type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>>;

/** A page that is loaded when first shown. If loading fails, a message replaces it until it succeeds. */
export function lazyPage<Props extends object>(load: Load<Props>): LazyPart<Props> {
  return lazyOr(load, LatePage, (failedOffline) => void reloadForMissingPage(failedOffline));
}

/** Like lazyPage, for a part of a page, with nothing in its place while loading. */
export function lazyPart<Props extends object>(load: Load<Props>): LazyPart<Props> {
  return lazyOr(load, Nothing, () => void reportMismatch());
}

function Nothing() {
  return null;
}

/** React.lazy would keep a failure forever, so the placeholder loads the part itself. */
function lazyOr<Props extends object>(
  load: Load<Props>,
  Placeholder: ComponentType,
  onFailed: (failedOffline: boolean) => void,
): LazyPart<Props> {
  return lazy(() => load().catch(() => ({ default: retrying(load, Placeholder, onFailed) })));
}

function retrying<Props extends object>(
  load: Load<Props>,
  Placeholder: ComponentType,
  onFailed: (failedOffline: boolean) => void,
): ComponentType<Props> {
  const usePart = createPart(load, onFailed);
  return function Retrying(props: Props) {
    const { Part } = usePart();
    return Part ? <Part {...props} /> : <Placeholder />;
  };
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** The state of a part of a page. */
type State<Props> = {
  /** Null until loaded. */
  Part: ComponentType<Props> | null;
  /** Whether loading failed and is being retried. */
  isMissing: boolean;
};

/**
 * Creates a hook that loads a part while it is shown, and retries until it succeeds. `onFailed` is called for each
 * failure, with whether the first one happened offline.
 */
export function createPart<Props extends object>(
  load: Load<Props>,
  onFailed: (failedOffline: boolean) => void = () => void reportMismatch(),
): () => State<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function usePart() {
    const [state, setState] = useState<State<Props>>(() => ({ Part: loaded, isMissing: false }));
    useEffect(() => {
      if (loaded) return;
      const stop = new AbortController();
      async function loadOrRetry() {
        const module = await load().catch(() => {
          const failedOffline = !navigator.onLine;
          onFailed(false);
          setState({ Part: null, isMissing: true });
          return retryLoad(load, stop.signal, () => onFailed(failedOffline));
        });
        if (!module) return;
        loaded = module.default;
        setState({ Part: module.default, isMissing: false });
      }
      void loadOrRetry();
      return () => stop.abort();
    }, []);
    return state;
  };
}
