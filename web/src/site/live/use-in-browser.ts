import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether this is the living page, and not what the build rendered or the browser is just taking over. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
