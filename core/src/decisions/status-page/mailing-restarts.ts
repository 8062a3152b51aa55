import type { Mailing } from '../../documents/subscribers.ts';
import { HOUR_MS, MINUTE_MS } from '../../values/time.ts';

/** A mailing whose task may be lost is started again after this time, and each time after twice as long. */
const RESTART_MS = 10 * MINUTE_MS;
/** A task that the mail server refuses is tried for this long, too. */
export const MAILING_GIVE_UP_MS = 2 * HOUR_MS;

type Open = Pick<Mailing, 'startedAt'>;

/** Returns those of a page's mailings that have not ended although there was time: their tasks are enqueued again. */
export function mailingsToRestart<Each extends Open>(open: readonly Each[], nowMs: number): Each[] {
  return open.filter(({ startedAt }) => startedAt + RESTART_MS <= nowMs && nowMs <= startedAt + MAILING_GIVE_UP_MS);
}

/** Whether a mailing has waited long enough for the mail server: recipients that it still refuses do not get it. */
export function hasGivenUp({ startedAt }: Open, nowMs: number): boolean {
  return nowMs > startedAt + MAILING_GIVE_UP_MS;
}

/** Returns when mailings that have not ended are looked at next, null for none. */
export function nextMailingsAt(open: readonly Open[], nowMs: number): number | null {
  const times = open.flatMap(({ startedAt }) => {
    let afterMs = RESTART_MS;
    while (startedAt + afterMs <= nowMs) afterMs *= 2;
    return afterMs <= MAILING_GIVE_UP_MS ? [startedAt + afterMs] : [];
  });
  return times.length === 0 ? null : Math.min(...times);
}
