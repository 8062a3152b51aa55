import { assignmentId } from '../../documents/assignment.ts';
import {
  coverageDueAt,
  type Endpoint,
  OPEN_INCIDENT_FIELDS,
  openIncidentIds,
  sortOf,
} from '../../documents/endpoint.ts';
import { isFlapping, runningOutage } from '../../documents/incident.ts';
import type { VerdictChange } from '../../documents/verdict-change.ts';
import { toAssignedUrl } from '../../values/assigned-url.ts';
import { endpointLocations } from '../../values/endpoint-locations.ts';
import { isEndpointPaused } from '../../values/pause.ts';
import { SERVER_LOCATION } from '../../values/server-location.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { type AssignedByLocation, countingVotes } from '../../values/vote.ts';
import { assignmentSize } from '../monitors/assignment-size.ts';
import { areMostDown, outageVotes, quorumStatus } from '../status/status-rules.ts';
import { pageViolations } from './page-violations.ts';
import type { Stored, Violation } from './stored.ts';

/** Longer than any trigger, task or sweep leaves work pending. */
const LATE_MS = 10 * MINUTE_MS;

/** Returns every contradiction in a project's documents; none in a healthy project, even while work is in progress. */
export function findViolations(stored: Stored, nowMs: number): Violation[] {
  return [
    ...monitorViolations(stored),
    ...statusViolations(stored),
    ...incidentViolations(stored),
    ...assignmentViolations(stored),
    ...agentViolations(stored),
    ...countViolations(stored),
    ...pageViolations(stored),
    ...overdueViolations(stored, nowMs),
  ];
}

/** A monitor's document repeats fields of its endpoints' documents. */
function monitorViolations({ monitors, endpoints }: Stored): Violation[] {
  const found: Violation[] = [];
  for (const [id, monitor] of monitors) {
    for (const [endpointId, shown] of Object.entries(monitor.endpoints)) {
      const endpoint = endpoints.get(endpointId);
      const report = (text: string) => found.push({ document: `monitors/${id}`, text: `${endpointId} ${text}` });
      if (!endpoint) report('has no document');
      else if (endpoint.monitorId !== id) report(`belongs to ${endpoint.monitorId}`);
      else if (!isCopy(shown, endpoint)) report('differs from its document');
      else if (endpoint.locations.join() !== endpointLocations(endpoint.url, monitor.locations).join())
        report('has other locations');
      else if (isEndpointPaused(monitor, endpoint) !== (endpoint.status === 'paused'))
        report(`is ${endpoint.status}, which its pause contradicts`);
    }
  }
  for (const [id, endpoint] of endpoints) {
    if (monitors.get(endpoint.monitorId)?.endpoints[id] === undefined)
      found.push({ document: `endpoints/${id}`, text: `is not in monitor ${endpoint.monitorId}` });
  }
  return found;
}

type Shown = Pick<Endpoint, 'url' | 'name' | 'status' | 'since' | 'slow' | 'slowChangedAt'> & {
  votes: Readonly<Record<string, object>>;
};

function isCopy(shown: Shown, endpoint: Shown): boolean {
  const votesOf = ({ votes }: Shown) =>
    Object.entries(votes)
      .map(([location, vote]) => `${location} ${JSON.stringify(Object.entries(vote).sort())}`)
      .sort()
      .join();
  const textOf = ({ url, name, status, since, slow, slowChangedAt }: Shown) =>
    JSON.stringify([url, name, status, since, slow, slowChangedAt]);
  return textOf(shown) === textOf(endpoint) && votesOf(shown) === votesOf(endpoint);
}

