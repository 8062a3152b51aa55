import { assignmentId } from '../documents/assignment.ts';
import { type Incident, runningOutage } from '../documents/incident.ts';
import { MINUTE_MS } from '../time.ts';
import { statusViolations } from './status-violations.ts';
import type { Stored, Violation } from './stored.ts';

/** Longer than any trigger, task or sweep leaves work waiting. */
const LATE_MS = 10 * MINUTE_MS;

/** Whatever contradicts itself in a project's documents; empty where all is well, also while work is under way. */
export function findViolations(stored: Stored, nowMs: number): Violation[] {
  return [
    ...monitorViolations(stored),
    ...statusViolations(stored),
    ...incidentViolations(stored),
    ...assignmentViolations(stored),
    ...agentViolations(stored),
    ...countViolations(stored),
    ...lateWork(stored, nowMs),
  ];
}

/** The monitor's document repeats what is in its endpoints' documents. */
function monitorViolations({ monitors, endpoints }: Stored): Violation[] {
  const found: Violation[] = [];
  for (const [id, monitor] of monitors) {
    for (const [endpointId, shown] of Object.entries(monitor.endpoints)) {
      const endpoint = endpoints.get(endpointId);
      const say = (text: string) => found.push({ document: `monitors/${id}`, text: `${endpointId} ${text}` });
      if (!endpoint) say('has no document');
      else if (endpoint.monitorId !== id) say(`belongs to ${endpoint.monitorId}`);
      else if (!repeats(shown, endpoint)) say('is not as its document says');
      else if (endpoint.locations.join() !== monitor.locations.join()) say('has other locations');
    }
  }
  for (const [id, endpoint] of endpoints) {
    if (monitors.get(endpoint.monitorId)?.endpoints[id] === undefined)
      found.push({ document: `endpoints/${id}`, text: `is not in monitor ${endpoint.monitorId}` });
  }
  return found;
}

type Shown = { url: string; name: string; status: string; since: number; votes: Readonly<Record<string, object>> };

function repeats(shown: Shown, endpoint: Shown): boolean {
  const votesOf = ({ votes }: Shown) =>
    Object.entries(votes)
      .map(([location, vote]) => `${location} ${JSON.stringify(Object.entries(vote).sort())}`)
      .sort()
      .join();
  const textOf = ({ url, name, status, since }: Shown) => JSON.stringify([url, name, status, since]);
  return textOf(shown) === textOf(endpoint) && votesOf(shown) === votesOf(endpoint);
}

/** An endpoint names its open incidents, each kind at most once, and they it. */
function incidentViolations({ incidents, endpoints, alertsByIncident }: Stored): Violation[] {
  const found: Violation[] = [];
  for (const [id, incident] of incidents) {
    const endpoint = endpoints.get(incident.endpointId);
    const open = incident.kind === 'downtime' ? endpoint?.openIncidentId : endpoint?.openCertificateIncidentId;
    const say = (text: string) => found.push({ document: `incidents/${id}`, text });
    if (!endpoint) say(`is active, and its endpoint ${incident.endpointId} is gone`);
    else if (open !== id) say(`is active, and its endpoint names ${open ?? 'none'}`);
    else if (isToldNowhere(id, incident, alertsByIncident)) say('counts alerts that do not exist');
    else if (runningOutage(incident) !== null && !['down', 'unknown'].includes(endpoint.status))
      say(`has an outage that goes on while its endpoint is ${endpoint.status}`);
  }
  for (const [id, { openIncidentId, openCertificateIncidentId, status }] of endpoints) {
    const say = (text: string) => found.push({ document: `endpoints/${id}`, text });
    for (const open of [openIncidentId, openCertificateIncidentId]) {
      if (open !== null && !incidents.has(open)) say(`names incident ${open}, which is not active`);
    }
    const outage = runningOutage(incidents.get(openIncidentId ?? '') ?? null);
    if (status === 'down' && outage === null) say('is down without an outage');
  }
  return found;
}

