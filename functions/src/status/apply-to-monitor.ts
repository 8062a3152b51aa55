import { decideEndpoint, type EndpointChange, type VoteUpdate } from '@farwatch/core/decisions/status/decide-endpoint';
import { disagreeingLocations, locationsToRecheck } from '@farwatch/core/decisions/status/review';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { LIMITS } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import type { Transaction } from 'firebase-admin/firestore';
import type { Run } from '../db/run.ts';
import { type Facts, readContext, type Target } from './read-context.ts';
import { writeChanges } from './write-changes.ts';

/** An endpoint's new verdict or withdrawal; or, if only other votes count now, since when. */
type Cause = VoteUpdate | { changedAtMs: number };
type Causes = ReadonlyMap<string, Cause>;

/** The endpoints that agents recheck now, by agent. */
export type EndpointsByAgent = Map<string, string[]>;

/**
 * Applies verdicts to one monitor's endpoints, a transaction for each hundred: statuses, history, incidents and alerts
 * change together or not at all. A verdict already applied changes nothing. Adds the rechecks that other agents should
 * make to `rechecks`.
 */
export async function applyToMonitor(
  run: Run,
  target: Target,
  causes: Causes,
  rechecks: EndpointsByAgent,
): Promise<void> {
  const entries = [...causes];
  for (let start = 0; start < entries.length; start += LIMITS.endpointsPerTransaction) {
    const chunk = new Map(entries.slice(start, start + LIMITS.endpointsPerTransaction));
    const found = await run.db.runTransaction((tx) => applyChunk(run, tx, target, chunk));
    for (const [agentId, endpointIds] of found) addEndpoints(rechecks, agentId, endpointIds);
  }
}

async function applyChunk(run: Run, tx: Transaction, target: Target, causes: Causes): Promise<EndpointsByAgent> {
  const facts = await readContext(run, tx, target, [...causes.keys()]);
  if (!facts) return new Map();
  const changes = new Map<string, EndpointChange>();
  for (const [id, cause] of causes) {
    const change = decideOne(run, facts, id, cause);
    if (change) changes.set(id, change);
  }
  writeChanges(run, tx, facts, changes);
  return rechecksOf(facts, causes, changes);
}

function decideOne(run: Run, facts: Facts, id: string, cause: Cause): EndpointChange | null {
  const endpoint = facts.endpoints.get(id);
  if (!endpoint || endpoint.monitorId !== facts.monitorId || !Object.hasOwn(facts.monitor.endpoints, id)) return null;
  const find = (incidentId: string | null) => (incidentId === null ? null : (facts.incidents.get(incidentId) ?? null));
  const open = { downtime: find(endpoint.openIncidentId), certificate: find(endpoint.openCertificateIncidentId) };
  const { assignedAgents: assigned, monitor } = facts;
  const given = 'changedAtMs' in cause ? { update: null, ...cause } : { update: cause };
  return decideEndpoint({ id, endpoint, monitorName: monitor.name, ...given, assigned, open, nowMs: run.nowMs });
}

/**
 * The rechecks needed now: after a verdict at the locations that disagree while an incident is open or has just ended,
 * else at those whose up vote is from before their agent was away. The same cause applied again gives the same ones, so
 * that a crash in between loses none.
 */
function rechecksOf(facts: Facts, causes: Causes, changes: ReadonlyMap<string, EndpointChange>): EndpointsByAgent {
  const rechecks: EndpointsByAgent = new Map();
  for (const [id, cause] of causes) {
    const change = changes.get(id);
    const endpoint = change?.endpoint ?? facts.endpoints.get(id);
    if (!endpoint || (!change?.downtime && !endpoint.openIncidentId)) continue;
    for (const location of locationsFor(cause, endpoint, facts)) {
      const assigned = facts.assignedAgents[location];
      if (assigned?.agentId && assigned.live) addEndpoints(rechecks, assigned.agentId, [id]);
    }
  }
  return rechecks;
}

function locationsFor(cause: Cause, endpoint: Endpoint, { assignedAgents }: Facts): LocationCode[] {
  if ('changedAtMs' in cause) return locationsToRecheck(endpoint, assignedAgents);
  if (!('verdict' in cause) || endpoint.votes[cause.location]?.agentSeq !== cause.agentSeq) return [];
  return disagreeingLocations(endpoint.votes, endpoint.locations, cause.location);
}

function addEndpoints(rechecks: EndpointsByAgent, agentId: string, endpointIds: readonly string[]): void {
  rechecks.set(agentId, [...(rechecks.get(agentId) ?? []), ...endpointIds]);
}
