import { agentSchema, agentStateSchema, registrationSchema } from '@farwatch/core/documents/agent';
import { commandSchema } from '@farwatch/core/documents/command';
import { hourSchema } from '@farwatch/core/documents/hour';
import { maintenanceSchema } from '@farwatch/core/documents/maintenance';
import type { LocationCode } from '@farwatch/core/values/locations';
import { DAY_MS } from '@farwatch/core/values/time';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { seedAgents } from './agents.ts';
import { seedAssignments } from './assignments.ts';
import { type PastMonitor, seedDays } from './days.ts';
import { SeedDocuments } from './documents.ts';
import { seedHours } from './hours.ts';
import { JOB_MONITOR, simulateJob } from './jobs.ts';
import { putMonitor, seedMonitor } from './monitors.ts';
import { pastWork } from './past.ts';
import { DEMO_DAYS, DEMO_MONITORS } from './scenario-table.ts';
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
  for (const owner of ['admin', 'user'] as const) {
    const watched = DEMO_MONITORS.filter((monitor) => monitor.owner === owner);
    const place = { ownerId: UIDS[owner], targets };
    const past = watched.map((monitor) => seedMonitor(documents, monitor, place, nowMs));
    const jobs = owner === 'user' ? [seedJob(documents, nowMs)] : [];
    seedDays(documents, UIDS[owner], [...past, ...jobs], nowMs);
    const endpoints = watched.flatMap(({ endpoints: list, locations }) => list.map((demo) => ({ demo, locations })));
    const hours = seedHours(UIDS[owner], endpoints, nowMs, HOURS_DAYS[owner]);
    for (const [id, hour] of hours) documents.put(hourSchema, `hours/${id}`, hour);
  }
  seedStatusPage(documents, UIDS.user, nowMs);
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
