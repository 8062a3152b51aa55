import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { callApi } from '../../lib/api/client.ts';
import { type Saving, unlessDeleted, useSaving } from '../../lib/api/use-saving.ts';

/** What is paused or resumed: monitors, or endpoints of one monitor. */
export type PauseTargets =
  | { kind: 'monitors'; ids: readonly string[] }
  | { kind: 'endpoints'; monitorId: string; ids: readonly string[] };

/** `untilMs`: when it is resumed by itself, epoch ms; null for by hand only. */
type Requested = { paused: boolean; untilMs: number | null };

export type Pausing = Pick<Saving, 'isBusy' | 'progress' | 'failure'> & {
  /** Resolves to whether all were paused or resumed. */
  request: (requested: Requested) => Promise<boolean>;
};

/** Pauses or resumes, one commit for each monitor. */
export function usePausing(targets: PauseTargets): Pausing {
  const { saveEach, ...state } = useSaving();

  function request(body: Requested): Promise<boolean> {
    if (targets.kind === 'monitors') {
      return saveEach(targets.ids, (id) => unlessDeleted(callApi(monitorCalls.pause, { params: { id }, body })));
    }
    return saveEach([targets.monitorId], (id) =>
      callApi(endpointCalls.pauseSeveral, { params: { id }, body: { ...body, endpointIds: [...targets.ids] } }),
    );
  }

  return { ...state, request };
}
