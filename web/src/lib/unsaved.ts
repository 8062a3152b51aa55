import { useEffect, useSyncExternalStore } from 'react';

/** How many forms shown in this tab have changes that are not saved. */
let count = 0;
const listeners = new Set<() => void>();

function add(difference: number) {
  count += difference;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says, while the component is shown, whether its changes are not saved. */
export function useTellUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    add(1);
    return () => add(-1);
  }, [unsaved]);
}

/** Whether something in this tab is not saved. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => count > 0);
}
