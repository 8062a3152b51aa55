import { expect, it } from 'vitest';
import type { LocationCode } from '../../values/locations.ts';
import { HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import { endpointHours, type LocatedCheck } from './endpoint-hours.ts';

const HOUR = Date.UTC(2026, 10, 20, 12);
const NOW = HOUR + 30 * MINUTE_MS;

function check(at: number, ms: number, location: LocationCode, isUp = true): LocatedCheck {
  return { endpoint: 'a', at, ms, statusCode: isUp ? 200 : 500, error: isUp ? null : 'status', location };
}

it('returns 24 hours, oldest first, the current one last, those without a check empty', () => {
  const hours = endpointHours([], NOW);
  expect(hours.map(({ hourAt }) => hourAt)).toEqual(Array.from({ length: 24 }, (_, n) => HOUR - (23 - n) * HOUR_MS));
  const empty = { count: 0, failures: 0, medianMs: null, successMs: null, failureMs: null, locations: [] };
  expect(hours.at(-1)).toEqual({ hourAt: HOUR, ...empty });
});

it('returns an hour’s metrics of all checks and by location, also of simultaneous checks', () => {
  const checks = [check(HOUR, 100, 'bd'), check(HOUR, 300, 'tw'), check(HOUR + 1, 800, 'tw', false)];
  expect(endpointHours(checks, NOW).at(-1)).toEqual({
    hourAt: HOUR,
    count: 3,
    failures: 1,
    medianMs: 300,
    successMs: 200,
    failureMs: 800,
    locations: [
      { location: 'tw', count: 2, failures: 1, medianMs: 550, successMs: 300, failureMs: 800 },
      { location: 'bd', count: 1, failures: 0, medianMs: 100, successMs: 100, failureMs: null },
    ],
  });
});

it('counts a check at the start of an hour in that hour', () => {
  const hours = endpointHours([check(HOUR - 1, 1, 'tw'), check(HOUR, 2, 'tw')], NOW);
  expect(hours.slice(-2).map(({ medianMs }) => medianMs)).toEqual([1, 2]);
});