/** An endpoint refers to its open incidents, at most one of each kind, and they refer to it. */
function incidentViolations({ incidents, endpoints }: Stored): Violation[] {
  const found: Violation[] = [];
  for (const [id, incident] of incidents) {
    const endpoint = endpoints.get(incident.endpointId);
    const open = endpoint?.[OPEN_INCIDENT_FIELDS[sortOf(incident)]];
    const report = (text: string) => found.push({ document: `incidents/${id}`, text });
    if (!endpoint) report(`is active, and its endpoint ${incident.endpointId} is gone`);
    else if (open !== id) report(`is active, and its endpoint names ${open ?? 'none'}`);
    else if (runningOutage(incident) !== null && !['down', 'unknown'].includes(endpoint.status))
      report(`has an ongoing outage while its endpoint is ${endpoint.status}`);
    if (incident.stableAt !== null && !isFlapping(incident)) report('is to become stable, but does not flap');
    if (isFlapping(incident) && incident.stableAt === null && endpoint?.status === 'up')
      report('flaps, but never becomes stable while its endpoint is up');
  }
  for (const [id, endpoint] of endpoints) {
    const { openIncidentId, status } = endpoint;
    const report = (text: string) => found.push({ document: `endpoints/${id}`, text });
    for (const open of openIncidentIds(endpoint)) {
      if (!incidents.has(open)) report(`names incident ${open}, which is not active`);
    }
    const outage = runningOutage(incidents.get(openIncidentId ?? '') ?? null);
    if (status === 'down' && outage === null) report('is down without an outage');
    if ((endpoint.coverageDueAt ?? null) !== coverageDueAt(endpoint)) report('has another time for its next notice');
  }
  return found;
}

/**
 * An assignment has exactly the owner's endpoints at its location that are not paused, and its agent has the same generation of it, unless
 * the agent is being retired.
 */
function assignmentViolations({ assignments, endpoints, agents, agentStates, verdictChanges }: Stored): Violation[] {
  const found: Violation[] = [];
  const retired = [...verdictChanges.values()].filter(({ liveness }) => liveness === 'retired');
  const retiring = new Set(retired.map(({ agentId }) => agentId));
  const expected = new Map<string, Set<string>>();
  for (const [id, { ownerId, locations, status }] of endpoints) {
    for (const location of locations) {
      if (location === SERVER_LOCATION) continue;
      const key = assignmentId(location, ownerId);
      const ids = expected.get(key) ?? new Set();
      expected.set(key, status === 'paused' ? ids : ids.add(id));
    }
  }
  for (const [key, { size }] of expected) {
    if (size > 0 && !assignments.has(key)) found.push({ document: `assignments/${key}`, text: 'is missing' });
  }
  for (const [key, assignment] of assignments) {
    const { ownerId, location, agentId, generation, intervalSec, endpoints: assigned } = assignment;
    const { count, plannedChecks, features } = assignment;
    const report = (text: string) => found.push({ document: `assignments/${key}`, text });
    const ids = Object.keys(assigned);
    const missing = [...(expected.get(key) ?? [])].filter((id) => assigned[id] === undefined);
    const extra = ids.filter((id) => expected.get(key)?.has(id) !== true);
    const size = assignmentSize(assigned, intervalSec);
    if (count !== size.count) report(`counts ${count} of ${size.count} endpoints`);
    if (plannedChecks !== size.plannedChecks) report(`plans ${plannedChecks} of ${size.plannedChecks} checks`);
    if (features.join() !== size.features.join()) report(`needs ${features.join()}, not ${size.features.join()}`);
    if (missing.length > 0) report(`lacks ${missing.join(', ')}`);
    if (extra.length > 0) report(`has ${extra.join(', ')}, which should not be checked there`);
    for (const [id, { url, rev, monitorId }] of Object.entries(assigned)) {
      const endpoint = endpoints.get(id);
      if (
        endpoint &&
        (toAssignedUrl(endpoint.url, endpoint.check) !== url ||
          endpoint.rev !== rev ||
          endpoint.monitorId !== monitorId)
      )
        report(`has an older ${id}`);
    }
    if (agentId === null || retiring.has(agentId)) continue;
    if (agents.get(agentId)?.location !== location) report(`names ${agentId}, which is not an agent there`);
    else if (agentStates.get(agentId)?.owners[ownerId] !== generation)
      report(`has another generation than ${agentId} knows`);
  }
  return found;
}

