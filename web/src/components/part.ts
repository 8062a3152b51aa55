import { type ComponentType, useEffect, useState } from 'react';
import { loadAgain } from '../lib/parts/load-again.ts';
import { partMissing } from '../lib/parts/new-version.ts';

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A part of a page, null until loaded. `isMissing`: loading failed and is being retried. */
type State<Props> = { Part: ComponentType<Props> | null; isMissing: boolean };

/**
 * Creates a hook that loads a part while it is shown, and retries until it succeeds. `onFailed` is called for each
 * failure, with whether the first one happened offline.
 */
export function createPart<Props extends object>(
  load: Load<Props>,
  onFailed: (failedOffline: boolean) => void = () => void partMissing(),
): () => State<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function usePart() {
    const [state, setState] = useState<State<Props>>(() => ({ Part: loaded, isMissing: false }));
    useEffect(() => {
      if (loaded) return;
      const stop = new AbortController();
      async function loadOrWait() {
        const found = await load().catch(() => {
          const failedOffline = !navigator.onLine;
          onFailed(false);
          setState({ Part: null, isMissing: true });
          return loadAgain(load, stop.signal, () => onFailed(failedOffline));
        });
        if (!found) return;
        loaded = found.default;
        setState({ Part: found.default, isMissing: false });
      }
      void loadOrWait();
      return () => stop.abort();
    }, []);
    return state;
  };
}
