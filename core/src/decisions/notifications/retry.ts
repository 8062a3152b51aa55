import type { ChannelFailure } from '../../documents/outbox.ts';
import { ALERT } from '../../values/limits.ts';
import { SECOND_MS } from '../../values/time.ts';

const FIRST_MS = 10 * SECOND_MS;

/**
 * When a channel that has failed is tried again, epoch ms. The distance grows with the time since the first failure, up to
 * an hour: 10 s after it, a minute after ten minutes, 6 minutes after an hour. A message that the service refuses is
 * tried again after as long as it has been refused, but at least a minute, and at most 6 hours.
 */
export function nextTry({ code, since }: Pick<ChannelFailure, 'code' | 'since'>, nowMs: number): number {
  const failedMs = Math.max(0, nowMs - since);
  if (code === 'message_rejected') {
    return nowMs + Math.min(Math.max(ALERT.refusedAgainMs.from, failedMs), ALERT.refusedAgainMs.to);
  }
  // The first minutes count more: most services are back soon.
  const soonMs = Math.min(FIRST_MS + failedMs, ALERT.retryEachMinuteMs / 10);
  return nowMs + Math.round(Math.min(Math.max(soonMs, failedMs / 10), ALERT.retryAtMostMs));
}

/** Whether a message that the service refuses has been tried often enough. `tries`: with the last one. */
export function isRefusedForGood({ code, tries }: Pick<ChannelFailure, 'code' | 'tries'>): boolean {
  return code === 'message_rejected' && tries >= ALERT.refusedTries;
}
