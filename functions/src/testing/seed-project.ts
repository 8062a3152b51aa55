import { assignmentSize } from '@farwatch/core/decisions/monitors/assignment-size';
import { toMonitorEndpoint } from '@farwatch/core/decisions/monitors/plan-monitor';
import { type AssignedEndpoint, assignmentId } from '@farwatch/core/documents/assignment';
import { coverageDueAt } from '@farwatch/core/documents/endpoint';
import type { StoredNotifications } from '@farwatch/core/documents/notification-settings';
import { newUser } from '@farwatch/core/documents/user';
import {
  agentSample,
  agentStateSample,
  assignedEndpointSample,
  endpointSample,
  monitorSample,
} from '@farwatch/core/testing/samples';
import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/values/locations';
import { DAY_MS } from '@farwatch/core/values/time';
import type { BulkWriter } from 'firebase-admin/firestore';
import {
  agentStates,
  agents,
  assignments,
  commands,
  endpoints,
  monitors,
  NOTIFICATIONS_ID,
  notifications,
  users,
} from '../platform/db/collections.ts';
import { T0, type TestProject } from './test-project.ts';

export type SeedMonitor = {
  id: string;
  ownerId?: string;
  locations: LocationCode[];
  endpoints: string[];
};
/** `ownerIds`: the owners whose assignments the agent has. */
type SeedAgent = { id: string; location: LocationCode; ownerIds?: string[]; lastReportAt?: number };
export type SeedOwner = { id: string; chatId?: string; severity?: 'all' | 'high'; silenceMin?: number };

/** What exists when a test starts. An owner that only a monitor names is created too. */
type Seed = { owners?: SeedOwner[]; monitors?: SeedMonitor[]; agents?: SeedAgent[] };

export const OWNER = 'owner';
const CREATED_AT = T0 - DAY_MS;
const GENERATION = 1;

/** Writes consistent documents of agents, owners and monitors of which nothing has been checked yet. */
export async function seedProject(
  project: TestProject,
  { owners = [], monitors: watched = [], agents: seeded = [] }: Seed,
) {
  const { db } = project.run(T0);
  const writer = db.bulkWriter();
  const ownerIds = new Set([...owners.map((owner) => owner.id), ...watched.map((each) => each.ownerId ?? OWNER)]);
  for (const id of ownerIds) putOwner(writer, db, owners.find((owner) => owner.id === id) ?? { id }, watched);
  for (const monitor of watched) putMonitor(writer, db, monitor);
  for (const agent of seeded) putAgent(writer, db, agent, watched);
  for (const ownerId of ownerIds) {
    for (const location of LOCATION_CODES) putAssignment(writer, db, location, ownerId, watched, seeded);
  }
  await writer.close();
}

type Db = FirebaseFirestore.Firestore;

function putOwner(
  writer: BulkWriter,
  db: Db,
  { id, chatId = '', severity = 'all', silenceMin = 0 }: SeedOwner,
  watched: SeedMonitor[],
) {
  const owned = watched.filter((each) => (each.ownerId ?? OWNER) === id);
  const endpointCount = owned.reduce((sum, { endpoints: ids }) => sum + ids.length, 0);
  const profile = { ...newUser({ displayName: id, email: `${id}@farwatch.test` }, CREATED_AT), endpointCount };
  const settings: StoredNotifications = {
    telegram: {
      enabled: chatId !== '',
      botToken: chatId && `${Math.abs(Number(chatId))}:token`,
      chatId,
      verified: true,
    },
    channels: {},
    telegramTiming: IMMEDIATE,
    thresholds: { severity, silencePeriod: silenceMin },
  };
  void writer.create(users.ref(db, id), users.toDocument(profile));
  if (chatId !== '')
    void writer.create(notifications.ref(db, NOTIFICATIONS_ID, id), notifications.toDocument(settings));
}

/** The URL of a seeded endpoint. */
export const urlOf = (endpointId: string) => `https://${endpointId}.farwatch.test/`;

function putMonitor(writer: BulkWriter, db: Db, { id, ownerId = OWNER, locations, endpoints: ids }: SeedMonitor) {
  const shared = {
    ownerId,
    monitorId: id,
    locations,
    status: 'pending',
    since: CREATED_AT,
    // Those that a test never reports are not announced as without data after ten minutes.
    coverageGap: 'unnotified',
    createdAt: CREATED_AT,
  } as const;
  const written = ids.map((each) => [each, endpointSample({ ...shared, url: urlOf(each), name: each })] as const);
  const monitor = monitorSample({
    ownerId,
    name: id,
    locations,
    endpoints: Object.fromEntries(written.map(([endpointId, endpoint]) => [endpointId, toMonitorEndpoint(endpoint)])),
    createdAt: CREATED_AT,
  });
  void writer.create(monitors.ref(db, id), monitors.toDocument(monitor));
  for (const [endpointId, endpoint] of written) {
    void writer.create(
      endpoints.ref(db, endpointId),
      endpoints.toDocument({ ...endpoint, coverageDueAt: coverageDueAt(endpoint) }),
    );
  }
}

function assignedEndpoints(location: LocationCode, ownerId: string, watched: SeedMonitor[]) {
  const owned = watched.filter((each) => (each.ownerId ?? OWNER) === ownerId && each.locations.includes(location));
  return Object.fromEntries(
    owned.flatMap(({ id, endpoints: ids }) =>
      ids.map((each): [string, AssignedEndpoint] => [
        each,
        assignedEndpointSample({ url: urlOf(each), name: each, group: id, monitorId: id }),
      ]),
    ),
  );
}

function putAgent(
  writer: BulkWriter,
  db: Db,
  { id, location, ownerIds = [], lastReportAt = T0 }: SeedAgent,
  watched: SeedMonitor[],
) {
  const count = (ownerId: string) => Object.keys(assignedEndpoints(location, ownerId, watched)).length;
  const endpointCount = ownerIds.reduce((sum, ownerId) => sum + count(ownerId), 0);
  const agent = agentSample({
    name: id,
    location,
    lastReportAt,
    endpointCount,
    plannedChecks: endpointCount,
    createdAt: CREATED_AT,
    activatedAt: CREATED_AT,
  });
  const owners = Object.fromEntries(ownerIds.map((ownerId) => [ownerId, GENERATION]));
  const state = agentStateSample({ location, owners, spool: null, seq: 0, agentSeq: 0 });
  void writer.create(agents.ref(db, id), agents.toDocument(agent));
  void writer.create(agentStates.ref(db, id), agentStates.toDocument(state));
  void writer.create(commands.ref(db, id), commands.toDocument({ syncAt: null, checkNow: {} }));
}

function putAssignment(
  writer: BulkWriter,
  db: Db,
  location: LocationCode,
  ownerId: string,
  watched: SeedMonitor[],
  seeded: SeedAgent[],
) {
  const endpoints = assignedEndpoints(location, ownerId, watched);
  const count = Object.keys(endpoints).length;
  if (count === 0) return;
  const assigned = seeded.find((agent) => agent.location === location && agent.ownerIds?.includes(ownerId));
  const assignment = {
    location,
    ownerId,
    agentId: assigned?.id ?? null,
    generation: GENERATION,
    live: assigned !== undefined,
    liveSeq: 0,
    intervalSec: 600,
    ...assignmentSize(endpoints, 600),
    endpoints,
    changedAt: CREATED_AT,
  };
  void writer.create(assignments.ref(db, assignmentId(location, ownerId)), assignments.toDocument(assignment));
}
