import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { LIMITS } from '@farwatch/core/limits';
import type { LocationCode } from '@farwatch/core/locations';
import { type Arrived, decideEndpoint, type EndpointChange } from '@farwatch/core/status/decide-endpoint';
import { disagreeing, toAskAnew } from '@farwatch/core/status/review';
import type { Transaction } from 'firebase-admin/firestore';
import type { Run } from '../db/run.ts';
import { type Facts, readFacts, type Target } from './read-facts.ts';
import { writeChanges } from './write-changes.ts';

/** What arrived for an endpoint; if only other votes count, when that changed. */
export type Arrival = Arrived | { changedAtMs: number };
type Arrivals = ReadonlyMap<string, Arrival>;

/** Which agents are asked to check which endpoints now. */
export type Asks = Map<string, string[]>;

/**
 * Applies verdicts to one monitor's endpoints, a transaction for each hundred: statuses, history, incidents and alerts
 * change together or not at all. A verdict already applied changes nothing. Checks needed from other agents are added
 * to `asks`.
 */
export async function applyToMonitor(run: Run, target: Target, arrivals: Arrivals, asks: Asks): Promise<void> {
  const entries = [...arrivals];
  for (let start = 0; start < entries.length; start += LIMITS.endpointsPerTransaction) {
    const chunk = new Map(entries.slice(start, start + LIMITS.endpointsPerTransaction));
    const found = await run.db.runTransaction((tx) => applyChunk(run, tx, target, chunk));
    for (const [agentId, endpointIds] of found) asks.set(agentId, [...(asks.get(agentId) ?? []), ...endpointIds]);
  }
}

async function applyChunk(run: Run, tx: Transaction, target: Target, arrivals: Arrivals): Promise<Asks> {
  const facts = await readFacts(run, tx, target, [...arrivals.keys()]);
  if (!facts) return new Map();
  const changes = new Map<string, EndpointChange>();
  for (const [id, arrival] of arrivals) {
    const change = decideOne(run, facts, id, arrival);
    if (change) changes.set(id, change);
  }
  writeChanges(run, tx, facts, changes);
  return asksOf(facts, arrivals, changes);
}

function decideOne(run: Run, facts: Facts, id: string, arrival: Arrival): EndpointChange | null {
  const endpoint = facts.endpoints.get(id);
  if (!endpoint || endpoint.monitorId !== facts.monitorId || !Object.hasOwn(facts.monitor.endpoints, id)) return null;
  const find = (incidentId: string | null) => (incidentId === null ? null : (facts.incidents.get(incidentId) ?? null));
  const open = { downtime: find(endpoint.openIncidentId), certificate: find(endpoint.openCertificateIncidentId) };
  const { assignedAgents: assigned, monitor } = facts;
  const cause = 'changedAtMs' in arrival ? { arrived: null, ...arrival } : { arrived: arrival };
  return decideEndpoint({ id, endpoint, monitorName: monitor.name, ...cause, assigned, open, nowMs: run.nowMs });
}

/**
 * The checks needed now: of a verdict from the locations that see it differently while an incident is open or has just
 * ended, else from those whose word on an outage is too old. Asked again if the same is applied again, so that a crash in
 * between loses no request.
 */
function asksOf(facts: Facts, arrivals: Arrivals, changes: ReadonlyMap<string, EndpointChange>): Asks {
  const asks: Asks = new Map();
  for (const [id, arrival] of arrivals) {
    const change = changes.get(id);
    const endpoint = change?.endpoint ?? facts.endpoints.get(id);
    if (!endpoint || (!change?.downtime && !endpoint.openIncidentId)) continue;
    for (const location of locationsToAsk(facts, endpoint, arrival)) {
      const assigned = facts.assignedAgents[location];
      if (assigned?.agentId && assigned.live) asks.set(assigned.agentId, [...(asks.get(assigned.agentId) ?? []), id]);
    }
  }
  return asks;
}

function locationsToAsk({ assignedAgents }: Facts, endpoint: Endpoint, arrival: Arrival): LocationCode[] {
  if ('changedAtMs' in arrival) return toAskAnew(endpoint, assignedAgents);
  if (!('verdict' in arrival) || endpoint.votes[arrival.location]?.agentSeq !== arrival.agentSeq) return [];
  return disagreeing(endpoint.votes, endpoint.locations, arrival.location);
}
