import { type AgentCreated, type AgentEntry, agentCalls } from '@farwatch/core/contracts/api/agents';
import { DONE, isoOf } from '@farwatch/core/contracts/api/parts';
import { agentBadge, agentHealth, isActive } from '@farwatch/core/decisions/agents/health';
import { type Agent, newAgent, newAgentState, type Registration } from '@farwatch/core/documents/agent';
import { hoursBetween } from '@farwatch/core/values/dirty-hours';
import { AGENT } from '@farwatch/core/values/limits';
import { locationName } from '@farwatch/core/values/locations';
import { HOUR_MS, hourStart } from '@farwatch/core/values/time';
import { newCode } from '../../../domain/agents/codes.ts';
import { commandUpdate } from '../../../domain/agents/commands.ts';
import { readRequestedTrials } from '../../../domain/agents/requested-trials.ts';
import { agentStates, agents, commands, REGISTRATION_ID, registrations } from '../../../platform/db/collections.ts';
import { commitNew, repeatUnknown } from '../../../platform/db/retry.ts';
import type { Run } from '../../../platform/db/run.ts';
import { enqueueAll } from '../../../platform/db/tasks.ts';
import { route } from '../../../platform/http/route.ts';
import { parseOwnAgent, readOwnAgents } from './read-agents.ts';
import { retireAgent } from './retire-agent.ts';

export const listAgents = route(agentCalls.list, {
  run: async (run, caller) => {
    const own = await readOwnAgents(run, caller);
    const waiting = await readRegistrations(
      run,
      own.filter(({ agent }) => !agent.registered).map(({ id }) => id),
    );
    return own.map(({ id, agent }) => agentEntry({ id, agent, registration: waiting.get(id) ?? null }, run.nowMs));
  },
});

/** Only an agent that is not registered yet has a code to show. */
async function readRegistrations(run: Run, ids: string[]): Promise<Map<string, Registration>> {
  if (ids.length === 0) return new Map();
  const documents = await run.db.getAll(...ids.map((id) => registrations.ref(run.db, REGISTRATION_ID, id)));
  const found = documents.map((document, index) => [ids[index] ?? '', registrations.read(document)] as const);
  return new Map(found.flatMap(([id, registration]) => (registration ? [[id, registration] as const] : [])));
}

export const createAgent = route(agentCalls.create, {
  run: async (run, caller, { body }) => {
    const id = agents.collection(run.db).doc().id;
    const { name, countryCode: location, description } = body;
    const agent = newAgent({ ownerId: caller.accountId, name, location, description }, run.nowMs);
    const registration = newRegistration(id, run.nowMs);
    const batch = run.db.batch();
    batch.create(agents.ref(run.db, id), agents.toDocument(agent));
    batch.create(registrations.ref(run.db, REGISTRATION_ID, id), registrations.toDocument(registration));
    batch.create(agentStates.ref(run.db, id), agentStates.toDocument(newAgentState(location)));
    batch.create(commands.ref(run.db, id), commands.toDocument({ syncAt: null, checkNow: {} }));
    run.activity?.describe({ id, name });
    run.activity?.write(batch);
    await commitNew(batch);
    return withCode(id, agent, registration, run.nowMs);
  },
});

const marksFields = agentStates.pick('dirtyHours', 'rolledHours');

export const deleteAgent = route(agentCalls.remove, {
  run: async (run, caller, { params: { id } }) => {
    await enqueueHours(run, id, await retireAgent(run, caller, id, null));
    const batch = run.db.batch();
    batch.delete(registrations.ref(run.db, REGISTRATION_ID, id));
    batch.delete(commands.ref(run.db, id));
    for (const ref of (await readRequestedTrials(run, id)).all) batch.delete(ref);
    batch.delete(agentStates.ref(run.db, id));
    batch.delete(agents.ref(run.db, id));
    await repeatUnknown(() => batch.commit());
    return DONE;
  },
});

