import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { useState } from 'react';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { type DeleteFailure, deletionFailed, deletionIncomplete, keepExisting } from './delete-outcome.ts';
import type { EndpointRow } from './endpoint-row.ts';

/** Selects and deletes endpoints. If deleting fails, those that still exist stay selected. */
export function useDeletion(monitorId: string, rows: readonly EndpointRow[]) {
  const [chosen, select] = useState<ReadonlySet<string>>(new Set());
  // A copy of the rows for the dialog: they may disappear before the call returns.
  const [pending, setPending] = useState<readonly EndpointRow[]>([]);
  const [step, setStep] = useState<'idle' | 'confirming' | 'deleting'>('idle');
  const [failed, setFailed] = useState<DeleteFailure | null>(null);
  const selected = keepExisting(
    chosen,
    rows.map((row) => row.id),
  );

  function requestConfirmation(): void {
    setPending(rows.filter((row) => selected.has(row.id)));
    setStep('confirming');
  }

  async function confirm(): Promise<void> {
    setStep('deleting');
    setFailed(null);
    const failure = await deleteEndpoints(
      monitorId,
      pending.map((row) => row.id),
    );
    setFailed(failure);
    if (!failure) select(new Set());
    setStep('idle');
  }

  return {
    selected,
    select,
    pending,
    step,
    failed,
    requestConfirmation,
    dismiss: () => setStep('idle'),
    confirm: () => void confirm(),
  };
}

/** Deletes endpoints of a monitor in one call. Returns null if all are deleted. */
async function deleteEndpoints(monitorId: string, ids: readonly string[]): Promise<DeleteFailure | null> {
  const [only, ...others] = ids;
  if (only === undefined) return null;
  try {
    return others.length === 0 ? await deleteOne(only) : await deleteSeveral(monitorId, ids);
  } catch (failure) {
    return deletionFailed(ids.length, failure);
  }
}

async function deleteOne(id: string): Promise<null> {
  try {
    await callApi(endpointCalls.remove, { params: { id } });
  } catch (failure) {
    // Already deleted elsewhere, or by an earlier call whose response was lost.
    if (!(failure instanceof ApiFailure && failure.code === 'not_found')) throw failure;
  }
  return null;
}

async function deleteSeveral(monitorId: string, ids: readonly string[]): Promise<DeleteFailure | null> {
  const input = { params: { id: monitorId }, body: { endpointIds: [...ids] } };
  const { deleted } = await callApi(endpointCalls.removeSeveral, input);
  return deletionIncomplete(ids, deleted);
}
