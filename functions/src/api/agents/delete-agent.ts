import { byIdSchema, DONE, doneSchema } from '@farwatch/core/api/parts';
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
    return DONE;
  },
});
