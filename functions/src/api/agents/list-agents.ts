import { agentCalls } from '@farwatch/core/api/agents';
import type { Registration } from '@farwatch/core/documents/agent';
import { REGISTRATION_ID, registrations } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import { route } from '../route.ts';
import { agentEntry } from './agent-entry.ts';
import { readOwnAgents } from './own-agents.ts';

export const listAgents = route(agentCalls.list, {
  run: async (run, caller) => {
    const own = await readOwnAgents(run, caller);
    const waiting = await readRegistrations(
      run,
      own.filter(({ agent }) => !agent.joined).map(({ id }) => id),
    );
    const newestFirst = own.sort((a, b) => b.agent.createdAt - a.agent.createdAt);
    return newestFirst.map(({ id, agent }) =>
      agentEntry({ id, agent, registration: waiting.get(id) ?? null }, run.nowMs),
    );
  },
});

/** Only an agent that has yet to join has a code to show. */
async function readRegistrations(run: Run, ids: string[]): Promise<Map<string, Registration>> {
  if (ids.length === 0) return new Map();
  const documents = await run.db.getAll(...ids.map((id) => registrations.ref(run.db, REGISTRATION_ID, id)));
  const found = documents.map((document, index) => [ids[index] ?? '', registrations.read(document)] as const);
  return new Map(found.flatMap(([id, registration]) => (registration ? [[id, registration] as const] : [])));
}
