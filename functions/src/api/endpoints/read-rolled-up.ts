import { unpackChecks } from '@farwatch/core/checks/pack';
import { hourId } from '@farwatch/core/documents/hour';
import type { LocatedCheck } from '@farwatch/core/rollups/endpoint-hours';
import { DAY_MS, HOUR_MS, hourStart } from '@farwatch/core/time';
import { hours } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import type { Checked } from './day-of-checks.ts';

/** `lastHourAgents`: those whose checks in the hour before the running one are among them. */
export type RolledUp = { checks: LocatedCheck[]; lastHourAgents: ReadonlySet<string> };

/** An endpoint's rolled-up checks of the 24 hours before the running one: a document for each hour and location. */
export async function readRolledUp(run: Run, { id, ownerId, locations }: Checked): Promise<RolledUp> {
  const running = hourStart(run.nowMs);
  const first = hourStart(run.nowMs - DAY_MS);
  const starts = Array.from({ length: (running - first) / HOUR_MS }, (_, index) => first + index * HOUR_MS);
  const parts = locations.flatMap((location) => starts.map((hourAt) => ({ location, hourAt })));
  const lastHourAgents = new Set<string>();
  if (parts.length === 0) return { checks: [], lastHourAgents };
  const refs = parts.map(({ location, hourAt }) => hours.ref(run.db, hourId(ownerId, location, hourAt)));
  const figures = await hours.entry('endpoints', id).getAll(run.db, ...refs);
  const checks = parts.flatMap(({ location, hourAt }, index) => {
    const byAgent = Object.entries(figures[index] ?? {});
    return byAgent.flatMap(([agentId, { points }]) => {
      if (hourAt === running - HOUR_MS) lastHourAgents.add(agentId);
      return unpackChecks(points, hourAt).map((check) => ({ ...check, endpoint: id, location }));
    });
  });
  return { checks, lastHourAgents };
}
