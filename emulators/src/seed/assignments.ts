import { type Assignment, assignmentId, assignmentSchema } from '@farwatch/core/documents/assignment';
import { DEFAULT_INTERVAL_MIN } from '@farwatch/core/limits';
import type { SeedDocuments } from './documents.ts';
import { DEMO_AGENTS, DEMO_MONITORS } from './scenario-table.ts';
import { SEED_GEN } from './simulate.ts';
import { UIDS } from './users.ts';

/**
 * Creates each owner's assignment for each country, with that country's demo agent; returns owners and counts by
 * country.
 */
export function seedAssignments(documents: SeedDocuments, targets: string, nowMs: number) {
  const held: Record<string, string[]> = {};
  const counts: Record<string, number> = {};
  for (const { id: agentId, country } of DEMO_AGENTS) {
    for (const owner of ['admin', 'user'] as const) {
      const endpoints = endpointsOf(owner, country, targets);
      const count = Object.keys(endpoints).length;
      if (count === 0) continue;
      const ownerId = UIDS[owner];
      const assignment = {
        location: country,
        ownerId,
        agentId,
        gen: SEED_GEN,
        live: true,
        liveOrder: 0,
        intervalSec: DEFAULT_INTERVAL_MIN * 60,
        count,
        endpoints,
        changedAt: nowMs,
      };
      documents.put(assignmentSchema, `assignments/${assignmentId(country, ownerId)}`, assignment);
      held[country] = [...(held[country] ?? []), ownerId];
      counts[country] = (counts[country] ?? 0) + count;
    }
  }
  return { held, counts };
}

function endpointsOf(
  owner: 'admin' | 'user',
  country: Assignment['location'],
  targets: string,
): Assignment['endpoints'] {
  const watched = DEMO_MONITORS.filter((monitor) => monitor.owner === owner && monitor.locations.includes(country));
  const entries = watched.flatMap((monitor) =>
    monitor.endpoints.map(({ id, name, path }) => [
      id,
      { url: `${targets}${path}`, name, group: monitor.name, monitorId: monitor.id, rev: 0 },
    ]),
  );
  return Object.fromEntries(entries);
}
