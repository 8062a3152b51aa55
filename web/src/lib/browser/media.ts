import { useSyncExternalStore } from 'react';

/** Whether a media query matches, live; false without a window, as when the public pages are built. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Phone width: tables become cards, dialogs become sheets. */
export function usePhone(): boolean {
  return useMedia('(max-width: 639.98px)');
}