/** Enqueues roll-ups of what a deleted agent reported: the schedule no longer finds its hours. */
async function enqueueHours(run: Run, agentId: string, { createdAt, lastReportAt }: Agent): Promise<void> {
  const hourAt = hourStart(run.nowMs);
  const [marks] = await marksFields.getAll(run.db, agentStates.ref(run.db, agentId));
  const { dirtyHours = {}, rolledHours = [] } = marks ?? {};
  const since = hoursBetween([hourStart(createdAt) - HOUR_MS, ...rolledHours], hourAt);
  // If it has registered again and not reported yet, the hours of its previous device are marked.
  const unmarked = lastReportAt === null ? [] : [...since, hourAt - HOUR_MS, hourAt];
  const all = new Set([...unmarked, ...Object.keys(dirtyHours).map(Number)]);
  await enqueueAll(
    run,
    'rollAgentHour',
    [...all].map((each) => ({ agentId, hourAt: each })),
  );
}

export const resetAgent = route(agentCalls.reset, {
  run: async (run, caller, { params: { id } }) => {
    const registration = newRegistration(id, run.nowMs);
    const agent = await retireAgent(run, caller, id, registration);
    return withCode(id, agent, registration, run.nowMs);
  },
});

export const triggerSync = route(agentCalls.sync, {
  run: async (run, caller, { params: { id } }) => {
    parseOwnAgent(caller, await agents.ref(run.db, id).get());
    await repeatUnknown(() => commands.ref(run.db, id).update(commandUpdate({ syncAt: run.nowMs })));
    return { ...DONE, message: 'Sync trigger sent. Agent will update on its next check-in.' };
  },
});

/** A registration with a new code, valid for a day. */
function newRegistration(agentId: string, nowMs: number): Registration & { code: string } {
  return { ...newCode(agentId), expiresAt: nowMs + AGENT.codeValidMs, usedAt: null, usedByKey: null };
}

type KnownAgent = { id: string; agent: Agent; registration: Registration | null };

/** An agent in API answers. */
function agentEntry({ id, agent, registration }: KnownAgent, nowMs: number): AgentEntry {
  const { name, location, description, device, registered } = agent;
  const code = registration?.code ?? null;
  return {
    id,
    name,
    countryCode: location,
    countryName: locationName(location),
    description,
    createdAt: isoOf(agent.createdAt),
    activatedAt: isoOf(agent.activatedAt),
    lastSyncAt: isoOf(agent.lastSyncAt),
    lastReportAt: isoOf(agent.lastReportAt),
    lastActiveAt: isoOf(agent.lastReportAt),
    isActive: isActive(agent, nowMs),
    registered,
    status: agentBadge(agent, nowMs),
    healthStatus: agent.activatedAt === null ? null : agentHealth(agent, nowMs),
    endpointCount: agent.endpointCount,
    appVersion: device?.appVersion ?? null,
    ...deviceEntries(agent),
    registrationCode: code,
    registrationExpiresAt: code === null ? null : isoOf(registration?.expiresAt ?? null),
  };
}

function deviceEntries({ device, ipAddress }: Agent): Pick<AgentEntry, 'deviceInfo' | 'deviceMetrics'> {
  if (!device) return { deviceInfo: null, deviceMetrics: null };
  const { batteryPercent, batteryCharging, memoryUsage } = device;
  return {
    deviceInfo: {
      deviceName: device.deviceName,
      deviceId: device.deviceId,
      osName: device.osName,
      osVersion: device.osVersion,
      ipAddress,
      batteryPercent,
      batteryCharging,
    },
    deviceMetrics: { batteryLevel: batteryPercent, isCharging: batteryCharging, memoryUsage },
  };
}

/** The entry with a new registration code. */
function withCode(
  id: string,
  agent: Agent,
  registration: Registration & { code: string },
  nowMs: number,
): AgentCreated {
  const { code, expiresAt } = registration;
  const entry = agentEntry({ id, agent, registration }, nowMs);
  return { ...entry, registrationCode: code, registrationExpiresAt: isoOf(expiresAt) };
}
