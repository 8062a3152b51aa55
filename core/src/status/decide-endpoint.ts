import type { CoverageGap, Endpoint, LastError, StatusEvent } from '../documents/endpoint.ts';
import type { ReportedVerdict, ReportedWithdrawal } from '../documents/flip.ts';
import { type Incident, runningOutage } from '../documents/incident.ts';
import { LIMITS } from '../limits.ts';
import type { LocationCode } from '../locations.ts';
import { decideCertificate, decideDowntime, type IncidentSubject } from './incident.ts';
import { downLocations, type KnownVotes, statusAfter } from './quorum.ts';
import type { EndpointStatus } from './status.ts';
import { keepTransitions, type Transition } from './transition.ts';
import { type AssignedByLocation, countingVotes, isNewer, lastingVotes, type Vote, votesAt } from './vote.ts';

/** Where an arrival comes from, under which generation and in which order. */
type Arrival = { location: LocationCode; generation: number; agentSeq: number };
export type ArrivedVerdict = Arrival & { verdict: ReportedVerdict };
type ArrivedWithdrawal = Arrival & { withdrawal: ReportedWithdrawal };
export type Arrived = ArrivedVerdict | ArrivedWithdrawal;

export type EndpointInput = {
  id: string;
  endpoint: Endpoint;
  monitorName: string;
  arrived: Arrived | null;
  assigned: AssignedByLocation;
  open: { downtime: Incident | null; certificate: Incident | null };
  /** When other votes began to count, if no verdict arrived; now if left out. */
  changedAtMs?: number;
  nowMs: number;
};

/** What changed at an endpoint; each part null if it did not. A transition from down to down has no event. */
export type EndpointChange = {
  endpoint: Endpoint;
  transition: Transition | null;
  event: StatusEvent | null;
  downtime: Incident | null;
  certificate: Incident | null;
};

/**
 * An endpoint after a verdict or its withdrawal arrived, or after other votes count (an agent lost or back, locations
 * edited): its votes, status, history and incidents. Null if nothing changes, as with a known verdict.
 */
export function decideEndpoint(input: EndpointInput): EndpointChange | null {
  const { endpoint, assigned, nowMs } = input;
  const before = votesAt(endpoint.votes, endpoint.locations);
  const taken = input.arrived && isTaken(input.arrived, endpoint) ? input.arrived : null;
  const votes = taken ? { ...before, [taken.location]: voteOf(taken, before[taken.location]) } : before;
  const counting = countingVotes(votes, endpoint.locations, assigned);
  const atMs = momentOf(endpoint, (taken && toldIn(taken).since) ?? input.changedAtMs ?? nowMs, nowMs);
  const lastError = (taken && failureOf(taken)) ?? endpoint.lastError;
  // If the vote itself does not count, older votes of others must not decide in its place.
  const saysDown = taken !== null && counting[taken.location]?.up === false;
  const known = { votes, counting, lasting: lastingVotes(votes, counting, assigned, nowMs) };
  const status = statusOf(input, known, saysDown);
  const shared = { subject: subjectOf(input), ...known, watched: endpoint.locations, lastError, atMs };
  const downtime = decideDowntime({ ...shared, open: input.open.downtime, status, saysDown });
  const certificate = decideCertificate({ ...shared, open: input.open.certificate });
  const moved = move(endpoint, status, downLocations(counting), atMs, nowMs);
  const dropped = Object.keys(before).length !== Object.keys(endpoint.votes).length;
  if (!taken && !dropped && !moved.transition && !downtime && !certificate) return null;
  return { ...moved, endpoint: { ...moved.endpoint, votes, lastError }, downtime, certificate };
}

/** When the change happened: the time of its cause, not after now and not before what is known of the endpoint. */
function momentOf(endpoint: Endpoint, causedAtMs: number, nowMs: number): number {
  const last = Math.max(endpoint.since, endpoint.transitions.at(-1)?.at ?? 0);
  return Math.max(last, Math.min(nowMs, causedAtMs));
}

