import { useState } from 'react';
import { useReportSaving } from '../navigation/unsaved.ts';

/** Runs one call at a time, and keeps its failure until the next. `run` returns whether it succeeded. */
export function useRun() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  useReportSaving(isBusy);

  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (thrown) {
      setFailure(thrown);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, failure, run, forget: () => setFailure(null) };
}
