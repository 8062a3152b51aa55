import { otlpRequest, type PushedCheck } from '@farwatch/core/decisions/metrics/otlp';
import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import type { MetricPush } from '@farwatch/core/documents/metric-push';
import { clip } from '@farwatch/core/values/clip';
import { METRIC_PUSH } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { putOff } from '@farwatch/core/values/stuck';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { DeliveryFailure } from '../../domain/channels/channel-sender.ts';
import { type OwnReport, type PushedAgents, readUnsent } from '../../domain/metrics/read-unsent.ts';
import { type PushResult, sendOtlp } from '../../domain/metrics/send-otlp.ts';
import { type Clock, SYSTEM_CLOCK } from '../../platform/db/clock.ts';
import { assignments, metricPushes } from '../../platform/db/collections.ts';
import { attemptTask } from '../../platform/db/due-work.ts';
import { isConflict, isMissing } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import type { TaskInputs } from '../../platform/db/tasks.ts';

/**
 * Pushes an owner's checks to their collector (docs/metrics.md, Push): one document, one for each location, and two or
 * three windows of each agent; one write. What the collector does not accept is read again from the windows later.
 */
export async function pushMetrics(
  run: Run,
  { ownerId }: TaskInputs['pushMetrics'],
  clock: Clock = SYSTEM_CLOCK,
): Promise<void> {
  const ref = metricPushes.ref(run.db, ownerId);
  await attemptTask(run, [ref], async () => {
    const document = await ref.get();
    const push = metricPushes.read(document);
    if (!push || !document.updateTime || push.dueAt > run.nowMs) return;
    const lastUpdateTime = document.updateTime;
    const change = await pushNew(run, push, clock);
    // If the owner has changed it meanwhile, the next run pushes the same again, which no collector minds.
    await ref.update(metricPushes.toUpdate(change), { lastUpdateTime }).catch((error: unknown) => {
      if (!isConflict(error) && !isMissing(error)) throw error;
    });
  });
}

async function pushNew(run: Run, push: MetricPush, clock: Clock): Promise<Partial<MetricPush>> {
  const { ownerId } = push;
  const refs = LOCATION_CODES.map((location) => assignments.ref(run.db, assignmentId(location, ownerId)));
  const assigned = (await run.db.getAll(...refs)).flatMap((document) => assignments.readIfValid(document) ?? []);
  const current = assigned.flatMap(({ agentId, location }): [string, PushedAgents[string]][] =>
    agentId === null ? [] : [[agentId, push.pushed[agentId] ?? { location, agentSeq: 0 }]],
  );
  const fromMs = Math.max(push.readFrom, run.nowMs - METRIC_PUSH.keptMs);
  // What an agent reported before its endpoints moved to another is pushed once more.
  const pushed: PushedAgents = { ...push.pushed, ...Object.fromEntries(current) };
  const unsent = await readUnsent(run, ownerId, pushed, fromMs);
  const startedAt = clock.now();
  const { sent, last, rejected } = await sendAll(push, unsent, assigned, { clock, untilMs: startedAt + RUN_MS });
  const restMs = METRIC_PUSH.restFactor * (clock.now() - startedAt);
  for (const { agentId, agentSeq, location } of sent) pushed[agentId] = { location, agentSeq };
  const isFailed = last !== null && last.outcome !== 'sent' && last.outcome !== 'rejected';
  const isDone = !isFailed && sent.length === unsent.length;
  const kept = isDone ? Object.fromEntries(current.map(([agentId]) => [agentId, pushed[agentId]])) : pushed;
  return {
    pushed: kept as PushedAgents,
    ...(isDone && { readFrom: run.nowMs - METRIC_PUSH.lateMs }),
    ...(sent.length > 0 && rejected === null && { lastSentAt: run.nowMs }),
    ...(rejected !== null && { rejected: { at: run.nowMs, reason: rejected } }),
    ...(isFailed ? afterFailure(push, last, run.nowMs) : { failure: null, dueAt: nextSlot(run.nowMs + restMs) }),
  };
}

function afterFailure(
  { failure }: MetricPush,
  result: DeliveryFailure,
  nowMs: number,
): Pick<MetricPush, 'failure' | 'dueAt'> {
  const next = putOff(failure, clip(result.reason, METRIC_PUSH.reasonLength), nowMs);
  const afterSec =
    'retryAfterSec' in result ? Math.min(result.retryAfterSec, METRIC_PUSH.longestWaitMs / SECOND_MS) : 0;
  const retryAt = Math.max(next.retryAt, nowMs + afterSec * SECOND_MS);
  return { failure: { ...next, retryAt }, dueAt: retryAt };
}

/** The start of the next five minutes: the sweep looks for due pushes once in each. */
function nextSlot(nowMs: number): number {
  return (Math.floor(nowMs / METRIC_PUSH.everyMs) + 1) * METRIC_PUSH.everyMs;
}

/** A collector that answers slowly holds one of the queue's few places for this long, and `restFactor` times longer none. */
const RUN_MS = 30 * SECOND_MS;

type Sent = { sent: OwnReport[]; last: PushResult | null; rejected: string | null };

/** Sends what is unsent in requests of bounded size, until the collector fails or the time is up. */
async function sendAll(
  push: MetricPush,
  unsent: readonly OwnReport[],
  assigned: readonly Assignment[],
  { clock, untilMs }: { clock: Clock; untilMs: number },
): Promise<Sent> {
  const outcome: Sent = { sent: [], last: null, rejected: null };
  let waiting: PushedCheck[] = [];
  let covered: OwnReport[] = [];
  const flush = async () => {
    for (let start = 0; start < waiting.length; start += METRIC_PUSH.checksPerRequest) {
      const part = waiting.slice(start, start + METRIC_PUSH.checksPerRequest);
      const result = await sendOtlp(push, otlpRequest(part, push.createdAt));
      outcome.last = result;
      if (result.outcome === 'rejected') outcome.rejected = result.reason;
      else if (result.outcome !== 'sent') return false;
      else if (result.refused !== null) outcome.rejected = clip(result.refused, METRIC_PUSH.reasonLength);
    }
    outcome.sent.push(...covered);
    waiting = [];
    covered = [];
    return clock.now() < untilMs;
  };
  for (const report of unsent) {
    const endpoints = assigned.find(({ location }) => location === report.location)?.endpoints ?? {};
    for (const check of report.checks()) {
      const endpoint = endpoints[check.endpoint];
      if (endpoint) waiting.push({ check, location: report.location, endpoint });
    }
    covered.push(report);
    if (waiting.length >= METRIC_PUSH.checksPerRequest && !(await flush())) return outcome;
  }
  await flush();
  return outcome;
}
