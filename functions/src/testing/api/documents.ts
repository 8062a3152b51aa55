import type { Agent, AgentState } from '@farwatch/core/documents/agent';
import { assignmentId } from '@farwatch/core/documents/assignment';
import { NO_SWEEP, SWEEP_ID } from '@farwatch/core/documents/sweep';
import { agentSample, agentStateSample } from '@farwatch/core/testing/samples';
import type { LocationCode } from '@farwatch/core/values/locations';
import {
  agentStates,
  agents,
  assignments,
  commands,
  endpoints,
  incidents,
  monitors,
  sweeps,
  users,
} from '../../platform/db/collections.ts';
import { T0 } from '../test-project.ts';
import type { TestApi } from './test-api.ts';

/** Writes an active agent with no assignments. */
export async function putAgent(
  api: TestApi,
  id: string,
  location: LocationCode,
  changes: { agent?: Partial<Agent>; state?: Partial<AgentState> } = {},
): Promise<void> {
  const { db } = api.project.run(T0);
  const agent = agentSample({ name: id, location, lastReportAt: T0, ...changes.agent });
  const state = agentStateSample({ location, owners: {}, agentSeq: 5, ...changes.state });
  await Promise.all([
    agents.ref(db, id).create(agents.toDocument(agent)),
    agentStates.ref(db, id).create(agentStates.toDocument(state)),
    commands.ref(db, id).create(commands.toDocument({ syncAt: null, checkNow: {} })),
  ]);
}

/** Writes the state that a sweep leaves, null for one that never ran. */
export async function putSweep(api: TestApi, lastRunAt: number | null): Promise<void> {
  await sweeps.ref(api.project.run(T0).db, SWEEP_ID).set(sweeps.toDocument({ ...NO_SWEEP, lastRunAt }));
}

/** Reads stored documents, null if absent. */
export function stored(api: TestApi) {
  const { db } = api.project.run(T0);
  return {
    user: async (uid: string) => users.read(await users.ref(db, uid).get()),
    monitor: async (id: string) => monitors.read(await monitors.ref(db, id).get()),
    endpoint: async (id: string) => endpoints.read(await endpoints.ref(db, id).get()),
    incident: async (id: string) => incidents.read(await incidents.ref(db, id).get()),
    agent: async (id: string) => agents.read(await agents.ref(db, id).get()),
    agentState: async (id: string) => agentStates.read(await agentStates.ref(db, id).get()),
    command: async (id: string) => commands.read(await commands.ref(db, id).get()),
    assignment: async (location: LocationCode, uid: string) =>
      assignments.read(await assignments.ref(db, assignmentId(location, uid)).get()),
  };
}
