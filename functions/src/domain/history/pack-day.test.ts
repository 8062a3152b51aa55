import { endpointDay } from '@farwatch/core/decisions/history/day-record';
import type { StatusHistory } from '@farwatch/core/decisions/status/spans';
import { type Random, seeded } from '@farwatch/core/testing/seeded';
import type { Check } from '@farwatch/core/values/check';
import { hourStat } from '@farwatch/core/values/hour-stat';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { expect, it } from 'vitest';
import { deflateEndpointDay, inflateEndpointDay } from './pack-day.ts';

const MONTH = Date.UTC(2026, 9, 1);
const DAYS = 31;
const MOST_BYTES = 64 * 1024;

/** A phase or whole check that takes about `typicalMs`, now and then several times as long. */
function duration(random: Random, typicalMs: number): number {
  const noise = random.share() + random.share() + random.share() - 1.5;
  const slow = random.share() < 0.02 ? random.spread(2, 20) : 1;
  return Math.round(typicalMs * Math.exp(0.4 * noise) * slow);
}

function checksOf(random: Random, hourAt: number, everyMs: number, far: number): Check[] {
  return Array.from({ length: HOUR_MS / everyMs }, (_, index) => {
    const phases = [3, 20, 25, 90, 6].map((typicalMs) => duration(random, typicalMs * far));
    const failed = random.share() < 0.005;
    const ms = failed ? 10_000 : phases.reduce((sum, each) => sum + each, 0);
    const [dns = 0, connect = 0, tls = 0, firstByte = 0, body = 0] = phases;
    const result = failed ? { statusCode: null, error: 'timeout' as const } : { statusCode: 200, error: null };
    return { endpoint: 'e', at: hourAt + index * everyMs, ms, ...result, phases: [dns, connect, tls, firstByte, body] };
  });
}

/** An endpoint's month from three locations, with three outages a day; `everyMs` apart its checks. */
function monthOf(everyMs: number): Uint8Array[] {
  const random = seeded(everyMs);
  const transitions = Array.from({ length: DAYS * 6 }, (_, index) => {
    const [from, to] = index % 2 === 0 ? (['up', 'down'] as const) : (['down', 'up'] as const);
    return { at: MONTH + index * 4 * HOUR_MS + random.whole(0, HOUR_MS), from, to, locations: [] };
  });
  const history: StatusHistory = {
    transitions,
    status: 'up',
    isSlow: false,
    downNow: [],
    createdAt: 0,
    maintenance: [],
  };
  return Array.from({ length: DAYS }, (_, index) => {
    const dayAt = MONTH + index * DAY_MS;
    const hours = LOCATION_CODES.flatMap((location, far) =>
      Array.from({ length: 24 }, (__, hour) => {
        const hourAt = dayAt + hour * HOUR_MS;
        return { hourAt, location, stat: hourStat(checksOf(random, hourAt, everyMs, 1 + far), hourAt) };
      }),
    );
    const day = endpointDay(history, hours, dayAt);
    const bytes = deflateEndpointDay(day, dayAt);
    const again = endpointDay(history, hours.toReversed(), dayAt);
    expect(deflateEndpointDay(again, dayAt)).toEqual(bytes);
    expect(inflateEndpointDay(bytes, dayAt).steps).toEqual(day.steps);
    return bytes;
  });
}

it.each([
  ['10 minutes', 600 * SECOND_MS],
  ['30 seconds', 30 * SECOND_MS],
])('a month with checks every %s takes less than 64 KB, and its days are always the same bytes', (_, everyMs) => {
  const bytes = monthOf(everyMs).reduce((sum, { length }) => sum + length, 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(bytes).toBeGreaterThan(MOST_BYTES / 10);
});

it('bytes that are no day are refused', () => {
  expect(() => inflateEndpointDay(Uint8Array.of(1, 2, 3), MONTH)).toThrow();
});
