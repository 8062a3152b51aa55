import {
  type CoverageGap,
  type Endpoint,
  type IncidentsBySort,
  type LastError,
  listIncidents,
  type StatusChange,
  type StatusEvent,
} from '../../documents/endpoint.ts';
import { type Incident, isFlapping, runningOutage } from '../../documents/incident.ts';
import type { Monitor } from '../../documents/monitor.ts';
import type { ReportedVerdict, ReportedWithdrawal } from '../../documents/verdict-change.ts';
import type { Evidence } from '../../values/check-answer.ts';
import { httpOptions } from '../../values/check-options.ts';
import { LIMITS } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
import { slowLimitAt } from '../../values/slow.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { hourStart } from '../../values/time.ts';
import { type Transition, trimTransitions } from '../../values/transition.ts';
import { isRunByServer } from '../../values/url.ts';
import {
  type AssignedByLocation,
  countingVotes,
  isNewerVote,
  unheardLocations,
  type Vote,
  watchedVotes,
} from '../../values/vote.ts';
import { type NewEvidence, recordFailure } from './failures.ts';
import { decideDowntime, decideExpiry, type IncidentSubject } from './incident.ts';
import { decideSlow } from './slow-incident.ts';
import { downLocations, type EndpointVotes, outageVotes, slowVotes, statusAfter } from './status-rules.ts';
import { sumTransitions } from './sum-transitions.ts';

/** A verdict, or the withdrawal of one, from a location's agent: under which generation, in which of its reports. */
type Source = { location: LocationCode; generation: number; agentSeq: number };
export type VerdictUpdate = Source & { verdict: ReportedVerdict; evidence?: Evidence | undefined };
type WithdrawalUpdate = Source & { withdrawal: ReportedWithdrawal };
export type VoteUpdate = VerdictUpdate | WithdrawalUpdate;

export type EndpointInput = {
  id: string;
  endpoint: Endpoint;
  monitor: Pick<Monitor, 'name' | 'maintenance'>;
  update: VoteUpdate | null;
  assigned: AssignedByLocation;
  open: IncidentsBySort;
  /** Whether its owner has set another limit of slow responses. */
  isLimitChanged?: boolean;
  /** When other votes started or stopped counting, if there is no update; now if left out. */
  changedAtMs?: number;
  nowMs: number;
};

/** What changed; each part is null if it did not. A transition from down to down has no event. */
export type EndpointChange = IncidentsBySort & {
  endpoint: Endpoint;
  transition: Transition | null;
  event: StatusEvent | null;
  /** The verdict's evidence, to be stored for the incident. */
  evidence?: NewEvidence | null;
};

/**
 * Decides an endpoint after a vote was updated, or after votes started or stopped counting (an agent lost or back,
 * locations edited): its votes, status, history and incidents. Null if nothing changes, as with a known verdict, and
 * while it is paused.
 */
