import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser reports a connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/**
 * Returns the failure to show with `data`. While the device is offline and data is shown there is none, because the
 * page already shows that it is offline.
 */
export function useVisibleFailure(data: unknown, failure: unknown): unknown {
  const online = useOnline();
  return !online && data !== undefined ? undefined : failure;
}
