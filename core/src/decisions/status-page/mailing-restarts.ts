import type { Mailing } from '../../documents/subscribers.ts';
import { DAY_MS, MINUTE_MS } from '../../values/time.ts';

/** A mailing whose task may be lost is started again after this time, and each time after twice as long. */
const RESTART_MS = 10 * MINUTE_MS;
/** A mailing that the mail server refuses is tried for this long, too. */
export const MAILING_GIVE_UP_MS = DAY_MS;
/** Servers that greylist a recipient accept mail after a few minutes, and some start over if it is tried earlier. */
const DEFERRED_MS = 3 * MINUTE_MS;

type Open = Pick<Mailing, 'startedAt'>;

/** Returns those of a page's mailings that have not ended although there was time: their tasks are enqueued again. */
export function mailingsToRestart<Each extends Open>(open: readonly Each[], nowMs: number): Each[] {
  return open.filter(({ startedAt }) => startedAt + RESTART_MS <= nowMs && nowMs <= startedAt + MAILING_GIVE_UP_MS);
}

/** Whether a mailing has waited long enough for the mail server: recipients that it still refuses do not get it. */
export function hasGivenUp({ startedAt }: Open, nowMs: number): boolean {
  return nowMs > startedAt + MAILING_GIVE_UP_MS;
}

/** Whether the recipients that the mail server refused are to be tried again. */
export function isDeferredDue({ deferredAt }: Pick<Mailing, 'deferredAt'>, nowMs: number): boolean {
  return deferredAt === null || deferredAt + DEFERRED_MS <= nowMs;
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
