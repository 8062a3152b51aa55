import { useEffect, useSyncExternalStore } from 'react';
import { createSignal } from '../signal.ts';

/**
 * Counts the mounted components that report a condition: a hook that reports it, and one that reads whether any does.
 */
function createCounter() {
  let count = 0;
  const changed = createSignal();

  function add(difference: number) {
    count += difference;
    changed.notify();
  }

  function useReport(isTrue: boolean): void {
    useEffect(() => {
      if (!isTrue) return;
      add(1);
      return () => add(-1);
    }, [isTrue]);
  }

  return { useReport, useAny: () => useSyncExternalStore(changed.subscribe, () => count > 0) };
}

const unsaved = createCounter();
const saving = createCounter();

/** Reports while mounted whether the component has unsaved changes. */
export const useReportUnsaved = unsaved.useReport;

/** Whether this tab has unsaved changes. */
export const useHasUnsaved = unsaved.useAny;

/** Reports while mounted whether the component's changes are being saved; the server may already have them. */
export const useReportSaving = saving.useReport;

/** Whether changes in this tab are being saved. */
export const useIsSaving = saving.useAny;
