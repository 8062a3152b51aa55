import type { Run } from '../db/run.ts';
import { drain } from '../status/drain.ts';
import { declareLost } from '../sweep/declare-lost.ts';

/** Declares a silent agent lost and applies that, as a sweep does. */
export async function loseAgent(run: Run, agentId: string): Promise<void> {
  if (await declareLost(run, agentId)) await drain(run, agentId);
}
