import { type AgentInput, agentCreatedSchema, agentInputSchema } from '@farwatch/core/api/agents';
import type { Agent, AgentState } from '@farwatch/core/documents/agent';
import { agentStates, agents, commands, REGISTRATION_ID, registrations } from '../../db/kinds.ts';
import { route } from '../route.ts';
import { withCode } from './agent-entry.ts';
import { newRegistration } from './new-registration.ts';

export const createAgent = route({
  method: 'post',
  path: '/agents',
  role: 'admin',
  summary: 'Make an agent; its registration code is in the answer',
  status: 201,
  body: agentInputSchema,
  output: agentCreatedSchema,
  run: async (run, caller, { body }) => {
    const id = agents.collection(run.db).doc().id;
    const agent = newAgent(caller.uid, body, run.nowMs);
    const registration = newRegistration(id, run.nowMs);
    const batch = run.db.batch();
    batch.create(agents.ref(run.db, id), agents.whole(agent));
    batch.create(registrations.ref(run.db, REGISTRATION_ID, id), registrations.whole(registration));
    batch.create(agentStates.ref(run.db, id), agentStates.whole(newState(agent)));
    batch.create(commands.ref(run.db, id), commands.whole({ syncAt: null, checkNow: {} }));
    await batch.commit();
    return withCode(id, agent, registration, run.nowMs);
  },
});

function newAgent(ownerId: string, { name, country_code, description }: AgentInput, nowMs: number): Agent {
  return {
    ownerId,
    name,
    country: country_code,
    description,
    joined: false,
    lost: false,
    device: null,
    ipAddress: null,
    condition: null,
    endpointCount: 0,
    activatedAt: null,
    lastReportAt: null,
    lastSyncAt: null,
    createdAt: nowMs,
  };
}

function newState({ country }: Agent): AgentState {
  return {
    country,
    gen: 1,
    publicKey: null,
    spool: null,
    formerSpools: [],
    seq: 0,
    order: 0,
    owners: {},
    formerOwners: {},
    verdicts: {},
    abstaining: false,
    lost: false,
    presence: null,
    dirtyHours: [],
    dirtyAt: null,
  };
}
