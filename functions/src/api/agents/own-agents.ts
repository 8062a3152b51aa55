import type { Agent } from '@farwatch/core/documents/agent';
import { agents } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';

const MOST = 500;

/** The caller's own agents. */
export async function readOwnAgents(run: Run, caller: Caller): Promise<{ id: string; agent: Agent }[]> {
  const { docs } = await agents.collection(run.db).where('ownerId', '==', caller.uid).limit(MOST).get();
  return docs.flatMap((doc) => {
    const agent = agents.read(doc);
    return agent ? [{ id: doc.id, agent }] : [];
  });
}
