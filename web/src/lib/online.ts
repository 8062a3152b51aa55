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
 * A failure worth showing beside `data`: none while the device is offline and data is shown, since the page says that
 * once.
 */
export function useFailureBeside(data: unknown, failure: unknown): unknown {
  const online = useOnline();
  return !online && data !== undefined ? undefined : failure;
}
