import type { Check } from '@farwatch/core/checks/check';
import { unpackChecks } from '@farwatch/core/checks/pack';
import { hourId } from '@farwatch/core/documents/hour';
import { windowId } from '@farwatch/core/documents/window';
import { KEEP } from '@farwatch/core/limits';
import type { LocationCode } from '@farwatch/core/locations';
import { hourStat } from '@farwatch/core/rollups/hour-stat';
import { HOUR_MS, WINDOW_MS } from '@farwatch/core/time';
import { attemptEach } from '../db/attempt-each.ts';
import { hours, windows } from '../db/collections.ts';
import { created, isInvalid } from '../db/retry.ts';
import type { Run } from '../db/run.ts';
import { type AgentHour, giveBack, markDone, takeHour } from './dirty-hours.ts';

const OWNERS_AT_ONCE = 5;

/** An owner's packed checks of an hour, by the start of their window. */
type Packed = { location: LocationCode; reports: { windowAt: number; packed: string }[] };

/**
 * Task `rollAgentHour` (docs/architecture.md, Roll-ups): writes an hour of one agent's windows into the owners' hour
 * documents. Figures are set whole, so repeating it after late checks is right. The agent may be gone. If another has
 * the lease, the mark stays and the sweep asks again. One owner's failure stops no other; all are thrown at the end.
 */
export async function rollAgentHour(run: Run, agentId: string, hourAt: number): Promise<void> {
  const hour = { agentId, hourAt };
  const lease = await takeHour(run, hour);
  if (lease.state === 'busy' || lease.state === 'done') return;
  try {
    await rollUp(run, hour);
  } catch (error) {
    if (lease.state === 'ours') await giveBack(run, hour, lease.hours);
    throw error;
  }
  if (lease.state === 'ours') await markDone(run, hour, lease.hours);
}

/** Few owners at a time, so that only their checks are unpacked in memory. */
async function rollUp(run: Run, { agentId, hourAt }: AgentHour): Promise<void> {
  const owners = await readOwners(run, { agentId, hourAt });
  const writeOwner = ([ownerId, { location, reports }]: [string, Packed]) => {
    const checks = reports.flatMap(({ windowAt, packed }) => unpackChecks(packed, windowAt));
    return writeHour(run, { agentId, ownerId, location, hourAt }, checks);
  };
  await attemptEach(owners, writeOwner, { atOnce: OWNERS_AT_ONCE, what: "owners' hours" });
}

/**
 * Each owner's checks in the hour's windows, read one after the other. All are of one location, since an agent does not
 * move.
 */
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
 * If there are more endpoints than a document can hold, as after replacing all endpoints again and again, their checks
 * lose their phases, then those checked most are kept: an hour that cannot be written would be retried without end.
 */
async function writeHour(run: Run, key: HourKey, checks: Check[]): Promise<void> {
  const byEndpoint = [...Map.groupBy(checks, (check) => check.endpoint)];
  const mostFirst = byEndpoint.sort(([, a], [, b]) => b.length - a.length);
  for (let kept = mostFirst; kept.length > 0; kept = lessOf(kept)) {
    if (await putFigures(run, key, kept)) return;
    console.error(`hours/${idOf(key)} cannot hold ${kept.length} endpoints of agent ${key.agentId}: less is kept`);
  }
}

/** The same without phases; where there are none, half of the endpoints. */
function lessOf(byEndpoint: [string, Check[]][]): [string, Check[]][] {
  const isBare = byEndpoint.every(([, checks]) => checks.every(({ phases }) => phases === undefined));
  if (isBare) return byEndpoint.slice(0, Math.floor(byEndpoint.length / 2));
  return byEndpoint.map(([id, checks]) => [id, checks.map(({ phases: _, ...check }) => check)]);
}

/** A document holds 1 MiB, and figures take about as many bytes there as they have characters as JSON. */
const HOPELESS_CHARS = 1.5 * 1024 * 1024;

/**
 * Sets the figures of these endpoints; false if the document cannot hold them, which takes long to try with thousands.
 * Not by `set` with `mergeFields`: for them Firestore's client takes a time that grows with their number's square.
 */
async function putFigures(run: Run, key: HourKey, byEndpoint: [string, Check[]][]): Promise<boolean> {
  const { agentId, ownerId, location, hourAt } = key;
  const endpoints = Object.fromEntries(byEndpoint.map(([id, list]) => [id, { [agentId]: hourStat(list, hourAt) }]));
  if (JSON.stringify(endpoints).length > HOPELESS_CHARS) return false;
  const head = { ownerId, location, hourAt, expireAt: run.nowMs + KEEP.hourMs };
  const ref = hours.ref(run.db, idOf(key));
  try {
    if (await created(ref, hours.toDocument({ ...head, endpoints }))) return true;
    const figures = byEndpoint.map(([id]) => [`endpoints.${id}.${agentId}`, endpoints[id]?.[agentId]]);
    await ref.update(hours.toUpdate({ ...head, ...Object.fromEntries(figures) }));
    return true;
  } catch (error) {
    if (isInvalid(error)) return false;
    throw error;
  }
}

function idOf({ ownerId, location, hourAt }: HourKey): string {
  return hourId(ownerId, location, hourAt);
}
