import type { LocationCode } from '@farwatch/core/values/locations';
import type { CheckPhases } from '@farwatch/core/values/phases';

const ROUND_TRIPS_MS: Readonly<Record<string, number>> = { tw: 9, th: 43, bd: 71 };
const ELSEWHERE_MS = 120;

/** A round trip over the network from a location to the demo targets, ms. */
export function roundTripMs(location: LocationCode): number {
  return ROUND_TRIPS_MS[location] ?? ELSEWHERE_MS;
}

/**
 * A target's response time at that time, ms: it varies around the typical one, as with real servers, with the load of
 * the day and the week, and a few answers take much longer.
 */
export function answerMs(typicalMs: number, atMs: number): number {
  const chance = wobble(atMs + 60_000 * typicalMs);
  const isLong = chance > 1 - LONG.share;
  const long = isLong ? LONG.least + ((chance - 1 + LONG.share) / LONG.share) * (LONG.most - LONG.least) : 1;
  return Math.round(typicalMs * (0.85 + wobble(atMs) * 0.3) * (0.9 + 0.25 * loadAt(atMs)) * long);
}

const LONG = { share: 0.025, least: 1.5, most: 4 };
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
/** The visitors live there: UTC+8. */
const LOCAL_MS = 8 * HOUR_MS;
const WEEKEND_LOAD = 0.7;

/** How busy the targets are at that time, 0 to 1: most at four in the afternoon, less on weekends. */
function loadAt(atMs: number): number {
  const local = atMs + LOCAL_MS;
  const ofDay = 0.5 - 0.5 * Math.cos(((local / DAY_MS - 4 / 24) % 1) * 2 * Math.PI);
  // Epoch day 0 was a Thursday.
  const isWeekend = [2, 3].includes(Math.floor(local / DAY_MS) % 7);
  return isWeekend ? WEEKEND_LOAD * ofDay : ofDay;
}

/** Returns the duration of a check from a location, ms. `factor` is how much longer everything takes than now. */
export function checkMs(typicalMs: number, location: LocationCode, atMs: number, factor = 1): number {
  return Math.round(factor * (roundTripMs(location) + answerMs(typicalMs, atMs)));
}

/** The phases of an HTTP check of `ms`; without an answer it waited for the first byte. */
export function checkPhases(ms: number, location: LocationCode, isAnswered: boolean, factor = 1): CheckPhases {
  const dnsMs = 2;
  const connectMs = Math.min(Math.round(factor * roundTripMs(location)) - dnsMs, ms - dnsMs);
  const bodyMs = isAnswered ? Math.round(ms / 25) : null;
  return [dnsMs, connectMs, null, ms - dnsMs - connectMs - (bodyMs ?? 0), bodyMs];
}

/** A number from 0 to 1 of an endpoint's check, for what happens to few of them; the same for the same check. */
export function chanceOf(typicalMs: number, location: LocationCode, atMs: number): number {
  return wobble(atMs * 3 + typicalMs * 977 + roundTripMs(location) * 13_007);
}

/** A number from 0 to 1, the same for the same time, so that seeds can be repeated. */
function wobble(atMs: number): number {
  const x = Math.sin(atMs / 7919) * 43_758.545;
  return x - Math.floor(x);
}
