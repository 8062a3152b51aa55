import { SECOND_MS } from '@farwatch/core/values/time';

/** Smaller differences change nothing that is shown. */
const TOLERATED_MS = 5 * SECOND_MS;

/** An answer's `Date` header, in whole seconds, with when it was asked for and when it came by this device's clock. */
export type DatedAnswer = { date: string | null; requestedMs: number; cameMs: number };

/**
 * How far the server's clock is ahead of this device's, ms: the offset known so far, or none, as long as the answer
 * allows for it.
 */
export function clockOffset({ date, requestedMs, cameMs }: DatedAnswer, knownMs: number): number {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  const least = serverMs - cameMs;
  const most = serverMs + SECOND_MS - requestedMs;
  if (Number.isNaN(serverMs) || least > most) return knownMs;
  const allowsFor = (offsetMs: number) => offsetMs >= least - TOLERATED_MS && offsetMs <= most + TOLERATED_MS;
  if (allowsFor(knownMs)) return knownMs;
  return allowsFor(0) ? 0 : Math.round((least + most) / 2);
}
