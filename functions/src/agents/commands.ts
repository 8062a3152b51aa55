import { notJustAsked, requestChecks } from '@farwatch/core/documents/command';
import { commands } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';

type Request = { agentId: string; endpointIds: readonly string[] };

/** Asks an agent to check these endpoints at once. Nothing happens where the agent is gone (design 4). */
export async function askToCheck(run: Run, request: Request): Promise<void> {
  await ask(run, request, true);
}

/** As `askToCheck`, but what was just asked for is not asked for again. Gives from when on checks are the answer, epoch ms. */
export function askUnlessJustAsked(run: Run, request: Request): Promise<number> {
  return ask(run, request, false);
}

async function ask(run: Run, { agentId, endpointIds }: Request, always: boolean): Promise<number> {
  const { nowMs } = run;
  const ref = commands.ref(run.db, agentId);
  return run.db.runTransaction(async (tx) => {
    const command = commands.read(await tx.get(ref));
    if (!command) return nowMs;
    const wanted = always ? { endpointIds, sinceMs: nowMs } : notJustAsked(command.checkNow, endpointIds, nowMs);
    if (wanted.endpointIds.length > 0) {
      tx.update(ref, commands.part({ checkNow: requestChecks(command.checkNow, wanted.endpointIds, nowMs) }));
    }
    return wanted.sinceMs;
  });
}