function isToldNowhere(id: string, { outage, telling }: Incident, counts: Stored['alertsByIncident']): boolean {
  const told = telling.alerts + (outage?.telling.alerts ?? 0);
  return told > 0 && (counts.get(id) ?? 0) === 0;
}

/**
 * An assignment has just the owner's endpoints at its location, as they are, and the agent that it names knows of it, unless
 * that is about to lose it.
 */
function assignmentViolations({ assignments, endpoints, agents, agentStates, flips }: Stored): Violation[] {
  const found: Violation[] = [];
  const retired = [...flips.values()].filter(({ liveness }) => liveness === 'retired');
  const leaving = new Set(retired.map(({ agentId }) => agentId));
  const wanted = new Map<string, Set<string>>();
  for (const [id, { ownerId, locations }] of endpoints) {
    for (const location of locations) {
      const key = assignmentId(location, ownerId);
      wanted.set(key, (wanted.get(key) ?? new Set()).add(id));
    }
  }
  for (const key of wanted.keys()) {
    if (!assignments.has(key)) found.push({ document: `assignments/${key}`, text: 'is missing' });
  }
  for (const [key, { ownerId, location, agentId, generation, count, endpoints: assigned }] of assignments) {
    const say = (text: string) => found.push({ document: `assignments/${key}`, text });
    const ids = Object.keys(assigned);
    const missing = [...(wanted.get(key) ?? [])].filter((id) => assigned[id] === undefined);
    const extra = ids.filter((id) => wanted.get(key)?.has(id) !== true);
    if (count !== ids.length) say(`counts ${count} of ${ids.length} endpoints`);
    if (missing.length > 0) say(`lacks ${missing.join(', ')}`);
    if (extra.length > 0) say(`has ${extra.join(', ')}, which nobody wants checked there`);
    for (const [id, { url, rev, monitorId }] of Object.entries(assigned)) {
      const endpoint = endpoints.get(id);
      if (endpoint && (endpoint.url !== url || endpoint.rev !== rev || endpoint.monitorId !== monitorId))
        say(`has an older ${id}`);
    }
    if (agentId === null || leaving.has(agentId)) continue;
    if (agents.get(agentId)?.location !== location) say(`names ${agentId}, which is no agent there`);
    else if (agentStates.get(agentId)?.owners[ownerId] !== generation) say(`is not what ${agentId} knows of`);
  }
  return found;
}

function agentViolations({ agents, agentStates, assignments }: Stored): Violation[] {
  const counts = new Map<string, number>();
  for (const { agentId, count } of assignments.values()) {
    if (agentId !== null) counts.set(agentId, (counts.get(agentId) ?? 0) + count);
  }
  const found: Violation[] = [];
  for (const [id, { endpointCount, location }] of agents) {
    const counted = counts.get(id) ?? 0;
    const state = agentStates.get(id);
    if (endpointCount !== counted)
      found.push({ document: `agents/${id}`, text: `counts ${endpointCount} of ${counted} endpoints` });
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

/** What should long have been applied or sent, and what was numbered without its agent's knowledge. */
function lateWork({ flips, alerts, agentStates }: Stored, nowMs: number): Violation[] {
  const found: Violation[] = [];
  const isLate = (sinceMs: number | null) => sinceMs !== null && sinceMs < nowMs - LATE_MS;
  for (const [id, { agentId, agentSeq, state, createdAt, retryAt }] of flips) {
    const say = (text: string) => found.push({ document: `flips/${id}`, text });
    if (isLate(state === 'new' ? createdAt : retryAt)) say(`is ${state} for more than ten minutes`);
    if (agentSeq > (agentStates.get(agentId)?.agentSeq ?? agentSeq)) say('is newer than its agent’s last report');
  }
  for (const [id, { state, nextAt }] of alerts) {
    if (isLate(nextAt)) found.push({ document: `alerts/${id}`, text: `is ${state} for more than ten minutes` });
  }
  return found;
}
