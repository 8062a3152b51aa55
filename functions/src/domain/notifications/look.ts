import { haveAllRechecked, isUnanimous } from '@farwatch/core/decisions/notifications/all-rechecked';
import { coversAll, coversMonitor, policyOf } from '@farwatch/core/decisions/notifications/channel-policy';
import type { Gathering } from '@farwatch/core/decisions/notifications/next-message';
import { freshAtAfter, type Look, planLook } from '@farwatch/core/decisions/notifications/plan-look';
import {
  type Cause,
  causeOutagesOf,
  type SubjectIncident,
  subjectKey,
} from '@farwatch/core/decisions/notifications/subject';
import { assignmentId } from '@farwatch/core/documents/assignment';
import type { Channel } from '@farwatch/core/documents/channel';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { Notice } from '@farwatch/core/documents/notice';
import type { Outbox } from '@farwatch/core/documents/outbox';
import { fromAssignedUrl } from '@farwatch/core/values/assigned-url';
import { readDependency } from '@farwatch/core/values/dependency';
import { hostOf } from '@farwatch/core/values/host-of';
import { isSame } from '@farwatch/core/values/is-same';
import { ALERT, LIMITS } from '@farwatch/core/values/limits';
import { type LocationCode, orderedLocations } from '@farwatch/core/values/locations';
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { reasonOf } from '../../platform/db/attempt-each.ts';
import type { Fields } from '../../platform/db/collection.ts';
import { assignments, endpoints, incidents, monitors, notices } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { readAssignedAgents } from '../checks/assigned-agents.ts';
import { readSince } from '../checks/read-running.ts';
import { type Owner, offDutyOf } from './owner.ts';

/** Each gathering costs a few reads at every look; of more than this, none ends early, and the task looks at their end. */
const MAX_GATHERINGS = 5;
/**
 * More incidents that have changed since the last look are looked at one after another. Of the largest account all can
 * change within `ALERT.seenAgainMs`, a failure and a certificate of each endpoint: a look of fewer would find only the
 * same ones again.
 */
const MAX_INCIDENTS = 2.5 * LIMITS.mostEndpointsPerOwner;

type ReadIncident = Omit<SubjectIncident, 'maintenance' | 'causeOutages'>;

const pendingFields = monitors.pick('maintenance', 'dependsOn');
const causeFields = monitors.pick('transitions', 'order');
const tagsField = monitors.pick('tags');
const endpointsField = assignments.pick('endpoints');

type LookAt = {
  owner: Owner;
  channel: Channel;
  outbox: Outbox;
  /** Whether to look at all open incidents, too. */
  isFresh: boolean;
  /** Whether this task has waited already, so that locations may have rechecked meanwhile. */
  hasWaited: boolean;
};

