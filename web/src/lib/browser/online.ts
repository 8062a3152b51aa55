import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the device has a connection, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/**
 * The failure to show beside `data`: none while the device is offline and data is shown, because the page already says
 * so once.
 */
export function useVisibleFailure(data: unknown, failure: unknown): unknown {
  const online = useOnline();
  return !online && data !== undefined ? undefined : failure;
}
