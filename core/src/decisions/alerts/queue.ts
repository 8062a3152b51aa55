import type { Alert } from '../../documents/alert.ts';
import { ALERT } from '../../values/limits.ts';

export type QueuedAlert = { id: string; alert: Alert };

/** The next step of a sender. `wakeAt`: when the next alert is due, epoch ms; null for none. */
export type NextStep =
  | { step: 'release'; queued: QueuedAlert }
  | { step: 'send'; queued: QueuedAlert[] }
  | { step: 'done'; wakeAt: number | null };

/**
 * Deferred alerts that are due are released first; then waiting ones are sent in order. A failed alert blocks those
 * behind it until its retry, which a newer alert triggers immediately. One that waits for rechecks blocks nothing. More
 * than five due alerts are sent as one message.
 */
export function nextStep(unfinished: readonly QueuedAlert[], nowMs: number): NextStep {
  const sorted = [...unfinished].sort((a, b) => a.alert.createdAt - b.alert.createdAt || (a.id < b.id ? -1 : 1));
  const isDue = ({ alert }: QueuedAlert) => (alert.nextAt ?? 0) <= nowMs;
  const dueDeferred = sorted.find((each) => each.alert.state === 'deferred' && isDue(each));
  if (dueDeferred) return { step: 'release', queued: dueDeferred };
  const waiting = sorted.filter((each) => each.alert.state === 'waiting');
  const failedAt = waiting.findIndex((each) => each.alert.attempts > 0 && !isDue(each));
  const open = failedAt === -1 ? waiting : waiting.slice(0, failedAt);
  const due = open.filter(isDue);
  if (due.length > ALERT.digestAbove) return { step: 'send', queued: due.slice(0, ALERT.digestMost) };
  if (due.length > 0) return { step: 'send', queued: due.slice(0, 1) };
  const failed = waiting[failedAt];
  const triedAt = failed?.alert.triedAt ?? null;
  const hasNewerAlert = waiting.some(
    (each) => isDue(each) && each.alert.attempts === 0 && each.alert.createdAt > (triedAt ?? 0),
  );
  if (failed && triedAt !== null && hasNewerAlert) return { step: 'send', queued: [failed] };
  const dueTimes = open.flatMap(({ alert }) => (alert.nextAt === null ? [] : [alert.nextAt]));
  return { step: 'done', wakeAt: dueTimes.length > 0 ? Math.min(...dueTimes) : null };
}
