import { SECOND_MS } from '@farwatch/core/values/time';

/** Smaller differences do not matter. */
const TOLERATED_MS = 5 * SECOND_MS;

/** A response's `Date` header, in whole seconds, and when it was requested and received by this device's clock. */
export type DatedAnswer = { date: string | null; requestedMs: number; receivedMs: number };

/**
 * How far the server's clock is ahead of this device's, ms: the known offset, else 0, if the response is consistent
 * with it.
 */
export function clockOffset({ date, requestedMs, receivedMs }: DatedAnswer, knownMs: number): number {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  const least = serverMs - receivedMs;
  const most = serverMs + SECOND_MS - requestedMs;
  if (Number.isNaN(serverMs) || least > most) return knownMs;
  const isConsistent = (offsetMs: number) => offsetMs >= least - TOLERATED_MS && offsetMs <= most + TOLERATED_MS;
  if (isConsistent(knownMs)) return knownMs;
  return isConsistent(0) ? 0 : Math.round((least + most) / 2);
}
