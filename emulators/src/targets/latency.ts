import type { LocationCode } from '@farwatch/core/values/locations';
import type { CheckPhases } from '@farwatch/core/values/phases';

const ROUND_TRIPS_MS: Readonly<Record<string, number>> = { tw: 9, th: 43, bd: 71 };
const ELSEWHERE_MS = 120;

/** How far the demo targets are from a region: a round trip over the network, ms. */
export function roundTripMs(location: LocationCode): number {
  return ROUND_TRIPS_MS[location] ?? ELSEWHERE_MS;
}

/** How long a target takes to answer at that moment, ms: around what is typical of it, as real servers do. */
export function answerMs(typicalMs: number, atMs: number): number {
  return Math.round(typicalMs * (0.85 + wobble(atMs) * 0.3));
}

/** How long a check of it takes from there, ms. */
export function checkMs(typicalMs: number, location: LocationCode, atMs: number): number {
  return roundTripMs(location) + answerMs(typicalMs, atMs);
}

/** How a check of `ms` from there, over HTTP, divides into phases; one that got no answer waited for its first byte. */
export function checkPhases(ms: number, location: LocationCode, isAnswered: boolean): CheckPhases {
  const dnsMs = 2;
  const connectMs = Math.min(roundTripMs(location) - dnsMs, ms - dnsMs);
  const bodyMs = isAnswered ? Math.round(ms / 25) : null;
  return [dnsMs, connectMs, null, ms - dnsMs - connectMs - (bodyMs ?? 0), bodyMs];
}

/** The same number from 0 to 1 for the same moment, so that a seed can be made twice. */
function wobble(atMs: number): number {
  const x = Math.sin(atMs / 7919) * 43_758.545;
  return x - Math.floor(x);
}
