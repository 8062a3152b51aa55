import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { useState } from 'react';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { type DeleteFailure, deletionFailed, deletionIncomplete, stillThere } from './delete-outcome.ts';
import type { EndpointRow } from './endpoint-row.ts';

/** Selecting and deleting endpoints. The selection stays if deleting fails, without endpoints that are gone anyway. */
export function useDeletion(monitorId: string, rows: readonly EndpointRow[]) {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  // The rows as they were when the question was asked: they may be gone before the call returns.
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

/** Deletes endpoints of a monitor, several in one call. Returns what failed, null if all are gone. */
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
    // Already deleted elsewhere, or by an earlier call whose answer was lost.
    if (!(failure instanceof ApiFailure && failure.code === 'not_found')) throw failure;
  }
  return null;
}

async function deleteSeveral(monitorId: string, ids: readonly string[]): Promise<DeleteFailure | null> {
  const input = { params: { id: monitorId }, body: { endpointIds: [...ids] } };
  const { deleted } = await callApi(endpointCalls.removeSeveral, input);
  return deletionIncomplete(ids, deleted);
}