function agentViolations({ agents, agentStates, assignments }: Stored): Violation[] {
  const byAgent = Map.groupBy(assignments.values(), ({ agentId }) => agentId);
  const found: Violation[] = [];
  for (const [id, { endpointCount, plannedChecks, location }] of agents) {
    const own = byAgent.get(id) ?? [];
    const report = (text: string) => found.push({ document: `agents/${id}`, text });
    const counted = own.reduce((sum, { count }) => sum + count, 0);
    const planned = own.reduce((sum, each) => sum + each.plannedChecks, 0);
    const state = agentStates.get(id);
    if (endpointCount !== counted) report(`counts ${endpointCount} of ${counted} endpoints`);
    if (plannedChecks !== planned) report(`plans ${plannedChecks} of ${planned} checks`);
    if (!state) found.push({ document: `agentStates/${id}`, text: 'is missing' });
    for (const ownerId of Object.keys(state?.owners ?? {})) {
      if (assignments.get(assignmentId(location, ownerId))?.agentId !== id)
        found.push({ document: `agentStates/${id}`, text: `has ${ownerId}, whose assignment is not its own` });
    }
  }
  return found;
}

function countViolations({ users, endpoints }: Stored): Violation[] {
  const counts = new Map<string, number>();
  for (const { ownerId } of endpoints.values()) counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1);
  return [...users].flatMap(([id, { endpointCount }]) => {
    const counted = counts.get(id) ?? 0;
    return endpointCount === counted
      ? []
      : [{ document: `users/${id}`, text: `counts ${endpointCount} of ${counted} endpoints` }];
  });
}

/** Verdict changes and outboxes that are overdue, and verdict changes with a number that their agent has not reached. */
function overdueViolations({ verdictChanges, outboxes, agentStates }: Stored, nowMs: number): Violation[] {
  const found: Violation[] = [];
  const isLate = (sinceMs: number | null) => sinceMs !== null && sinceMs < nowMs - LATE_MS;
  for (const [id, { agentId, agentSeq, state, createdAt, retryAt }] of verdictChanges) {
    const report = (text: string) => found.push({ document: `verdictChanges/${id}`, text });
    if (isLate(state === 'new' ? createdAt : retryAt)) report(`is ${state} for more than ten minutes`);
    if (agentSeq > (agentStates.get(agentId)?.agentSeq ?? agentSeq)) report('is newer than its agent’s last report');
  }
  for (const [id, { dueAt }] of outboxes) {
    if (isLate(dueAt)) found.push({ document: `outboxes/${id}`, text: 'has been due for more than ten minutes' });
  }
  return found;
}

/**
 * Checks that endpoints' statuses match their votes. Endpoints of owners with unapplied verdict changes are skipped.
 */
function statusViolations({ endpoints, assignments, verdictChanges }: Stored): Violation[] {
  const unapplied = [...verdictChanges.values()];
  return [...endpoints].flatMap(([id, endpoint]) => {
    if (unapplied.some((verdictChange) => affects(verdictChange, endpoint.ownerId))) return [];
    const assigned: AssignedByLocation = {};
    for (const location of endpoint.locations) {
      const assignment = assignments.get(assignmentId(location, endpoint.ownerId));
      if (assignment) assigned[location] = assignment;
    }
    const counting = countingVotes(endpoint.votes, endpoint.locations, assigned);
    const derived = quorumStatus(endpoint.votes, counting);
    const canBeInOutage = areMostDown(outageVotes(endpoint.votes, counting, assigned));
    if (canHaveStatus(endpoint.status, derived, canBeInOutage)) return [];
    return [{ document: `endpoints/${id}`, text: `is ${endpoint.status}, but ${derived} by its votes` }];
  });
}

/** A verdict change with a liveness affects all owners of its agent, which it does not list. */
function affects({ liveness, verdicts }: VerdictChange, ownerId: string): boolean {
  return liveness !== null || verdicts[ownerId] !== undefined;
}

/**
 * Some statuses may differ from the derived one: a paused endpoint has no votes, an endpoint only becomes down through a new vote, stays down while
 * outage votes are down, and is unknown, not pending, after it lost all votes.
 */
function canHaveStatus(status: EndpointStatus, derived: EndpointStatus, canBeInOutage: boolean): boolean {
  if (status === derived) return true;
  if (derived === 'down') return status !== 'pending' && status !== 'paused';
  if (derived === 'pending') return status === 'unknown' || status === 'paused';
  return derived === 'up' && canBeInOutage && (status === 'down' || status === 'unknown');
}
