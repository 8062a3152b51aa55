import { requestChecks } from '@farwatch/core/documents/command';
import { commands } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';

/** Asks an agent to check these endpoints at once. Nothing happens where the agent is gone (design 4). */
export async function askToCheck(
  run: Run,
  request: { agentId: string; endpointIds: readonly string[] },
): Promise<void> {
  const ref = commands.ref(run.db, request.agentId);
  await run.db.runTransaction(async (tx) => {
    const command = commands.read(await tx.get(ref));
    if (!command) return;
    const checkNow = requestChecks(command.checkNow, request.endpointIds, run.nowMs);
    tx.update(ref, commands.part({ checkNow }));
  });
}
