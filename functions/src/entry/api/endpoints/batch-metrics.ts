import type { BatchMetrics } from '@farwatch/core/contracts/api/dashboard';
import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import type { LocatedCheck } from '@farwatch/core/decisions/checks/endpoint-hours';
import { assignmentId } from '@farwatch/core/documents/assignment';
import { mean } from '@farwatch/core/values/hour-stat';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { HOUR_MS } from '@farwatch/core/values/time';
import type { AssignedAgents } from '../../../domain/checks/assigned-agents.ts';
import { readRawChecks } from '../../../domain/checks/raw-checks.ts';
import { assignments } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { POLLED_MS } from '../../../platform/http/answer-cache.ts';
import { route } from '../../../platform/http/route.ts';
import { lastChecksOf } from '../last-checks.ts';

/** Reads at most 27 documents, however many endpoints are requested. */
export const getBatchMetrics = route(endpointCalls.metrics, {
  cachedForMs: POLLED_MS,
  run: async (run, caller, { query }) => {
    const { endpointIds, assignedAgents } = await readAssigned(run, caller.accountId);
    const sinceMs = run.nowMs - HOUR_MS;
    const [lastChecks, checks] = await Promise.all([
      lastChecksOf(run, caller.accountId, assignedAgents),
      readRawChecks(run, caller.accountId, { assignedAgents, locations: LOCATION_CODES }, () => sinceMs),
    ]);
    const recent = checks.filter((check) => check.at >= sinceMs);
    const checksOf = Map.groupBy(recent, (check) => check.endpoint);
    const metrics: BatchMetrics = {};
    for (const id of query.endpointIds.filter((each) => endpointIds.has(each))) {
      const own = checksOf.get(id) ?? [];
      const average = mean(own.filter((check) => check.error === null).map((check) => check.ms));
      const lastCheckAt = isoOf(lastChecks.get(id)?.at ?? null);
      const avgResponseTime = average === null ? null : Math.round(average);
      metrics[id] = { avgResponseTime, lastCheckAt, latest: latestOf(own) };
    }
    return metrics;
  },
});

/** Each location's newest check. */
function latestOf(checks: readonly LocatedCheck[]): BatchMetrics[string]['latest'] {
  const inOrder = checks.toSorted((a, b) => a.at - b.at);
  return Object.fromEntries(
    inOrder.map(({ location, at, error }) => [location, { at: isoOf(at), success: error === null }]),
  );
}

const assignedFields = assignments.pick('agentId', 'generation', 'live', 'liveSeq', 'endpoints');

/** An owner's endpoints and their agents, from the owner's assignments: at most three documents. */
async function readAssigned(
  run: Run,
  ownerId: string,
): Promise<{ endpointIds: Set<string>; assignedAgents: AssignedAgents }> {
  const refs = LOCATION_CODES.map((location) => assignments.ref(run.db, assignmentId(location, ownerId)));
  const documents = await assignedFields.getAll(run.db, ...refs);
  const assignedAgents: AssignedAgents = {};
  const endpointIds = new Set<string>();
  LOCATION_CODES.forEach((location, index) => {
    const found = documents[index];
    if (!found) return;
    const { endpoints, ...assigned } = found;
    assignedAgents[location] = assigned;
    for (const id of Object.keys(endpoints)) endpointIds.add(id);
  });
  return { endpointIds, assignedAgents };
}
