import { useState } from 'react';
import { deleteEndpoints } from './delete-endpoints.ts';
import { type DeleteFailure, stillThere } from './delete-outcome.ts';
import type { EndpointRow } from './endpoint-row.ts';

/** Choosing endpoints and deleting them: the choice stays when that fails, and drops what is gone anyway. */
export function useDeletion(monitorId: string, rows: readonly EndpointRow[]) {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  // As they were when the question was asked: they may vanish before its answer has come back.
  const [asked, setAsked] = useState<readonly EndpointRow[]>([]);
  const [step, setStep] = useState<'idle' | 'asking' | 'deleting'>('idle');
  const [failed, setFailed] = useState<DeleteFailure | null>(null);
  const selected = stillThere(
    chosen,
    rows.map((row) => row.id),
  );

  function ask(): void {
    setAsked(rows.filter((row) => selected.has(row.id)));
    setStep('asking');
  }

  async function confirm(): Promise<void> {
    setStep('deleting');
    setFailed(null);
    const failure = await deleteEndpoints(
      monitorId,
      asked.map((row) => row.id),
    );
    setFailed(failure);
    if (!failure) choose(new Set());
    setStep('idle');
  }

  return {
    selected,
    choose,
    asked,
    step,
    failed,
    ask,
    dismiss: () => setStep('idle'),
    confirm: () => void confirm(),
  };
}
