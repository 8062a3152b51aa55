import type { Alert } from '../documents/alert.ts';
import { ALERT } from '../limits.ts';

export type QueuedAlert = { id: string; alert: Alert };

/** What a sender does next with an owner's unfinished alerts (design 6). */
export type NextStep =
  | { step: 'release'; queued: QueuedAlert }
  | { step: 'send'; queued: QueuedAlert[] }
  | { step: 'done' };

/**
 * Held-back alerts whose time has come are released first; then what waits goes out in the order it was made, the first
 * that must still wait holding back all behind it. More than five due go out as one message.
 */
export function nextStep(unfinished: readonly QueuedAlert[], nowMs: number): NextStep {
  const sorted = [...unfinished].sort((a, b) => a.alert.createdAt - b.alert.createdAt || (a.id < b.id ? -1 : 1));
  const isDue = ({ alert }: QueuedAlert) => (alert.nextAt ?? 0) <= nowMs;
  const ripe = sorted.find((each) => each.alert.state === 'deferred' && isDue(each));
  if (ripe) return { step: 'release', queued: ripe };
  const waiting = sorted.filter((each) => each.alert.state === 'waiting');
  const blockedFrom = waiting.findIndex((each) => !isDue(each));
  const due = blockedFrom === -1 ? waiting : waiting.slice(0, blockedFrom);
  if (due.length > ALERT.digestAbove) return { step: 'send', queued: due.slice(0, ALERT.digestMost) };
  return due.length > 0 ? { step: 'send', queued: due.slice(0, 1) } : { step: 'done' };
}
