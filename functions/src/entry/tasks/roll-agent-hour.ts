import { isLate } from '@farwatch/core/documents/history';
import { hourId } from '@farwatch/core/documents/hour';
import { windowId } from '@farwatch/core/documents/window';
import type { Check } from '@farwatch/core/values/check';
import { hourStat } from '@farwatch/core/values/hour-stat';
import { RETENTION } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import { unpackChecks } from '@farwatch/core/values/pack';
import { HOUR_MS, WINDOW_MS } from '@farwatch/core/values/time';
import { type AgentHour, acquireHour, completeHour, releaseLease } from '../../domain/checks/dirty-hours.ts';
import { notifyRefused } from '../../domain/notifications/notices.ts';
import { attemptEach } from '../../platform/db/attempt-each.ts';
import { agentStates, hours, windows } from '../../platform/db/collections.ts';
import { fail } from '../../platform/db/due-work.ts';
import { createIfMissing, isInvalid } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import type { TaskInputs } from '../../platform/db/tasks.ts';

const OWNERS_AT_ONCE = 5;

/** An owner's packed checks of an hour, by the start of their window. */
type Packed = { location: LocationCode; reports: { windowAt: number; packed: string }[] };

/**
 * Task `rollAgentHour` (docs/documents.md, Roll-ups): writes an hour of one agent's windows into the owners' hour
 * documents, replacing earlier metrics, so that it can be repeated after late checks. The agent may be deleted. If
 * another run holds the lease, the sweep enqueues the hour again. One owner's failure does not stop the others.
 */
export async function rollAgentHour(run: Run, hour: TaskInputs['rollAgentHour']): Promise<void> {
  try {
    await rollOnce(run, hour);
  } catch (error) {
    await fail(run, [agentStates.ref(run.db, hour.agentId)], error);
  }
}

async function rollOnce(run: Run, hour: AgentHour): Promise<void> {
  const lease = await acquireHour(run, hour);
  if (lease.state === 'busy' || lease.state === 'done') return;
  try {
    await rollUp(run, hour);
  } catch (error) {
    if (lease.state === 'acquired') await releaseLease(run, hour, lease.hours);
    throw error;
  }
  if (lease.state === 'acquired') await completeHour(run, hour, lease.hours);
}

/** Rolls up a few owners at a time, to limit the unpacked checks in memory. */
async function rollUp(run: Run, { agentId, hourAt }: AgentHour): Promise<void> {
  const owners = await readOwners(run, { agentId, hourAt });
  const writeOwner = ([ownerId, { location, reports }]: [string, Packed]) => {
    const checks = reports.flatMap(({ windowAt, packed }) => unpackChecks(packed, windowAt));
    return writeHour(run, { agentId, ownerId, location, hourAt }, checks);
  };
  await attemptEach(owners, writeOwner, { atOnce: OWNERS_AT_ONCE, what: "owners' hours" });
}

/** Reads each owner's checks in the hour's windows, all from the agent's one location. */
async function readOwners(run: Run, { agentId, hourAt }: AgentHour): Promise<Map<string, Packed>> {
  const owners = new Map<string, Packed>();
  for (let windowAt = hourAt; windowAt < hourAt + HOUR_MS; windowAt += WINDOW_MS) {
    const { value: window } = windows.readSkippingInvalid(
      await windows.ref(run.db, windowId(agentId, windowAt)).get(),
      'checks',
    );
    if (!window) continue;
    for (const [ownerId, reports] of Object.entries(window.checks)) {
      const known = owners.get(ownerId) ?? { location: window.location, reports: [] };
      known.reports.push(...Object.values(reports).map((packed) => ({ windowAt, packed })));
      owners.set(ownerId, known);
    }
  }
  return owners;
}

type HourKey = { agentId: string; ownerId: string; location: LocationCode; hourAt: number };

/**
 * The hour's endpoints may not fit in a document, for instance after all were replaced several times. Then the phases
 * are dropped, and after that the endpoints checked least: an hour that cannot be written would be retried forever. The
 * owner of an hour of which nothing can be written is notified.
 */
async function writeHour(run: Run, key: HourKey, checks: Check[]): Promise<void> {
  const byEndpoint = [...Map.groupBy(checks, (check) => check.endpoint)];
  const mostFirst = byEndpoint.sort(([, a], [, b]) => b.length - a.length);
  for (let kept = mostFirst; kept.length > 0; kept = reduce(kept)) {
    if (await writeMetrics(run, key, kept)) return;
    console.error(
      `hours/${idOf(key)} cannot hold ${kept.length} endpoints of agent ${key.agentId}: some data is dropped`,
    );
  }
  if (checks.length > 0) await notifyRefused(run, [key.ownerId]);
}

/** Returns the endpoints without phases; if they have no phases, the first half of the endpoints. */
function reduce(byEndpoint: [string, Check[]][]): [string, Check[]][] {
  const hasNoPhases = byEndpoint.every(([, checks]) => checks.every(({ phases }) => phases === undefined));
  if (hasNoPhases) return byEndpoint.slice(0, Math.floor(byEndpoint.length / 2));
  return byEndpoint.map(([id, checks]) => [id, checks.map(({ phases: _, ...check }) => check)]);
}

/** A document holds 1 MiB; metrics take about one byte per character of their JSON. */
const MAX_CHARS = 1.5 * 1024 * 1024;

/**
 * Sets the metrics of these endpoints; false if the document cannot hold them, without trying when that is certain.
 * Does not use `set` with `mergeFields`: in Firestore's client its time grows with the square of the number of fields.
 */
async function writeMetrics(run: Run, key: HourKey, byEndpoint: [string, Check[]][]): Promise<boolean> {
  const { agentId, ownerId, location, hourAt } = key;
  const endpoints = Object.fromEntries(byEndpoint.map(([id, list]) => [id, { [agentId]: hourStat(list, hourAt) }]));
  if (JSON.stringify(endpoints).length > MAX_CHARS) return false;
  const rebuildAt = isLate(hourAt, run.nowMs) ? run.nowMs : null;
  const head = { ownerId, location, hourAt, expireAt: run.nowMs + RETENTION.hourMs, rebuildAt };
  const ref = hours.ref(run.db, idOf(key));
  try {
    if (await createIfMissing(ref, hours.toDocument({ ...head, endpoints }))) return true;
    const metrics = byEndpoint.map(([id]) => [`endpoints.${id}.${agentId}`, endpoints[id]?.[agentId]]);
    await ref.update(hours.toUpdate({ ...head, ...Object.fromEntries(metrics) }));
    return true;
  } catch (error) {
    if (isInvalid(error)) return false;
    throw error;
  }
}

function idOf({ ownerId, location, hourAt }: HourKey): string {
  return hourId(ownerId, location, hourAt);
}
