import { createHash, randomBytes } from 'node:crypto';
import { assignmentSize } from '@farwatch/core/decisions/monitors/assignment-size';
import {
  type Agent,
  type AgentState,
  agentSchema,
  agentStateSchema,
  newAgent,
  newAgentState,
  type Registration,
  registrationSchema,
} from '@farwatch/core/documents/agent';
import { type Assignment, assignmentId, assignmentSchema } from '@farwatch/core/documents/assignment';
import { commandSchema } from '@farwatch/core/documents/command';
import { hourSchema } from '@farwatch/core/documents/hour';
import { maintenanceSchema } from '@farwatch/core/documents/maintenance';
import { AGENT, DEFAULT_INTERVAL_MIN } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import { markPresent, PRESENCE_SLOTS, type Presence } from '@farwatch/core/values/presence';
import { DAY_MS, WINDOW_MS } from '@farwatch/core/values/time';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { type PastMonitor, seedDays } from './days.ts';
import { SeedDocuments } from './documents.ts';
import { seedHours } from './hours.ts';
import { JOB_MONITOR, simulateJob } from './jobs.ts';
import { putMonitor, seedMonitor } from './monitors.ts';
import { isAway, pastWork } from './past.ts';
import { SEED_GENERATION } from './past-steps.ts';
import { DEMO_AGENTS, DEMO_DAYS, DEMO_MONITORS } from './scenario-table.ts';
import { seedStatusPage } from './status-page.ts';
import { seedAccounts, seedProfiles, UIDS } from './users.ts';

export type SeedOptions = {
  firestoreHost: string;
  authHost: string;
  projectId: string;
  /** Base URL of the demo targets, which the seeded endpoints lie on. */
  targets: string;
  nowMs: number;
};

/** How many days of single checks each owner has: user@ as many as lists of checks show. */
const HOURS_DAYS = { user: 9, admin: 1 };

/** A seeded agent that waits for its device, with the parts of its registration link. */
export type WaitingAgent = { id: string; name: string; location: LocationCode; code: string };

/**
 * Fills an empty project: accounts, monitors with 120 days of history, a job with a day, incidents, and three agents
 * with thirty days of presence. Returns the agents to register. Throws if the project is not empty.
 */
export async function seed(options: SeedOptions): Promise<WaitingAgent[]> {
  process.env.FIRESTORE_EMULATOR_HOST = options.firestoreHost;
  process.env.FIREBASE_AUTH_EMULATOR_HOST = options.authHost;
  const app = initializeApp({ projectId: options.projectId }, `seed-${options.nowMs}`);
  try {
    await seedAccounts(getAuth(app));
    const { documents, waiting } = demoDocuments(options.targets, options.nowMs);
    await documents.write(getFirestore(app));
    return waiting;
  } finally {
    await deleteApp(app);
  }
}

/** All documents of the demo project, checked against their schemas, and the agents to register. */
export function demoDocuments(targets: string, nowMs: number): { documents: SeedDocuments; waiting: WaitingAgent[] } {
  const documents = new SeedDocuments();
  const counts = { admin: endpointCount('admin'), user: endpointCount('user') + JOB_MONITOR.endpoints.length };
  seedProfiles(documents, counts, nowMs - DEMO_DAYS * DAY_MS);
  const pasts: PastMonitor[] = [];
  for (const owner of ['admin', 'user'] as const) {
    const watched = DEMO_MONITORS.filter((monitor) => monitor.owner === owner);
    const place = { ownerId: UIDS[owner], targets };
    const past = watched.map((monitor) => seedMonitor(documents, monitor, place, nowMs));
    pasts.push(...past);
    const jobs = owner === 'user' ? [seedJob(documents, nowMs)] : [];
    seedDays(documents, UIDS[owner], [...past, ...jobs], nowMs);
    const endpoints = watched.flatMap(({ endpoints: list, locations }) => list.map((demo) => ({ demo, locations })));
    const hours = seedHours(UIDS[owner], endpoints, nowMs, HOURS_DAYS[owner]);
    for (const [id, hour] of hours) documents.put(hourSchema, `hours/${id}`, hour);
  }
  seedStatusPage(documents, UIDS.user, pasts, nowMs);
  const work = pastWork(UIDS.user, nowMs);
  documents.put(maintenanceSchema, `maintenance/${work.id}`, work.window);
  const assigned = seedAssignments(documents, targets, nowMs);
  const waiting = seedAgents(UIDS.admin, assigned.ownerIds, assigned.counts, nowMs).map(
    ({ id, agent, state, registration, code }) => {
      documents.put(agentSchema, `agents/${id}`, agent);
      documents.put(agentStateSchema, `agentStates/${id}`, state);
      documents.put(registrationSchema, `agents/${id}/private/registration`, registration);
      documents.put(commandSchema, `commands/${id}`, { syncAt: null, checkNow: {} });
      return { id, name: agent.name, location: agent.location, code };
    },
  );
  return { documents, waiting };
}