/** Looks at what a channel has to announce; `run.nowMs` is the time of the look. Only reads. */
export async function lookAt(run: Run, given: LookAt): Promise<Look> {
  const { owner, channel, outbox, isFresh, hasWaited } = given;
  const { nowMs } = run;
  const since = Timestamp.fromMillis(outbox.seenAt - ALERT.seenAgainMs);
  const ofOwner = incidents.collection(run.db).where('ownerId', '==', owner.id);
  const [changed, found] = await Promise.all([
    readIncidents(ofOwner.where('changedAt', '>=', since).orderBy('changedAt').limit(MAX_INCIDENTS)),
    readNotices(run, owner, since, outbox.channelId),
  ]);
  const open = isFresh
    ? await readIncidents(ofOwner.where('status', '==', 'active').orderBy('triggeredAt', 'desc'))
    : [];
  const all = [...new Map([...open, ...changed].map((each) => [each.id, each])).values()];
  const announcedIds = Object.values(outbox.announced).map(({ monitorId }) => monitorId);
  const noticedIds = found.map(({ notice }) => notice.monitorId);
  const ids = [...all.map(({ incident }) => incident.monitorId), ...announcedIds, ...noticedIds];
  const tags = await readTags(run, channel, ids);
  const covers = (id: string) => coversMonitor(channel, { id, tags: tags.get(id) ?? [] });
  const covered = all.filter(({ incident }) => covers(incident.monitorId));
  const getsSummaries = owner.user?.summaries?.channels.includes(outbox.channelId) ?? false;
  const isForChannel = ({ summary, monitorId }: Notice) =>
    summary ? getsSummaries : monitorId === null ? coversAll(channel) : covers(monitorId);
  const input = {
    announced: outbox.announced,
    notices: found.filter(({ notice }) => isForChannel(notice)),
    policy: policyOf(channel, owner.settings, outbox.startedAt, offDutyOf(owner, channel, nowMs)),
    covers,
    seenAt: since.toMillis(),
    freshAt: isFresh ? null : freshAtAfter(outbox.freshAt, changed, nowMs),
    nowMs,
  };
  const unmaintained = covered.map((each) => ({ ...each, maintenance: [] }));
  const first = planLook({ ...input, incidents: unmaintained, gathered: new Set(), hosts: null });
  const isMany = first.gatherings.length > MAX_GATHERINGS;
  const [maintained, complete] = await Promise.all([
    withMonitors(run, covered, first.pending),
    completeGatherings(run, isMany ? [] : first.gatherings, hasWaited),
  ]);
  const current = await readChanged(run, maintained, complete);
  const known = { ...input, incidents: current, gathered: new Set(complete.keys()) };
  const planned = planLook({ ...known, hosts: null });
  const isRead = planned.unreadAt.size === 0;
  const look = isRead ? planned : planLook({ ...known, hosts: await readHosts(run, owner.id, planned.unreadAt) });
  const gatherings = isMany ? [] : look.gatherings;
  const isCut = changed.length === MAX_INCIDENTS;
  return { ...look, gatherings, ...(isCut && restOf(look, changed, nowMs)) };
}

/** The next look goes on after the last of these, once nothing of them is due. */
function restOf(
  { due, seenAt }: Look,
  changed: readonly ReadIncident[],
  nowMs: number,
): Pick<Look, 'seenAt' | 'dueAt'> {
  const lastAt = changed.at(-1)?.incident.changedAt ?? nowMs;
  return { seenAt: due.length > 0 ? Math.min(seenAt, lastAt) : lastAt, dueAt: nowMs };
}

async function readIncidents(query: Query): Promise<ReadIncident[]> {
  const { docs } = await query.get();
  return docs.flatMap((doc) => {
    const incident = incidents.readIfValid(doc);
    return incident ? [{ id: doc.id, incident }] : [];
  });
}

/** Reads the tags of these monitors as they are now, if the channel needs them. A monitor that is gone has none. */
async function readTags(
  run: Run,
  { tags }: Channel,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const existing = tags === null ? [] : ids.filter((id) => id !== null);
  const read = await readMonitors(run, existing, tagsField);
  return new Map([...read].map(([id, monitor]) => [id, monitor.tags]));
}

/** Reads of the monitors of pending subjects what can hold a failure: one document for each, and for each cause. */
async function withMonitors(run: Run, found: ReadIncident[], pending: ReadonlySet<string>): Promise<SubjectIncident[]> {
  const ids = found.flatMap(({ incident }) => (pending.has(subjectKey(incident)) ? [incident.monitorId] : []));
  const read = await readMonitors(run, ids, pendingFields);
  const causes = await readCauses(
    run,
    [...read.values()].flatMap(({ dependsOn }) => dependsOn),
  );
  return found.map((each) => {
    const { maintenance = [], dependsOn = [] } = read.get(each.incident.monitorId) ?? {};
    return { ...each, maintenance, causeOutages: causeOutagesOf(dependsOn, causes) };
  });
}

/** Reads the monitors that dependencies name. */
export function readCauses(run: Run, dependsOn: readonly string[]): Promise<ReadonlyMap<string, Cause>> {
  return readMonitors(
    run,
    dependsOn.map((each) => readDependency(each).monitorId),
    causeFields,
  );
}

/** Reads some fields of monitors; those that are gone or cannot be read are left out. */
async function readMonitors<Picked>(
  run: Run,
  ids: readonly string[],
  fields: Fields<Picked>,
): Promise<ReadonlyMap<string, Picked>> {
  const refs = [...new Set(ids)].map((id) => monitors.ref(run.db, id));
  const docs = refs.length > 0 ? await run.db.getAll(...refs, { fieldMask: fields.names }) : [];
  return new Map(
    docs.flatMap((doc) => {
      const read = fields.readIfValid(doc);
      return read ? [[doc.id, read] as const] : [];
    }),
  );
}

