import { rm } from 'node:fs/promises';
import { notRegistered, Problem, print } from '../outcome.ts';
import { readAgent } from '../state/agent-file.ts';
import { agentFolder } from '../state/folder.ts';
import { takeLock } from '../state/lock.ts';
import { texts } from '../texts/texts.ts';

/**
 * `unregister`: makes this machine stop being an agent. Removes the key first, so that it cannot be used again, and
 * then all that the agent has stored; settings stay. Throws Problem while the agent runs.
 */
export async function unregister({ dir, json }: { dir?: string | undefined; json: boolean }): Promise<void> {
  const folder = agentFolder(dir);
  const agent = await readAgent(folder.agent);
  if (!agent) throw notRegistered(folder);
  const lock = await takeLock(folder.lock);
  if ('heldBy' in lock) {
    throw new Problem(texts().unregister.running(agent.name, folder.path, lock.heldBy));
  }
  const { key, assignments, seenAs, status, spool, programs } = folder;
  for (const path of [key, assignments, seenAs, status, spool, programs, folder.agent]) {
    await rm(path, { recursive: true, force: true });
  }
  await lock.release();
  const { agentId, name, origin } = agent;
  print(json, { agentId, name, server: origin, folder: folder.path }, [
    texts().unregister.done(name),
    texts().unregister.listed(`${origin}/agents`),
  ]);
}
