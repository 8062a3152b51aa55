import { useSyncExternalStore } from 'react';

/** Whether a media query holds, live. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Phone width: tables become cards, dialogs become sheets (look of the app). */
export function usePhone(): boolean {
  return useMedia('(max-width: 639.98px)');
}
