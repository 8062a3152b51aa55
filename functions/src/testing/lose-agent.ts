import { declareLost } from '../entry/jobs/sweep/declare-lost.ts';
import { drain } from '../entry/triggers/drain.ts';
import type { Run } from '../platform/db/run.ts';

/** Declares a silent agent lost and applies that, as a sweep does. */
export async function loseAgent(run: Run, agentId: string): Promise<void> {
  if (await declareLost(run, agentId)) await drain(run, agentId);
}
