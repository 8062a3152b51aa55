import type { Check } from '@farwatch/core/checks/check';
import { unpackChecks } from '@farwatch/core/checks/pack';
import { hourId } from '@farwatch/core/documents/hour';
import { type Window, windowId } from '@farwatch/core/documents/window';
import { KEEP } from '@farwatch/core/limits';
import type { LocationCode } from '@farwatch/core/locations';
import { hourStat } from '@farwatch/core/rollups/hour-stat';
import { HOUR_MS, WINDOW_MS } from '@farwatch/core/time';
import { FieldPath } from 'firebase-admin/firestore';
import { hours, windows } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { mark, unmark } from './dirty-hours.ts';

/**
 * Task `rollAgentHour`: an hour of one agent's windows into the owners' hour documents. Each endpoint's figures of this agent
 * are set whole, never added to, so rolling up again after late checks is right (design 3). The agent may be gone by then.
 * One owner's hour that cannot be written keeps no other's from it; what failed is thrown at the end.
 */
export async function rollAgentHour(run: Run, agentId: string, hourAt: number): Promise<void> {
  await unmark(run, agentId, hourAt);
  try {
    await rollUp(run, agentId, hourAt);
  } catch (error) {
    await mark(run, agentId, hourAt);
    throw error;
  }
}

async function rollUp(run: Run, agentId: string, hourAt: number): Promise<void> {
  const failures: unknown[] = [];
  for (const { ownerId, location, checks } of partsOf(await readWindows(run, agentId, hourAt))) {
    const key = { agentId, ownerId, location, hourAt };
    await writeHour(run, key, checks).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} owners' hours could not be rolled up`);
}

async function readWindows(run: Run, agentId: string, hourAt: number): Promise<Window[]> {
  const starts = Array.from({ length: HOUR_MS / WINDOW_MS }, (_, index) => hourAt + index * WINDOW_MS);
  const documents = await run.db.getAll(...starts.map((start) => windows.ref(run.db, windowId(agentId, start))));
  return documents.flatMap((document) => windows.read(document) ?? []);
}

/** Each owner's checks in these windows. All are of one location: an agent does not move. */
function partsOf(found: Window[]): { ownerId: string; location: LocationCode; checks: Check[] }[] {
  const reports = found.flatMap(({ location, startAt, o }) =>
    Object.entries(o).map(([ownerId, packed]) => ({ ownerId, location, startAt, packed: Object.values(packed) })),
  );
  return [...Map.groupBy(reports, ({ ownerId }) => ownerId).values()].flatMap((list) => {
    const [first] = list;
    const checks = list.flatMap(({ packed, startAt }) => packed.flatMap((each) => unpackChecks(each, startAt)));
    return first ? [{ ownerId: first.ownerId, location: first.location, checks }] : [];
  });
}

type HourKey = { agentId: string; ownerId: string; location: LocationCode; hourAt: number };

async function writeHour(run: Run, { agentId, ownerId, location, hourAt }: HourKey, checks: Check[]): Promise<void> {
  const byEndpoint = [...Map.groupBy(checks, (check) => check.endpoint)];
  const e = Object.fromEntries(byEndpoint.map(([id, list]) => [id, { [agentId]: hourStat(list, hourAt) }]));
  const document = hours.whole({ ownerId, location, hourAt, expireAt: run.nowMs + KEEP.hourMs, e });
  const head = ['ownerId', 'location', 'hourAt', 'expireAt'];
  const figures = byEndpoint.map(([id]) => new FieldPath('e', id, agentId));
  await hours.ref(run.db, hourId(ownerId, location, hourAt)).set(document, { mergeFields: [...head, ...figures] });
}
