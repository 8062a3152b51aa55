import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { callApi } from '../../lib/api/client.ts';
import { type Many, unlessDeleted, useMany } from '../../lib/api/use-many.ts';

/** What is paused or resumed: monitors, or endpoints of one monitor. */
export type PauseTargets =
  | { kind: 'monitors'; ids: readonly string[] }
  | { kind: 'endpoints'; monitorId: string; ids: readonly string[] };

/** `untilMs`: when it is resumed by itself, epoch ms; null for by hand only. */
type Requested = { paused: boolean; untilMs: number | null };

export type Pausing = Omit<Many, 'run'> & {
  /** Resolves to whether all were paused or resumed. */
  request: (requested: Requested) => Promise<boolean>;
};

/** Pauses or resumes, one commit for each monitor. */
export function usePausing(targets: PauseTargets): Pausing {
  const { run, ...state } = useMany();

  function request(body: Requested): Promise<boolean> {
    if (targets.kind === 'monitors') {
      return run(targets.ids, (id) => unlessDeleted(callApi(monitorCalls.pause, { params: { id }, body })));
    }
    return run([targets.monitorId], (id) =>
      callApi(endpointCalls.pauseSeveral, { params: { id }, body: { ...body, endpointIds: [...targets.ids] } }),
    );
  }

  return { ...state, request };
}
