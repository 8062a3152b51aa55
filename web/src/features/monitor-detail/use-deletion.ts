import { useState } from 'react';
import { deleteEndpoints } from './delete-endpoints.ts';
import { type DeleteFailure, stillThere } from './delete-outcome.ts';

/** Choosing endpoints and deleting them: the choice stays when that fails, and drops what is gone anyway. */
export function useDeletion(monitorId: string, ids: readonly string[]) {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [step, setStep] = useState<'idle' | 'asking' | 'deleting'>('idle');
  const [failed, setFailed] = useState<DeleteFailure | null>(null);
  const selected = stillThere(chosen, ids);

  async function confirm(): Promise<void> {
    setStep('deleting');
    setFailed(null);
    const failure = await deleteEndpoints(monitorId, [...selected]);
    setFailed(failure);
    if (!failure) choose(new Set());
    setStep('idle');
  }

  return {
    selected,
    choose,
    step,
    failed,
    ask: () => setStep('asking'),
    dismiss: () => setStep('idle'),
    confirm: () => void confirm(),
  };
}
