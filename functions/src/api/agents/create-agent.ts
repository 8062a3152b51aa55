import { agentCalls } from '@farwatch/core/api/agents';
import { newAgent, newAgentState } from '@farwatch/core/documents/agent';
import { agentStates, agents, commands, REGISTRATION_ID, registrations } from '../../db/kinds.ts';
import { route } from '../route.ts';
import { withCode } from './agent-entry.ts';
import { newRegistration } from './new-registration.ts';

export const createAgent = route(agentCalls.create, {
  run: async (run, caller, { body }) => {
    const id = agents.collection(run.db).doc().id;
    const { name, country_code: location, description } = body;
    const agent = newAgent({ ownerId: caller.uid, name, location, description }, run.nowMs);
    const registration = newRegistration(id, run.nowMs);
    const batch = run.db.batch();
    batch.create(agents.ref(run.db, id), agents.whole(agent));
    batch.create(registrations.ref(run.db, REGISTRATION_ID, id), registrations.whole(registration));
    batch.create(agentStates.ref(run.db, id), agentStates.whole(newAgentState(location)));
    batch.create(commands.ref(run.db, id), commands.whole({ syncAt: null, checkNow: {} }));
    await batch.commit();
    return withCode(id, agent, registration, run.nowMs);
  },
});
