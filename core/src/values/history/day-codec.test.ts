import { describe, expect, it } from 'vitest';
import { type Random, seeded } from '../../testing/seeded.ts';
import { LOCATION_CODES } from '../locations.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';
import type { HourCell } from './check-cell.ts';
import {
  ByteReader,
  ByteWriter,
  type EndpointDay,
  packEndpointDay,
  packMonitorDay,
  unpackEndpointDay,
  unpackMonitorDay,
} from './day-codec.ts';
import { histogramOf } from './histogram.ts';
import { countsOf, type Step, TIME_STATUSES, timeSums } from './levels.ts';

const DAY = Date.UTC(2026, 10, 20);

function randomCell(random: Random): Omit<HourCell, 'hourAt' | 'location'> {
  const times = Array.from({ length: random.whole(0, 130) }, () => random.spread(1, 30_000));
  const failures = random.whole(0, 3);
  return {
    checks: times.length + failures + 1,
    failures: failures + 1,
    phases: Array.from({ length: 5 }, () => (random.share() < 0.2 ? null : random.whole(0, 30_000))),
    histogram: histogramOf(times),
  };
}

function randomSteps(random: Random, endpoints: number): Step[] {
  const count = random.whole(0, 60);
  const times = Array.from({ length: count }, () => DAY + random.whole(0, DAY_MS - 1)).sort((a, b) => a - b);
  return times.map((atMs) => ({
    atMs,
    counts: TIME_STATUSES.map(() => random.whole(0, endpoints)),
    running: random.whole(0, endpoints),
    started: random.whole(0, 2),
  }));
}

function randomDay(random: Random): EndpointDay {
  const cells = LOCATION_CODES.flatMap((location) =>
    Array.from({ length: 24 }, (_, hour) => ({ location, hourAt: DAY + hour * HOUR_MS, ...randomCell(random) })),
  );
  return { steps: randomSteps(random, 1), cells: cells.filter(() => random.share() < 0.7) };
}

it.each(Array.from({ length: 20 }, (_, seed) => [seed]))('a day comes back as it was packed (seed %i)', (seed) => {
  const random = seeded(seed);
  const day = randomDay(random);
  expect(unpackEndpointDay(packEndpointDay(day, DAY), DAY)).toEqual(day);
  const cells = LOCATION_CODES.map((location) => {
    const { phases: _, ...cell } = randomCell(random);
    return { location, ...cell };
  });
  const ofMonitor = { steps: randomSteps(random, 200), cells };
  expect(unpackMonitorDay(packMonitorDay(ofMonitor, DAY), DAY)).toEqual(ofMonitor);
});

it('an empty day, and one with nothing but a status', () => {
  const steps = [{ atMs: DAY, counts: countsOf('up'), running: 0, started: 0 }];
  for (const day of [
    { steps: [], cells: [] },
    { steps, cells: [] },
  ]) {
    expect(unpackEndpointDay(packEndpointDay(day, DAY), DAY)).toEqual(day);
    expect(packEndpointDay(day, DAY).length).toBeLessThan(8);
  }
});

it.each([
  ['exact', 3],
  ['by hour', 200],
])('slow time, %s', (_, count) => {
  const steps = Array.from({ length: count }, (__, index): Step => {
    const slow = index % 2 === 1 ? { slow: 1 } : {};
    return { atMs: DAY + index * 5 * MINUTE_MS, counts: countsOf('up'), running: 0, started: 0, ...slow };
  });
  const range = { fromMs: DAY, toMs: DAY + DAY_MS };
  const read = unpackEndpointDay(packEndpointDay({ steps, cells: [] }, DAY), DAY).steps;
  expect(timeSums(read, range)).toEqual(timeSums(steps, range));
  expect(timeSums(steps, range).slowSec).toBeGreaterThan(0);
});

it('a location that no longer exists is left out', () => {
  const cell = { ...randomCell(seeded(1)), hourAt: DAY };
  const day = {
    steps: [],
    cells: [
      { ...cell, location: 'zz' as 'tw' },
      { ...cell, location: 'tw' as const },
    ],
  };
  expect(unpackEndpointDay(packEndpointDay(day, DAY), DAY).cells).toEqual([day.cells[1]]);
});

describe('what is no day is refused', () => {
  const whole = packEndpointDay(randomDay(seeded(3)), DAY);
  it.each([
    ['nothing', new Uint8Array()],
    ['another version', Uint8Array.of(3, ...whole.slice(1))],
    ['unknown steps', Uint8Array.of(1, 7)],
    ['half a day', whole.slice(0, whole.length / 2)],
  ])('%s', (_, bytes) => {
    expect(() => unpackEndpointDay(bytes, DAY)).toThrow(RangeError);
  });
});

it('numbers take the bytes that they need', () => {
  const writer = new ByteWriter();
  const counts = [0, 1, 127, 128, 16_383, 16_384, DAY_MS, 2 ** 40 + 7];
  const signed = [0, -1, 1, -64, 63, 64, -DAY_MS, DAY_MS];
  for (const value of counts) writer.count(value);
  for (const value of signed) writer.signed(value);
  writer.text('tw');
  const reader = new ByteReader(writer.bytes());
  expect(counts.map(() => reader.count())).toEqual(counts);
  expect(signed.map(() => reader.signed())).toEqual(signed);
  expect(reader.text()).toBe('tw');
  expect(() => reader.count()).toThrow(RangeError);
});
