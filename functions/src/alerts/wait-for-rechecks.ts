import { haveAllRechecked } from '@farwatch/core/decisions/alerts/all-rechecked';
import type { QueuedAlert } from '@farwatch/core/decisions/alerts/queue';
import { SECOND_MS } from '@farwatch/core/values/time';
import { readSince } from '../api/endpoints/read-running.ts';
import { reasonOf } from '../db/attempt-each.ts';
import { alerts, endpoints } from '../db/collections.ts';
import type { Run } from '../db/run.ts';
import { readAssignedAgents } from '../status/assigned-agents.ts';

/** The sender's clock: time passes during a run, while it waits for Telegram and for alerts that are due soon. */
export type Clock = { now(): number; sleep(ms: number): Promise<unknown> };

const POLL_EVERY_MS = 1.5 * SECOND_MS;
/** Each poll reads a few documents for each alert; more alerts than this wait without polling. */
const MAX_POLLED = 5;

/**
 * Waits until `untilMs` for other locations to recheck the endpoints of held alerts, or until all have. A location that
 * finds its endpoint down reports a verdict change; that it is still up is visible only in its checks.
 */
export async function waitForRechecks(
  run: Run,
  held: readonly QueuedAlert[],
  untilMs: number,
  clock: Clock,
): Promise<void> {
  const canPoll = held.length <= MAX_POLLED;
  for (let restMs = untilMs - clock.now(); restMs > 0; restMs = untilMs - clock.now()) {
    await clock.sleep(canPoll ? Math.min(POLL_EVERY_MS, restMs) : restMs);
    if (!canPoll) continue;
    const released = await Promise.all(held.map((each) => releaseSafely(run, each, clock.now())));
    if (released.includes(true)) return;
  }
}

/** After an error the alert just waits until it is due. */
async function releaseSafely(run: Run, queued: QueuedAlert, nowMs: number): Promise<boolean> {
  try {
    return await releaseIfRechecked(run, queued, nowMs);
  } catch (error) {
    console.error(`The rechecks for alerts/${queued.id} cannot be read: ${reasonOf(error)}`);
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
