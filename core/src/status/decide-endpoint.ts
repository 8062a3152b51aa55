import type { Endpoint, LastError, StatusEvent } from '../documents/endpoint.ts';
import type { Verdict } from '../documents/flip.ts';
import type { Incident } from '../documents/incident.ts';
import { LIMITS } from '../limits.ts';
import type { LocationCode } from '../locations.ts';
import { decideCertificate, decideDowntime, type IncidentSubject } from './incident.ts';
import { downLocations, endpointStatus } from './quorum.ts';
import { keepRecent, type Transition } from './transition.ts';
import { type AssignedByLocation, countingVotes, isNewer, type Vote, type Votes, votesAt } from './vote.ts';

/** A verdict as it arrives at an endpoint: from where, under which gen and in which order. */
export type ArrivedVerdict = { location: LocationCode; gen: number; seq: number; verdict: Verdict };

export type EndpointInput = {
  id: string;
  endpoint: Endpoint;
  monitorName: string;
  arrived: ArrivedVerdict | null;
  assigned: AssignedByLocation;
  open: { downtime: Incident | null; certificate: Incident | null };
  nowMs: number;
};

/** What changed at an endpoint; each part null where it did not. */
export type EndpointOutcome = {
  endpoint: Endpoint;
  transition: Transition | null;
  event: StatusEvent | null;
  downtime: Incident | null;
  certificate: Incident | null;
};

/**
 * An endpoint after a verdict arrived, or after what counts changed (an agent lost or back, locations edited):
 * its votes, status, history and incidents. Null where nothing at all changes, as with a verdict already known (design 5).
 */
export function decideEndpoint(input: EndpointInput): EndpointOutcome | null {
  const { endpoint, arrived, assigned, nowMs } = input;
  const known = votesAt(endpoint.votes, endpoint.locations);
  const votes = arrived ? withVote(known, endpoint, arrived) : known;
  const counting = countingVotes(votes, endpoint.locations, assigned);
  const atMs = momentOf(input);
  const lastError = arrived && votes !== known ? (failureOf(arrived) ?? endpoint.lastError) : endpoint.lastError;
  const shared = { subject: subjectOf(input), counting, watched: endpoint.locations, lastError, atMs };
  const downtime = decideDowntime({ ...shared, open: input.open.downtime });
  const certificate = decideCertificate({ ...shared, open: input.open.certificate });
  const status = endpointStatus(votes, counting);
  const dropped = Object.keys(known).length !== Object.keys(endpoint.votes).length;
  if (votes === known && !dropped && status === endpoint.status && !downtime && !certificate) return null;
  const moved = move(endpoint, status, downLocations(counting), atMs, nowMs);
  return { ...moved, endpoint: { ...moved.endpoint, votes, lastError }, downtime, certificate };
}

/** The time of the change: the verdict's own, but never before what is known of the endpoint nor after now. */
function momentOf({ endpoint, arrived, nowMs }: EndpointInput): number {
  const last = endpoint.transitions.at(-1)?.at ?? endpoint.createdAt;
  return Math.min(nowMs, Math.max(arrived?.verdict.since ?? nowMs, last));
}

function withVote(votes: Votes, endpoint: Endpoint, arrived: ArrivedVerdict): Votes {
  const { location, gen, seq, verdict } = arrived;
  if (!endpoint.locations.includes(location) || !isNewer({ gen, seq }, votes[location])) return votes;
  const { up, since, certificateEndsAt } = verdict;
  const vote: Vote = { up, gen, seq, since, ...(certificateEndsAt === undefined ? {} : { certificateEndsAt }) };
  return { ...votes, [location]: vote };
}

function failureOf({ location, verdict }: ArrivedVerdict): LastError | null {
  const { up, since, statusCode, error } = verdict;
  return up ? null : { at: since, location, statusCode, error };
}

function subjectOf({ id, endpoint, monitorName }: EndpointInput): IncidentSubject {
  const { ownerId, monitorId, name, url } = endpoint;
  return { ownerId, endpointId: id, monitorId, endpoint: { name, url }, monitor: { name: monitorName } };
}

function move(endpoint: Endpoint, status: Endpoint['status'], down: LocationCode[], atMs: number, nowMs: number) {
  if (status === endpoint.status) return { endpoint, transition: null, event: null };
  const { ownerId, status: from, since } = endpoint;
  const locations = status === 'down' ? down : from === 'down' ? downBefore(endpoint) : [];
  const transition: Transition = { at: atMs, from, to: status, locations };
  const transitions = keepRecent(endpoint.transitions, [transition], nowMs, LIMITS.transitionsPerEndpoint);
  const event: StatusEvent = {
    ownerId,
    changedAt: atMs,
    previous: from,
    next: status,
    locations,
    previousDurationMs: Math.max(0, atMs - since),
  };
  return { endpoint: { ...endpoint, status, since: atMs, transitions }, transition, event };
}

function downBefore(endpoint: Endpoint): LocationCode[] {
  const last = endpoint.transitions.at(-1);
  return last?.to === 'down' ? last.locations : downLocations(endpoint.votes);
}
