import { byIdSchema, DONE, doneSchema } from '@farwatch/core/api/parts';
import { HOUR_MS, hourStart } from '@farwatch/core/time';
import { agentStates, agents, commands, REGISTRATION_ID, registrations } from '../../db/kinds.ts';
import { route } from '../route.ts';
import { retireAgent } from './retire-agent.ts';

export const deleteAgent = route({
  method: 'delete',
  path: '/agents/:id',
  role: 'admin',
  summary: 'Delete an agent; others take over what it checked',
  params: byIdSchema,
  output: doneSchema,
  run: async (run, caller, { params: { id } }) => {
    await retireAgent(run, caller, id, null);
    const batch = run.db.batch();
    batch.delete(registrations.ref(run.db, REGISTRATION_ID, id));
    batch.delete(commands.ref(run.db, id));
    batch.delete(agentStates.ref(run.db, id));
    batch.delete(agents.ref(run.db, id));
    await batch.commit();
    // What it reported since the last roll-up: nobody will ask for the hours of an agent that is gone.
    const hourAt = hourStart(run.nowMs);
    for (const each of [hourAt - HOUR_MS, hourAt])
      await run.tasks.enqueue('rollAgentHour', { agentId: id, hourAt: each });
    return DONE;
  },
});
