import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import type { Outcome } from './outcome.tsx';

/** Runs saving or testing, one at a time, and keeps the outcome until `forget`. */
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