/** Reads how many of the owner's endpoints are checked at each host from one of these locations: one document for each. */
async function readHosts(run: Run, ownerId: string, locations: Iterable<LocationCode>): Promise<Map<string, number>> {
  const refs = [...locations].map((location) => assignments.ref(run.db, assignmentId(location, ownerId)));
  const most = new Map<string, number>();
  for (const assigned of await endpointsField.getAll(run.db, ...refs)) {
    const all = Object.values(assigned?.endpoints ?? {}).map(({ url }) => hostOf(fromAssignedUrl(url)) ?? '');
    for (const [host, { length }] of Map.groupBy(all, String)) most.set(host, Math.max(most.get(host) ?? 0, length));
  }
  return most;
}

/** Reads the owner's notices, without those about the channel itself. */
async function readNotices(run: Run, { id: ownerId }: Owner, since: Timestamp, channelId: string) {
  const query = notices.collection(run.db).where('ownerId', '==', ownerId).where('createdAt', '>=', since);
  const { docs } = await query.get();
  return docs.flatMap((doc) => {
    const notice = doc.id.startsWith(channelNoticePrefix(ownerId, channelId)) ? null : notices.readIfValid(doc);
    return notice ? [{ id: doc.id, notice }] : [];
  });
}

/** How the ids of notices about a channel begin. */
export function channelNoticePrefix(ownerId: string, channelId: string): string {
  return `channel_${ownerId}_${channelId}_`;
}

/** Of complete gatherings, by the keys of their subjects: which locations fail, as the endpoint has it. */
type Complete = ReadonlyMap<string, LocationCode[]>;

/**
 * Reads the incidents again whose endpoint fails from other locations than they have. A report that was applied after they
 * were read has completed their gathering: its message would lack that location, and another one would follow at once.
 */
async function readChanged(
  run: Run,
  found: readonly SubjectIncident[],
  complete: Complete,
): Promise<SubjectIncident[]> {
  const stale = found.filter(({ incident }) => {
    const failing = complete.get(subjectKey(incident));
    return incident.status === 'active' && failing && !isSame(failing, orderedLocations(incident.downLocations));
  });
  const refs = stale.map(({ id }) => incidents.ref(run.db, id));
  const docs = refs.length > 0 ? await run.db.getAll(...refs) : [];
  const current = new Map(docs.map((doc) => [doc.id, incidents.readIfValid(doc)]));
  return found.map((each) => ({ ...each, incident: current.get(each.id) ?? each.incident }));
}

async function completeGatherings(run: Run, gatherings: Look['gatherings'], hasWaited: boolean): Promise<Complete> {
  const complete = new Map<string, LocationCode[]>();
  for (const { key, gathering } of gatherings) {
    const failing = await failingIfComplete(run, gathering, hasWaited);
    if (failing) complete.set(key, failing);
  }
  return complete;
}

/** After an error the message just waits until its time. */
async function failingIfComplete(run: Run, gathering: Gathering, hasWaited: boolean): Promise<LocationCode[] | null> {
  try {
    const endpoint = endpoints.read(await endpoints.ref(run.db, gathering.endpointId).get());
    if (!endpoint) return [];
    if (!(await isComplete(run, endpoint, gathering, hasWaited))) return null;
    return orderedLocations(endpoint.locations.filter((location) => endpoint.votes[location]?.up === false));
  } catch (error) {
    console.error(`The rechecks of endpoints/${gathering.endpointId} cannot be read: ${reasonOf(error)}`);
    return null;
  }
}

async function isComplete(run: Run, endpoint: Endpoint, gathering: Gathering, hasWaited: boolean): Promise<boolean> {
  const { endpointId: id, recheckedBy, sinceMs } = gathering;
  const assigned = await readAssignedAgents(run, endpoint.ownerId);
  if (recheckedBy === 'up' && isUnanimous(endpoint, assigned)) return true;
  if (!hasWaited) return false;
  return haveAllRechecked(endpoint, assigned, await readSince(run, { ...endpoint, id }, sinceMs), gathering);
}
