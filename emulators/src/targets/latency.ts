import type { LocationCode } from '@farwatch/core/values/locations';
import type { CheckPhases } from '@farwatch/core/values/phases';

const ROUND_TRIPS_MS: Readonly<Record<string, number>> = { tw: 9, th: 43, bd: 71 };
const ELSEWHERE_MS = 120;

/** A round trip over the network from a location to the demo targets, ms. */
export function roundTripMs(location: LocationCode): number {
  return ROUND_TRIPS_MS[location] ?? ELSEWHERE_MS;
}

/** A target's response time at that time, ms: it varies around the typical one, as with real servers. */
export function answerMs(typicalMs: number, atMs: number): number {
  return Math.round(typicalMs * (0.85 + wobble(atMs) * 0.3));
}

/** The duration of a check from a location, ms. */
export function checkMs(typicalMs: number, location: LocationCode, atMs: number): number {
  return roundTripMs(location) + answerMs(typicalMs, atMs);
}

/** The phases of an HTTP check of `ms`; without an answer it waited for the first byte. */
export function checkPhases(ms: number, location: LocationCode, isAnswered: boolean): CheckPhases {
  const dnsMs = 2;
  const connectMs = Math.min(roundTripMs(location) - dnsMs, ms - dnsMs);
  const bodyMs = isAnswered ? Math.round(ms / 25) : null;
  return [dnsMs, connectMs, null, ms - dnsMs - connectMs - (bodyMs ?? 0), bodyMs];
}

/** A number from 0 to 1, the same for the same time, so that seeds can be repeated. */
function wobble(atMs: number): number {
  const x = Math.sin(atMs / 7919) * 43_758.545;
  return x - Math.floor(x);
}
