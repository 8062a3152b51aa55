import { assignmentSize } from '@farwatch/core/decisions/monitors/assignment-size';
import { type Assignment, assignmentId, assignmentSchema } from '@farwatch/core/documents/assignment';
import { DEFAULT_INTERVAL_MIN } from '@farwatch/core/values/limits';
import type { SeedDocuments } from './documents.ts';
import { SEED_GENERATION } from './past-steps.ts';
import { DEMO_AGENTS, DEMO_MONITORS } from './scenario-table.ts';
import { UIDS } from './users.ts';

const INTERVAL_SEC = DEFAULT_INTERVAL_MIN * 60;

/**
 * Creates each owner's assignment for each location, with that location's demo agent; returns owners and counts by
 * location.
 */
export function seedAssignments(documents: SeedDocuments, targets: string, nowMs: number) {
  const ownerIds: Record<string, string[]> = {};
  const counts: Record<string, number> = {};
  for (const { id: agentId, location } of DEMO_AGENTS) {
    for (const owner of ['admin', 'user'] as const) {
      const endpoints = endpointsOf(owner, location, targets);
      const size = assignmentSize(endpoints, INTERVAL_SEC);
      if (size.count === 0) continue;
      const ownerId = UIDS[owner];
      const assignment = {
        location,
        ownerId,
        agentId,
        generation: SEED_GENERATION,
        live: true,
        liveSeq: 0,
        intervalSec: INTERVAL_SEC,
        ...size,
        endpoints,
        changedAt: nowMs,
      };
      documents.put(assignmentSchema, `assignments/${assignmentId(location, ownerId)}`, assignment);
      ownerIds[location] = [...(ownerIds[location] ?? []), ownerId];
      counts[location] = (counts[location] ?? 0) + size.count;
    }
  }
  return { ownerIds, counts };
}

function endpointsOf(
  owner: 'admin' | 'user',
  location: Assignment['location'],
  targets: string,
): Assignment['endpoints'] {
  const watched = DEMO_MONITORS.filter((monitor) => monitor.owner === owner && monitor.locations.includes(location));
  const entries = watched.flatMap((monitor) =>
    monitor.endpoints.map(({ id, name, path }) => [
      id,
      { url: `${targets}${path}`, name, group: monitor.name, monitorId: monitor.id, rev: 0 },
    ]),
  );
  return Object.fromEntries(entries);
}