export function decideEndpoint(input: EndpointInput): EndpointChange | null {
  const { endpoint, open, assigned, nowMs } = input;
  if (endpoint.status === 'paused') return null;
  const votesBefore = watchedVotes(endpoint.votes, endpoint.locations);
  const update = input.update && isApplicable(input.update, endpoint) ? input.update : null;
  const votes = update
    ? { ...votesBefore, [update.location]: voteFrom(update, votesBefore[update.location], endpoint) }
    : votesBefore;
  const counting = countingVotes(votes, endpoint.locations, assigned);
  // An outage continues while the status is unknown.
  const isInOutage = endpoint.status === 'down' || runningOutage(open.downtime) !== null;
  const known = { votes, counting, deciding: isInOutage ? outageVotes(votes, counting, assigned) : counting };
  // A down verdict that does not count must not let older votes make the endpoint down.
  const hasNewDownVerdict = update !== null && counting[update.location]?.up === false;
  const status = statusOf(endpoint, known, hasNewDownVerdict);
  const slow = status === 'up' ? slowVotes(counting) : {};
  const isSlow = Object.keys(slow).length > 0;
  const isOnlySlowChanged = status === endpoint.status && isSlow !== (endpoint.slow !== null);
  const causedAtMs = (update && causeOf(update, isOnlySlowChanged)) ?? input.changedAtMs ?? nowMs;
  const atMs = changeTime(endpoint, open.downtime, causedAtMs, nowMs);
  const failure = update ? failureIn(update) : null;
  const lastError = failure ?? endpoint.lastError;
  const { maintenance } = input.monitor;
  const { locations: watched, check } = endpoint;
  const shared = {
    subject: subjectOf(input),
    ...known,
    watched,
    unheard: unheardLocations(votes, counting, watched, assigned),
    isNew: endpoint.status === 'pending',
    lastError,
    maintenance,
    statuses: httpOptions(check)?.statuses,
    atMs,
  };
  const changed = decideDowntime({
    ...shared,
    open: open.downtime,
    status,
    hasNewDownVerdict,
    transitions: endpoint.transitions,
  });
  const hasVerdict = update !== null && 'verdict' in update;
  const { downtime, evidence } = hasVerdict
    ? recordFailure({ open: open.downtime, changed, update, counting, check })
    : { downtime: changed, evidence: null };
  const certificate = decideExpiry({ ...shared, open: open.certificate, certificate: endpoint.certificate });
  const { isLimitChanged = false } = input;
  const slowIncident = decideSlow({ ...shared, open: open.slow, status, slow, limits: endpoint, isLimitChanged });
  const context = { atMs, nowMs, maintenance, isFlapping: isFlapping(downtime ?? open.downtime) };
  const applied = applyStatus(endpoint, { status, isSlow }, downLocations(counting), context);
  const hasDroppedVotes = Object.keys(votesBefore).length !== Object.keys(endpoint.votes).length;
  const incidents = { downtime, certificate, slow: slowIncident };
  if (!update && !hasDroppedVotes && !applied.transition && listIncidents(incidents).length === 0) return null;
  return { ...applied, endpoint: { ...applied.endpoint, votes, lastError }, ...incidents, evidence };
}

/**
 * Returns when the change happened: the time of its cause, not after now and not before the last known change of the
 * endpoint or its incident, so that an outage starts and ends at the same times in both.
 */
function changeTime(endpoint: Endpoint, open: Incident | null, causedAtMs: number, nowMs: number): number {
  const last = Math.max(endpoint.since, endpoint.transitions.at(-1)?.at ?? 0, open?.updates.at(-1)?.createdAt ?? 0);
  return Math.max(last, Math.min(nowMs, causedAtMs));
}

/** An endpoint is pending only before its very first vote: one that lost its votes with their locations is unknown. */
function statusOf(endpoint: Endpoint, known: EndpointVotes, hasNewDownVerdict: boolean): EndpointStatus {
  const status = statusAfter(endpoint.status, known, hasNewDownVerdict);
  return status === 'pending' && endpoint.status !== 'pending' ? 'unknown' : status;
}

/** A verdict on another URL than the endpoint's current one decides nothing, and neither does an older verdict. */
function isApplicable(update: VoteUpdate, endpoint: Endpoint): boolean {
  if (reportedIn(update).rev !== endpoint.rev) return false;
  return endpoint.locations.includes(update.location) && isNewerVote(update, endpoint.votes[update.location]);
}

function reportedIn(update: VoteUpdate): ReportedVerdict | ReportedWithdrawal {
  return 'verdict' in update ? update.verdict : update.withdrawal;
}

/** Returns when what the update reports began; the end of slowness has no time but now. */
function causeOf(update: VoteUpdate, isOnlySlowChanged: boolean): number | null {
  if (!isOnlySlowChanged || !('verdict' in update)) return reportedIn(update).since;
  return update.verdict.slow?.since ?? null;
}

/** A withdrawn vote is kept, so that older verdicts are recognised as older. */
function voteFrom(update: VoteUpdate, before: Vote | undefined, endpoint: Endpoint): Vote {
  const { generation, agentSeq } = update;
  if ('withdrawal' in update) {
    const { reason, since } = update.withdrawal;
    return { up: true, since, ...before, generation, agentSeq, withdrawn: reason };
  }
  const { verdict } = update;
  const { up, since, statusCode, certificateEndsAt } = verdict;
  const answered = up && statusCode !== null ? { statusCode } : {};
  const warned = certificateEndsAt === undefined ? {} : { certificateEndsAt };
  // An older report may be about another limit, or one that is gone.
  const limitMs = slowLimitAt(endpoint, update.location) ?? Number.POSITIVE_INFINITY;
  const slow = verdict.slow === null ? before?.slow : verdict.slow;
  return { up, generation, agentSeq, since, ...answered, ...warned, ...(slow && slow.ms > limitMs && { slow }) };
}

