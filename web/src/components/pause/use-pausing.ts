import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { useState } from 'react';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';

/** What is paused or resumed: monitors, or endpoints of one monitor. */
export type PauseTargets =
  | { kind: 'monitors'; ids: readonly string[] }
  | { kind: 'endpoints'; monitorId: string; ids: readonly string[] };

/** `untilMs`: when it is resumed by itself, epoch ms; null for by hand only. */
type Requested = { paused: boolean; untilMs: number | null };

/** `done`: how many are paused or resumed while `isBusy`. `failure`: why the last attempt stopped; null if it did not. */
export type Pausing = {
  isBusy: boolean;
  done: number;
  failure: unknown;
  /** Resolves to whether all were paused or resumed. What is done already is done again without effect. */
  request: (requested: Requested) => Promise<boolean>;
};

/** Pauses or resumes, one commit for each monitor. */
export function usePausing(targets: PauseTargets): Pausing {
  const [done, setDone] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  async function request(requested: Requested): Promise<boolean> {
    if (done !== null) return false;
    setDone(0);
    setFailure(null);
    try {
      await pauseAll(targets, requested, setDone);
      return true;
    } catch (thrown) {
      setFailure(thrown);
      return false;
    } finally {
      setDone(null);
    }
  }

  return { isBusy: done !== null, done: done ?? 0, failure, request };
}

async function pauseAll(targets: PauseTargets, body: Requested, onDone: (done: number) => void): Promise<void> {
  if (targets.kind === 'endpoints') {
    const input = { params: { id: targets.monitorId }, body: { ...body, endpointIds: [...targets.ids] } };
    await callApi(endpointCalls.pauseSeveral, input);
    return;
  }
  for (const [index, id] of targets.ids.entries()) {
    try {
      await callApi(monitorCalls.pause, { params: { id }, body });
    } catch (thrown) {
      // Deleted meanwhile.
      if (!(thrown instanceof ApiFailure && thrown.code === 'not_found')) throw thrown;
    }
    onDone(index + 1);
  }
}