/** Adds the demo's job, all but its pings. Returns it with its past, in which no location checked it. */
function seedJob(documents: SeedDocuments, nowMs: number): PastMonitor {
  const past = JOB_MONITOR.endpoints.map((demo) => ({ id: demo.id, demo, ...simulateJob(UIDS.user, '', nowMs) }));
  const createdAt = Math.min(...past.map(({ endpoint }) => endpoint.createdAt));
  putMonitor(documents, JOB_MONITOR, { ownerId: UIDS.user, createdAt }, past, nowMs);
  return { demo: { ...JOB_MONITOR, locations: [] }, maintenance: [], past };
}

function endpointCount(owner: 'admin' | 'user'): number {
  return DEMO_MONITORS.filter((monitor) => monitor.owner === owner).reduce(
    (sum, each) => sum + each.endpoints.length,
    0,
  );
}

const INTERVAL_SEC = DEFAULT_INTERVAL_MIN * 60;

/**
 * Creates each owner's assignment for each location, with that location's demo agent; returns owners and counts by
 * location.
 */
function seedAssignments(documents: SeedDocuments, targets: string, nowMs: number) {
  const ownerIds: Record<string, string[]> = {};
  const counts: Record<string, number> = {};
  for (const { id: agentId, location } of DEMO_AGENTS) {
    for (const owner of ['admin', 'user'] as const) {
      const endpoints = endpointsOf(owner, location, targets);
      const size = assignmentSize(endpoints, INTERVAL_SEC);
      if (size.count === 0) continue;
      const ownerId = UIDS[owner];
      const assignment = {
        location,
        ownerId,
        agentId,
        generation: SEED_GENERATION,
        live: true,
        liveSeq: 0,
        intervalSec: INTERVAL_SEC,
        ...size,
        endpoints,
        changedAt: nowMs,
      };
      documents.put(assignmentSchema, `assignments/${assignmentId(location, ownerId)}`, assignment);
      ownerIds[location] = [...(ownerIds[location] ?? []), ownerId];
      counts[location] = (counts[location] ?? 0) + size.count;
    }
  }
  return { ownerIds, counts };
}

function endpointsOf(
  owner: 'admin' | 'user',
  location: Assignment['location'],
  targets: string,
): Assignment['endpoints'] {
  const watched = DEMO_MONITORS.filter((monitor) => monitor.owner === owner && monitor.locations.includes(location));
  const entries = watched.flatMap((monitor) =>
    monitor.endpoints.map(({ id, name, path }) => [
      id,
      { url: `${targets}${path}`, name, group: monitor.name, monitorId: monitor.id, rev: 0 },
    ]),
  );
  return Object.fromEntries(entries);
}

type SeededAgent = { id: string; agent: Agent; state: AgentState; registration: Registration; code: string };

/**
 * Seeds the demo agents with a history of thirty days, before their registration. `counts` has the endpoints by
 * location, each checked every ten minutes.
 */
function seedAgents(
  ownerId: string,
  ownerIds: Record<string, string[]>,
  counts: Record<string, number>,
  nowMs: number,
): SeededAgent[] {
  return DEMO_AGENTS.map(({ id, location, name, description, absentSlots }) => {
    const code = `${id}-${randomBytes(16).toString('base64url')}`;
    const activatedAt = nowMs - 30 * DAY_MS;
    return {
      id,
      code,
      registration: {
        code,
        codeHash: createHash('sha256').update(code).digest('hex'),
        expiresAt: nowMs + AGENT.codeValidMs,
        usedAt: null,
        usedByKey: null,
      },
      agent: {
        ...newAgent({ ownerId, name, location, description }, activatedAt),
        endpointCount: counts[location] ?? 0,
        plannedChecks: counts[location] ?? 0,
        activatedAt,
        lastReportAt: nowMs,
      },
      state: {
        ...newAgentState(location),
        owners: generations(ownerIds[location] ?? []),
        presence: presence(location, absentSlots, nowMs),
      },
    };
  });
}

function generations(owners: string[]): Record<string, number> {
  return Object.fromEntries(owners.map((ownerId) => [ownerId, SEED_GENERATION]));
}

/** Present in every ten-minute slot of thirty days except those, counted back from now, and while it was away. */
function presence(location: LocationCode, absentSlots: number[], nowMs: number): Presence | null {
  let marked: Presence | null = null;
  for (let back = PRESENCE_SLOTS - 1; back >= 0; back -= 1) {
    const atMs = nowMs - back * WINDOW_MS;
    if (!absentSlots.includes(back) && !isAway(location, atMs, nowMs)) marked = markPresent(marked, atMs);
  }
  return marked;
}
