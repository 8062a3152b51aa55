import type { TestRequested } from '@farwatch/core/api/monitors';
import { isoOf } from '@farwatch/core/api/parts';
import type { LocationCode } from '@farwatch/core/locations';
import { askUnlessJustAsked } from '../agents/commands.ts';
import type { Run } from '../db/run.ts';
import { readHolders } from '../status/assigned.ts';
import type { Caller } from './authenticate.ts';

/**
 * Asks the agents whose votes count at these locations to check the caller's endpoints now, and says which were asked, and
 * when: asked again within seconds, the former request with its time is the answer.
 */
export async function requestTest(
  run: Run,
  caller: Caller,
  { locations, endpointIds }: { locations: readonly LocationCode[]; endpointIds: readonly string[] },
): Promise<TestRequested> {
  const holders = await readHolders(run, caller.uid, (refs, fieldMask) => run.db.getAll(...refs, { fieldMask }));
  const asked = locations.filter((location) => holders[location]?.agentId && holders[location].live);
  const agentIds = new Set(asked.flatMap((location) => holders[location]?.agentId ?? []));
  const askedAt =
    endpointIds.length === 0
      ? []
      : await Promise.all([...agentIds].map((agentId) => askUnlessJustAsked(run, { agentId, endpointIds })));
  return {
    success: asked.length > 0 && endpointIds.length > 0,
    locations: asked,
    requested_at: isoOf(Math.min(run.nowMs, ...askedAt)),
  };
}
