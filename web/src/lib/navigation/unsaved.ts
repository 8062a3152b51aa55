import { useEffect, useSyncExternalStore } from 'react';

/** How many components shown in this tab say something of themselves: what one uses to say it, and what says whether any does. */
function counted() {
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

  function useNotify(holds: boolean): void {
    useEffect(() => {
      if (!holds) return;
      add(1);
      return () => add(-1);
    }, [holds]);
  }

  return { useNotify, useAny: () => useSyncExternalStore(subscribe, () => count > 0) };
}

const unsaved = counted();
const saving = counted();

/** Says, while the component is shown, whether its changes are not saved. */
export const useReportUnsaved = unsaved.useNotify;

/** Whether something in this tab is not saved. */
export const useHasUnsaved = unsaved.useAny;

/** Says, while the component is shown, whether its changes are being saved: by now they may be, though no answer says so. */
export const useReportSaving = saving.useNotify;

/** Whether something shown in this tab is being saved. */
export const useIsSaving = saving.useAny;