/** Pending is before the very first vote: an endpoint that lost its votes with their locations is unknown. */
function statusOf({ endpoint, open }: EndpointInput, known: KnownVotes, saysDown: boolean): EndpointStatus {
  const isInOutage = endpoint.status === 'down' || runningOutage(open.downtime) !== null;
  const status = statusAfter({ status: endpoint.status, isInOutage }, known, saysDown);
  return status === 'pending' && endpoint.status !== 'pending' ? 'unknown' : status;
}

/** A verdict on another URL than the endpoint's present one decides nothing, however late or early it comes. */
function isTaken(arrived: Arrived, endpoint: Endpoint): boolean {
  if (toldIn(arrived).rev !== endpoint.rev) return false;
  return endpoint.locations.includes(arrived.location) && isNewer(arrived, endpoint.votes[arrived.location]);
}

function toldIn(arrived: Arrived): ReportedVerdict | ReportedWithdrawal {
  return 'verdict' in arrived ? arrived.verdict : arrived.withdrawal;
}

/** A withdrawn vote is kept, so that older verdicts are recognised as older. */
function voteOf(arrived: Arrived, before: Vote | undefined): Vote {
  const { generation, agentSeq } = arrived;
  if ('withdrawal' in arrived) {
    const { reason, since: withdrawnMs } = arrived.withdrawal;
    return { up: true, since: withdrawnMs, ...before, generation, agentSeq, withdrawn: reason };
  }
  const { verdict } = arrived;
  const { up, since, certificateEndsAt } = verdict;
  return { up, generation, agentSeq, since, ...(certificateEndsAt === undefined ? {} : { certificateEndsAt }) };
}

function failureOf(arrived: Arrived): LastError | null {
  if ('withdrawal' in arrived) return null;
  const { location, verdict } = arrived;
  const { up, since, statusCode, error } = verdict;
  return up ? null : { at: since, location, statusCode, error };
}

function subjectOf({ id, endpoint, monitorName }: EndpointInput): IncidentSubject {
  const { ownerId, monitorId, name, url } = endpoint;
  return { ownerId, endpointId: id, monitorId, endpoint: { name, url }, monitor: { name: monitorName } };
}

function move(endpoint: Endpoint, status: EndpointStatus, down: LocationCode[], atMs: number, nowMs: number) {
  const { ownerId, status: from, since } = endpoint;
  const before = downBefore(endpoint);
  if (status === from && (before === null || isSame(before, down))) return { endpoint, transition: null, event: null };
  const locations = status === 'down' ? down : from === 'down' ? (before ?? downLocations(endpoint.votes)) : [];
  const transition: Transition = { at: atMs, from, to: status, locations };
  const transitions = keepTransitions(endpoint.transitions, [transition], nowMs, LIMITS.transitionsPerEndpoint);
  if (status === from) return { endpoint: { ...endpoint, transitions }, transition, event: null };
  const event: StatusEvent = {
    ownerId,
    changedAt: atMs,
    previous: from,
    next: status,
    locations,
    previousDurationMs: Math.max(0, atMs - since),
  };
  const coverageGap = coverageGapAfter(endpoint, status);
  return { endpoint: { ...endpoint, status, since: atMs, transitions, coverageGap }, transition, event };
}

/** A gap that the owner was notified of ends with a message, unless it returns before that is sent. */
function coverageGapAfter({ coverageGap }: Endpoint, status: EndpointStatus): CoverageGap {
  if (status === 'unknown') return coverageGap === 'over' ? 'notified' : coverageGap;
  if (coverageGap === 'notified') return 'over';
  return coverageGap === 'unnotified' ? 'none' : coverageGap;
}

/** Where the endpoint is down by its last transition; null if that does not say. */
function downBefore(endpoint: Endpoint): LocationCode[] | null {
  const last = endpoint.transitions.at(-1);
  return endpoint.status === 'down' && last?.to === 'down' ? last.locations : null;
}

function isSame(a: readonly LocationCode[], b: readonly LocationCode[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}
