import type { Agent } from '@farwatch/core/documents/agent';
import { LISTED } from '@farwatch/core/limits';
import { agents } from '../../db/collections.ts';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';

/** The caller's own agents, the newest first, as many as the app's listener has. */
export async function readOwnAgents(run: Run, caller: Caller): Promise<{ id: string; agent: Agent }[]> {
  const own = agents.collection(run.db).where('ownerId', '==', caller.uid).orderBy('createdAt', 'desc');
  const { docs } = await own.limit(LISTED.byPerson).get();
  return docs.flatMap((doc) => {
    const agent = agents.readIfValid(doc);
    return agent ? [{ id: doc.id, agent }] : [];
  });
}
