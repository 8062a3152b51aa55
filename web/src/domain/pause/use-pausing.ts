import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { callApi } from '../../lib/api/client.ts';
import { type Saving, unlessDeleted, useSaving } from '../../lib/api/use-saving.ts';

/** The targets of a pause: monitors, or endpoints of one monitor. */
export type PauseTargets =
  | { kind: 'monitors'; ids: readonly string[] }
  | { kind: 'endpoints'; monitorId: string; ids: readonly string[] };

/** The requested pause, or its end. */
type Requested = {
  paused: boolean;
  /** When the pause ends by itself, epoch ms; null if it is ended by hand only. */
  untilMs: number | null;
};

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
