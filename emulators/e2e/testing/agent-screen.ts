import { randomBytes } from 'node:crypto';
import { type Agent, agentSchema, agentStateSchema, newAgentState } from '@farwatch/core/documents/agent';
import { type Assignment, assignmentId, assignmentSchema } from '@farwatch/core/documents/assignment';
import { commandSchema } from '@farwatch/core/documents/command';
import { toTimestamps } from '@farwatch/core/documents/timestamps';
import { agentSample, assignedEndpointSample } from '@farwatch/core/testing/samples';
import { markPresent, PRESENCE_SLOTS, type Presence } from '@farwatch/core/values/presence';
import { DAY_MS, MINUTE_MS, WINDOW_MS, windowStart } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { type Account, database } from './accounts.ts';

/** An endpoint assigned to an agent. */
export type EndpointSeed = {
  name: string;
  url: string;
  group: string;
  /** Whether its last check, a minute ago, succeeded; null if it has no check. */
  last: boolean | null;
};

type DetailedAgentSeed = {
  /** Fields of its document; by default it reported just now. */
  agent?: Partial<Agent>;
  /** Whether it checked in during the ten minutes from `slotMs`. Always, by default. */
  isPresentAt?: (slotMs: number) => boolean;
  /** The endpoints by owner. */
  endpoints?: Record<string, readonly EndpointSeed[]>;
};

/** Adds an agent to an admin's account, with no program behind it; the sweep assigns it nothing. Returns its id. */
export async function seedAgent(admin: Account, seed: DetailedAgentSeed, nowMs = Date.now()): Promise<string> {
  const id = `agent${randomBytes(6).toString('hex')}`;
  const documents = new SeedDocuments();
  const { endpoints = {}, isPresentAt = () => true } = seed;
  const agent = agentSample({
    ownerId: admin.uid,
    activatedAt: nowMs - 40 * DAY_MS,
    createdAt: nowMs - 40 * DAY_MS,
    lastReportAt: nowMs,
    lastSyncAt: nowMs - 90 * MINUTE_MS,
    endpointCount: Object.values(endpoints).flat().length,
    ...seed.agent,
    // Nothing is assigned to a lost agent; its badge comes from its reports.
    lost: true,
  });
  documents.put(agentSchema, `agents/${id}`, agent);
  documents.put(agentStateSchema, `agentStates/${id}`, {
    ...newAgentState(agent.location),
    publicKey: 'key',
    lost: true,
    owners: Object.fromEntries(Object.keys(endpoints).map((ownerId) => [ownerId, 1])),
    verdicts: Object.fromEntries(
      Object.entries(endpoints).map(([ownerId, list]) => [
        ownerId,
        { generation: 1, endpoints: buildVerdicts(ownerId, list, nowMs) },
      ]),
    ),
    presence: agent.activatedAt === null ? null : buildPresence(agent.activatedAt, isPresentAt, nowMs),
  });
  documents.put(commandSchema, `commands/${id}`, { syncAt: null, checkNow: {} });
  for (const [ownerId, list] of Object.entries(endpoints)) {
    const assignment = buildAssignment(id, agent.location, ownerId, list);
    documents.put(assignmentSchema, `assignments/${assignmentId(agent.location, ownerId)}`, assignment);
  }
  await documents.write(database());
  return id;
}

/** Changes an agent's document as its next report would. */
export async function changeAgent(id: string, changes: Partial<Agent>): Promise<void> {
  await database()
    .doc(`agents/${id}`)
    .update(toTimestamps(changes, (ms) => Timestamp.fromMillis(ms)));
}

/** The presence that an agent's check-ins since `sinceMs` would have stored. */
export function buildPresence(
  sinceMs: number,
  isPresentAt: (slotMs: number) => boolean,
  nowMs: number,
): Presence | null {
  let marked: Presence | null = null;
  const first = Math.max(windowStart(sinceMs), windowStart(nowMs) - (PRESENCE_SLOTS - 1) * WINDOW_MS);
  for (let slot = first; slot <= nowMs; slot += WINDOW_MS) if (isPresentAt(slot)) marked = markPresent(marked, slot);
  return marked;
}

const endpointId = (ownerId: string, index: number) => `${ownerId}e${index}`;

function buildVerdicts(ownerId: string, list: readonly EndpointSeed[], nowMs: number) {
  const entries = list.flatMap(({ last }, index) => {
    if (last === null) return [];
    const verdict: [0 | 1, number, number, number] = [last ? 1 : 0, nowMs - MINUTE_MS, 40, 0];
    return [[endpointId(ownerId, index), verdict] as const];
  });
  return Object.fromEntries(entries);
}

function buildAssignment(
  agentId: string,
  location: Agent['location'],
  ownerId: string,
  list: readonly EndpointSeed[],
): Assignment {
  const endpoints = list.map(({ name, url, group }, index) => {
    return [
      endpointId(ownerId, index),
      assignedEndpointSample({ name, url, group, monitorId: `${ownerId}m` }),
    ] as const;
  });
  return {
    ...{
      location,
      ownerId,
      agentId,
      generation: 1,
      live: true,
      liveSeq: 0,
      intervalSec: 600,
      plannedChecks: 0,
      features: [],
      count: list.length,
    },
    ...{ endpoints: Object.fromEntries(endpoints), changedAt: Date.now() },
  };
}
