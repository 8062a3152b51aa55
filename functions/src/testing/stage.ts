import { inMonitor } from '@farwatch/core/decisions/monitors/plan-monitor';
import { type AssignedEndpoint, assignmentId } from '@farwatch/core/documents/assignment';
import { canNotify, type NotificationSettings } from '@farwatch/core/documents/notification-settings';
import { newUser } from '@farwatch/core/documents/user';
import {
  agentSample,
  agentStateSample,
  assignedEndpointSample,
  endpointSample,
  monitorSample,
} from '@farwatch/core/testing/samples';
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
} from '../db/collections.ts';
import { T0, type World } from './world.ts';

export type StagedMonitor = {
  id: string;
  ownerId?: string;
  locations: LocationCode[];
  endpoints: string[];
};
/** `ownerIds`: the owners whose assignments are its own from the start. */
export type StagedAgent = { id: string; location: LocationCode; ownerIds?: string[]; lastReportAt?: number };
export type StagedOwner = { id: string; chatId?: string; severity?: 'all' | 'high'; silenceMin?: number };

/** What is there when a test begins; every owner that a monitor names exists. */
export type Plan = { owners?: StagedOwner[]; monitors?: StagedMonitor[]; agents?: StagedAgent[] };

export const OWNER = 'owner';
export const MADE_AT = T0 - DAY_MS;
const GENERATION = 1;

/** Writes the documents of a plan, as they are when everything has come to rest and nothing was checked yet. */
export async function stage(world: World, { owners = [], monitors: watched = [], agents: staged = [] }: Plan) {
  const { db } = world.run(T0);
  const writer = db.bulkWriter();
  const ownerIds = new Set([...owners.map((owner) => owner.id), ...watched.map((each) => each.ownerId ?? OWNER)]);
  for (const id of ownerIds) putOwner(writer, db, owners.find((owner) => owner.id === id) ?? { id }, watched);
  for (const monitor of watched) putMonitor(writer, db, monitor);
  for (const agent of staged) putAgent(writer, db, agent, watched);
  for (const ownerId of ownerIds) {
    for (const location of LOCATION_CODES) putAssignment(writer, db, location, ownerId, watched, staged);
  }
  await writer.close();
}

type Db = FirebaseFirestore.Firestore;

function putOwner(
  writer: BulkWriter,
  db: Db,
  { id, chatId = '', severity = 'all', silenceMin = 0 }: StagedOwner,
  watched: StagedMonitor[],
) {
  const mine = watched.filter((each) => (each.ownerId ?? OWNER) === id);
  const endpointCount = mine.reduce((sum, { endpoints: ids }) => sum + ids.length, 0);
  const profile = { ...newUser({ displayName: id, email: `${id}@farwatch.test` }, MADE_AT), endpointCount };
  const settings: NotificationSettings = {
    telegram: {
      enabled: chatId !== '',
      bot_token: chatId && `${Math.abs(Number(chatId))}:token`,
      chat_id: chatId,
      verified: true,
    },
    thresholds: { severity, silence_period: silenceMin },
  };
  void writer.create(users.ref(db, id), users.toDocument(profile));
  if (canNotify(settings))
    void writer.create(notifications.ref(db, NOTIFICATIONS_ID, id), notifications.toDocument(settings));
}

/** The URL that a staged endpoint is checked at. */
export const urlOf = (endpointId: string) => `https://${endpointId}.farwatch.test/`;

function putMonitor(writer: BulkWriter, db: Db, { id, ownerId = OWNER, locations, endpoints: ids }: StagedMonitor) {
  const shared = { ownerId, monitorId: id, locations, status: 'pending', since: MADE_AT, createdAt: MADE_AT } as const;
  const staged = ids.map((each) => [each, endpointSample({ ...shared, url: urlOf(each), name: each })] as const);
  const monitor = monitorSample({
    ownerId,
    name: id,
    locations,
    endpoints: Object.fromEntries(staged.map(([endpointId, endpoint]) => [endpointId, inMonitor(endpoint)])),
    createdAt: MADE_AT,
  });
  void writer.create(monitors.ref(db, id), monitors.toDocument(monitor));
  for (const [endpointId, endpoint] of staged) {
    void writer.create(endpoints.ref(db, endpointId), endpoints.toDocument(endpoint));
  }
}

function assignedEndpoints(location: LocationCode, ownerId: string, watched: StagedMonitor[]) {
  const mine = watched.filter((each) => (each.ownerId ?? OWNER) === ownerId && each.locations.includes(location));
  return Object.fromEntries(
    mine.flatMap(({ id, endpoints: ids }) =>
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
  { id, location, ownerIds = [], lastReportAt = T0 }: StagedAgent,
  watched: StagedMonitor[],
) {
  const count = (ownerId: string) => Object.keys(assignedEndpoints(location, ownerId, watched)).length;
  const endpointCount = ownerIds.reduce((sum, ownerId) => sum + count(ownerId), 0);
  const agent = agentSample({
    name: id,
    location,
    lastReportAt,
    endpointCount,
    createdAt: MADE_AT,
    activatedAt: MADE_AT,
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
  watched: StagedMonitor[],
  staged: StagedAgent[],
) {
  const endpoints = assignedEndpoints(location, ownerId, watched);
  const count = Object.keys(endpoints).length;
  if (count === 0) return;
  const assigned = staged.find((agent) => agent.location === location && agent.ownerIds?.includes(ownerId));
  const assignment = {
    location,
    ownerId,
    agentId: assigned?.id ?? null,
    generation: GENERATION,
    live: assigned !== undefined,
    liveSeq: 0,
    intervalSec: 600,
    count,
    endpoints,
    changedAt: MADE_AT,
  };
  void writer.create(assignments.ref(db, assignmentId(location, ownerId)), assignments.toDocument(assignment));
}
