import { haveAllRechecked } from '@farwatch/core/decisions/alerts/all-rechecked';
import type { QueuedAlert } from '@farwatch/core/decisions/alerts/queue';
import { SECOND_MS } from '@farwatch/core/values/time';
import { readSince } from '../api/endpoints/read-running.ts';
import { reasonOf } from '../db/attempt-each.ts';
import { alerts, endpoints } from '../db/collections.ts';
import type { Run } from '../db/run.ts';
import { readAssignedAgents } from '../status/assigned-agents.ts';

/** The sender's clock: a run may wait ten seconds for Telegram many times, and for alerts that are due soon. */
export type Clock = { now(): number; sleep(ms: number): Promise<unknown> };

const LOOK_EVERY_MS = 1.5 * SECOND_MS;
/** Each look reads a few documents for each alert: if many are held, they simply wait. */
const LOOKED_AFTER = 5;

/**
 * Waits until then, epoch ms, for other locations on held alerts; shorter if all have checked again. A location that
 * sees the endpoint down reports that itself; that it still sees it up shows only in its checks.
 */
export async function waitForRechecks(
  run: Run,
  held: readonly QueuedAlert[],
  untilMs: number,
  clock: Clock,
): Promise<void> {
  const isLookedAfter = held.length <= LOOKED_AFTER;
  for (let restMs = untilMs - clock.now(); restMs > 0; restMs = untilMs - clock.now()) {
    await clock.sleep(isLookedAfter ? Math.min(LOOK_EVERY_MS, restMs) : restMs);
    if (!isLookedAfter) continue;
    const released = await Promise.all(held.map((each) => look(run, each, clock.now())));
    if (released.includes(true)) return;
  }
}

/** A look that fails only means that the alert waits until its time. */
async function look(run: Run, queued: QueuedAlert, nowMs: number): Promise<boolean> {
  try {
    return await releaseIfRechecked(run, queued, nowMs);
  } catch (error) {
    console.error(`Whether alerts/${queued.id} need wait any longer is not known: ${reasonOf(error)}`);
    return false;
  }
}

async function releaseIfRechecked(run: Run, { id, alert }: QueuedAlert, nowMs: number): Promise<boolean> {
  if (alert.endpointId === null) return false;
  const sinceMs = alert.values.occurredAt;
  const endpoint = endpoints.read(await endpoints.ref(run.db, alert.endpointId).get());
  if (!endpoint) return false;
  const [assignedAgents, checks] = await Promise.all([
    readAssignedAgents(run, endpoint.ownerId),
    readSince({ ...run, nowMs }, { ...endpoint, id: alert.endpointId }, sinceMs),
  ]);
  if (!haveAllRechecked(endpoint, assignedAgents, checks, sinceMs)) return false;
  await alerts.ref(run.db, id).update(alerts.toUpdate({ nextAt: nowMs }));
  return true;
}
