import { agentCalls } from '@farwatch/core/api/agents';
import { DONE } from '@farwatch/core/api/parts';
import { HOUR_MS, hourStart } from '@farwatch/core/time';
import { agentStates, agents, commands, REGISTRATION_ID, registrations } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import { route } from '../route.ts';
import { retireAgent } from './retire-agent.ts';

const marksField = agentStates.pick('dirtyHours');

export const deleteAgent = route(agentCalls.remove, {
  run: async (run, caller, { params: { id } }) => {
    await retireAgent(run, caller, id, null);
    await handOnHours(run, id);
    const batch = run.db.batch();
    batch.delete(registrations.ref(run.db, REGISTRATION_ID, id));
    batch.delete(commands.ref(run.db, id));
    batch.delete(agentStates.ref(run.db, id));
    batch.delete(agents.ref(run.db, id));
    await batch.commit();
    return DONE;
  },
});

/** Rolls up what it reported since the last roll-up, and late: no schedule finds a deleted agent's hours. */
async function handOnHours(run: Run, agentId: string): Promise<void> {
  const hourAt = hourStart(run.nowMs);
  const [marks] = await marksField.getAll(run.db, agentStates.ref(run.db, agentId));
  const all = new Set([hourAt - HOUR_MS, hourAt, ...Object.keys(marks?.dirtyHours ?? {}).map(Number)]);
  for (const each of all) await run.tasks.enqueue('rollAgentHour', { agentId, hourAt: each });
}
