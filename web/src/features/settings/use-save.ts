import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import type { Outcome } from './outcome.tsx';

/** Runs what saves or tests, one at a time, and keeps how it ended until `forget`. */
export function useSave(failed: ParseKeys) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  async function run(work: () => Promise<Outcome>) {
    if (busy) return;
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome(await work());
    } catch (why) {
      setOutcome({ failed, why });
    } finally {
      setBusy(false);
    }
  }
  return { busy, outcome, run, forget: () => setOutcome(null) };
}
