import { markLost } from '../entry/jobs/sweep/mark-lost.ts';
import { drain } from '../entry/triggers/drain.ts';
import type { Run } from '../platform/db/run.ts';

/** Marks a silent agent as lost and applies that, as a sweep does. */
export async function loseAgent(run: Run, agentId: string): Promise<void> {
  if (await markLost(run, agentId)) await drain(run, agentId);
}