function failureIn(update: VoteUpdate): LastError | null {
  if ('withdrawal' in update) return null;
  const { location, verdict } = update;
  const { up, since, statusCode, error } = verdict;
  return up ? null : { at: since, location, statusCode, error };
}

function subjectOf({ id, endpoint, monitor }: EndpointInput): IncidentSubject {
  const { ownerId, monitorId, name, url } = endpoint;
  return { ownerId, endpointId: id, monitorId, endpoint: { name, url }, monitor: { name: monitor.name } };
}

type ChangeContext = { atMs: number; nowMs: number; maintenance: Monitor['maintenance']; isFlapping: boolean };

function applyStatus(
  endpoint: Endpoint,
  { status, isSlow }: { status: EndpointStatus; isSlow: boolean },
  down: LocationCode[],
  { atMs, nowMs, maintenance, isFlapping: isPacked }: ChangeContext,
) {
  const { ownerId, status: from, since, slow: slowBefore } = endpoint;
  const downBefore = downLocationsBefore(endpoint);
  const isSlowChanged = isSlow !== (slowBefore !== null);
  if (status === from && !isSlowChanged && (downBefore === null || isSame(downBefore, down)))
    return { endpoint, transition: null, event: null };
  const locations = status === 'down' ? down : from === 'down' ? (downBefore ?? downLocations(endpoint.votes)) : [];
  const slowness = { ...(isSlow && { slow: true as const }), ...(slowBefore && { wasSlow: true as const }) };
  const transition: Transition = { at: atMs, from, to: status, locations, ...slowness };
  const most = LIMITS.transitionsPerEndpoint;
  const recent = trimTransitions(endpoint.transitions, [transition], nowMs, Number.POSITIVE_INFINITY);
  const transitions = trimTransitions(sumTransitions(recent, maintenance, most), [], nowMs, most);
  if (status === from && !isSlowChanged) return { endpoint: { ...endpoint, transitions }, transition, event: null };
  const slow = isSlow ? (slowBefore ?? { since: atMs }) : null;
  const changed = { ...endpoint, transitions, slow, slowChangedAt: isSlowChanged ? atMs : endpoint.slowChangedAt };
  const event: StatusEvent = {
    ownerId,
    changedAt: atMs,
    previous: from,
    next: status,
    locations,
    previousDurationMs: Math.max(0, atMs - since),
    ...slowness,
    ...(isPacked && { earlier: changesOfHour(transitions).slice(0, -1) }),
  };
  if (status === from) return { endpoint: changed, transition, event };
  const coverageGap = coverageGapAfter(endpoint, status);
  return { endpoint: { ...changed, status, since: atMs, coverageGap }, transition, event };
}

/** Returns the changes in the UTC hour of the newest one, as the status history has them. */
function changesOfHour(transitions: readonly Transition[]): StatusChange[] {
  const changes = transitions.filter(
    ({ from, to, outages, slow, wasSlow }) => from !== to || outages !== undefined || slow !== wasSlow,
  );
  const hourAt = hourStart(changes.at(-1)?.at ?? 0);
  const entries = changes.map(
    ({ at: changedAt, from: previous, to: next, locations, outages, slow, wasSlow }, index) => ({
      changedAt,
      previous,
      next,
      locations,
      previousDurationMs: Math.max(0, changedAt - (changes[index - 1]?.at ?? changedAt)),
      ...(outages !== undefined && { outages }),
      ...(slow && { slow }),
      ...(wasSlow && { wasSlow }),
    }),
  );
  return entries.filter(({ changedAt }) => changedAt >= hourAt);
}

/**
 * A gap that the owner was notified of ends with a message, unless it returns before that is sent. The server's own
 * check types have no agent that could be missing: the endpoint's page shows what is not known.
 */
function coverageGapAfter({ coverageGap, url }: Endpoint, status: EndpointStatus): CoverageGap {
  if (status === 'unknown' && isRunByServer(url)) return 'unnotified';
  if (status === 'unknown') return coverageGap === 'over' ? 'notified' : coverageGap;
  if (coverageGap === 'notified') return 'over';
  return coverageGap === 'unnotified' ? 'none' : coverageGap;
}

/** Returns where the endpoint is down by its last transition; null if that is unknown. */
function downLocationsBefore(endpoint: Endpoint): LocationCode[] | null {
  const last = endpoint.transitions.at(-1);
  return endpoint.status === 'down' && last?.to === 'down' ? last.locations : null;
}

function isSame(a: readonly LocationCode[], b: readonly LocationCode[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}
