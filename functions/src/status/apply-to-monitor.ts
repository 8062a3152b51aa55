import { LIMITS } from '@farwatch/core/limits';
import { type Arrived, decideEndpoint, type EndpointOutcome } from '@farwatch/core/status/decide-endpoint';
import { disagreeing } from '@farwatch/core/status/review';
import type { Transaction } from 'firebase-admin/firestore';
import type { Run } from '../db/run.ts';
import { type Facts, readFacts, type Target } from './read-facts.ts';
import { writeOutcomes } from './write-outcomes.ts';

/** What arrived for an endpoint; if only other votes count, when that changed. */
export type Arrival = Arrived | { changedAtMs: number };
export type Arrivals = ReadonlyMap<string, Arrival>;

/** Which agents are asked to check which endpoints now. */
export type Asks = Map<string, string[]>;

/**
 * Applies verdicts to one monitor's endpoints, a transaction for each hundred: statuses, history, incidents and alerts
 * change together or not at all. A verdict already applied changes nothing. Checks wanted from other agents are added
 * to `asks`.
 */
export async function applyToMonitor(run: Run, target: Target, arrivals: Arrivals, asks: Asks): Promise<void> {
  const entries = [...arrivals];
  for (let start = 0; start < entries.length; start += LIMITS.endpointsPerTransaction) {
    const chunk = new Map(entries.slice(start, start + LIMITS.endpointsPerTransaction));
    const wanted = await run.db.runTransaction((tx) => applyChunk(run, tx, target, chunk));
    for (const [agentId, endpointIds] of wanted) asks.set(agentId, [...(asks.get(agentId) ?? []), ...endpointIds]);
  }
}

async function applyChunk(run: Run, tx: Transaction, target: Target, arrivals: Arrivals): Promise<Asks> {
  const facts = await readFacts(run, tx, target, [...arrivals.keys()]);
  if (!facts) return new Map();
  const outcomes = new Map<string, EndpointOutcome>();
  for (const [id, arrival] of arrivals) {
    const outcome = decideOne(run, facts, id, arrival);
    if (outcome) outcomes.set(id, outcome);
  }
  writeOutcomes(run, tx, facts, outcomes);
  return asksOf(facts, arrivals, outcomes);
}

function decideOne(run: Run, facts: Facts, id: string, arrival: Arrival): EndpointOutcome | null {
  const endpoint = facts.endpoints.get(id);
  if (!endpoint || endpoint.monitorId !== facts.monitorId || !Object.hasOwn(facts.monitor.endpoints, id)) return null;
  const find = (incidentId: string | null) => (incidentId === null ? null : (facts.incidents.get(incidentId) ?? null));
  const open = { downtime: find(endpoint.openIncidentId), certificate: find(endpoint.openCertificateIncidentId) };
  const { holders: assigned, monitor } = facts;
  const cause = 'changedAtMs' in arrival ? { arrived: null, ...arrival } : { arrived: arrival };
  return decideEndpoint({ id, endpoint, monitorName: monitor.name, ...cause, assigned, open, nowMs: run.nowMs });
}

/**
 * The checks wanted now from locations that see an endpoint differently while an incident is open or has just ended.
 * Asked again if the same verdict is applied again, so that a crash in between loses no request.
 */
function asksOf(facts: Facts, arrivals: Arrivals, outcomes: ReadonlyMap<string, EndpointOutcome>): Asks {
  const asks: Asks = new Map();
  for (const [id, arrival] of arrivals) {
    const outcome = outcomes.get(id);
    const endpoint = outcome?.endpoint ?? facts.endpoints.get(id);
    if (!endpoint || !('verdict' in arrival) || endpoint.votes[arrival.location]?.seq !== arrival.seq) continue;
    if (!outcome?.downtime && !endpoint.openIncidentId) continue;
    for (const location of disagreeing(endpoint.votes, endpoint.locations, arrival.location)) {
      const holder = facts.holders[location];
      if (holder?.agentId && holder.live) asks.set(holder.agentId, [...(asks.get(holder.agentId) ?? []), id]);
    }
  }
  return asks;
}
