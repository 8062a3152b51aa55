import { describe, expect, it } from 'vitest';
import { monitorEndpointSample, monitorSample, NOW } from '../../testing/samples.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import type { Transition } from '../../values/transition.ts';
import { availabilityRating, displayedUptime, endpointAvailability, monitorMetrics } from './availability.ts';
import type { StatusHistory } from './spans.ts';

const UP: StatusHistory = { transitions: [], status: 'up', isSlow: false, downNow: [], createdAt: 0, maintenance: [] };

function change(hoursAgo: number, from: EndpointStatus, to: EndpointStatus): Transition {
  return { at: NOW - hoursAgo * HOUR_MS, from, to, locations: ['tw'] };
}

describe('availability over the last 24 h, by time', () => {
  it.each<{ rule: string; history: Partial<StatusHistory>; percent: number; coverage: number; downHours: number }>([
    { rule: 'always up', history: {}, percent: 100, coverage: 1, downHours: 0 },
    { rule: 'always down', history: { status: 'down' }, percent: 0, coverage: 1, downHours: 24 },
    {
      rule: 'down for six hours',
      history: { transitions: [change(10, 'up', 'down'), change(4, 'down', 'up')] },
      percent: 75,
      coverage: 1,
      downHours: 6,
    },
    {
      rule: 'down since before the day',
      history: { transitions: [change(24.5, 'up', 'down'), change(12, 'down', 'up')] },
      percent: 50,
      coverage: 1,
      downHours: 12,
    },
    {
      rule: 'unknown time is left out',
      history: { transitions: [change(18, 'up', 'unknown'), change(6, 'unknown', 'down'), change(3, 'down', 'up')] },
      percent: 75,
      coverage: 0.5,
      downHours: 3,
    },
    {
      rule: 'time in maintenance is left out',
      history: {
        transitions: [change(18, 'up', 'unknown'), change(12, 'unknown', 'down'), change(3, 'down', 'up')],
        maintenance: [{ startsAt: NOW - 15 * HOUR_MS, endsAt: NOW - 6 * HOUR_MS }],
      },
      percent: 75,
      coverage: 12 / 15,
      downHours: 3,
    },
    { rule: 'unknown is 100', history: { status: 'unknown' }, percent: 100, coverage: 0, downHours: 0 },
    { rule: 'never checked is 100', history: { status: 'pending' }, percent: 100, coverage: 0, downHours: 0 },
    {
      rule: 'time before its creation does not count',
      history: {
        createdAt: NOW - 4 * HOUR_MS,
        transitions: [change(4, 'pending', 'up'), change(1, 'up', 'down')],
        status: 'down',
      },
      percent: 75,
      coverage: 1,
      downHours: 1,
    },
    { rule: 'created just now', history: { createdAt: NOW }, percent: 100, coverage: 0, downHours: 0 },
  ])('$rule', ({ history, percent, coverage, downHours }) => {
    const availability = endpointAvailability({ ...UP, ...history }, NOW);
    expect(availability.uptimePercent).toBeCloseTo(percent, 9);
    expect(availability.coverage).toBeCloseTo(coverage, 9);
    expect(availability.downMs).toBe(downHours * HOUR_MS);
  });
});

describe('a monitor’s metrics', () => {
  const monitor = monitorSample({
    endpoints: {
      a: monitorEndpointSample(),
      b: monitorEndpointSample({ status: 'down' }),
      c: monitorEndpointSample({ status: 'pending' }),
      d: monitorEndpointSample({ status: 'unknown' }),
    },
    transitions: [
      { ...change(12, 'up', 'down'), endpoint: 'b' },
      { ...change(10, 'up', 'down'), endpoint: 'a' },
      { ...change(4, 'down', 'up'), endpoint: 'a' },
      { ...change(2, 'up', 'down'), endpoint: 'removed' },
    ],
    incidents: [
      { at: NOW - DAY_MS - MINUTE_MS, location: 'tw' },
      { at: NOW - 12 * HOUR_MS, location: 'tw' },
      { at: NOW - 10 * HOUR_MS, location: 'bd' },
      { at: NOW - 9 * HOUR_MS, location: 'bd' },
    ],
  });
  const metrics = monitorMetrics(monitor, NOW);

  it('weigh the known time of all endpoints together', () => {
    expect(metrics.uptimePercent).toBeCloseTo(((18 + 12) / 48) * 100, 9);
    expect(metrics.coverage).toBeCloseTo(48 / 72, 9);
  });

  it('count the endpoints that were down at some time, not their outages', () => {
    expect(metrics.downCount).toBe(2);
  });

  it('count the incidents of 24 h, by their first location too', () => {
    expect(metrics.incidentCount).toBe(3);
    expect(metrics.incidentsByLocation).toEqual({ tw: 1, bd: 2 });
  });

  it('count no downtime and no incident that were in maintenance', () => {
    const maintenance = [{ id: 'm', name: 'Backup', startsAt: NOW - 12 * HOUR_MS, endsAt: NOW - 4 * HOUR_MS }];
    const at = NOW - 10 * HOUR_MS;
    const incidents = [
      { at, location: 'tw' as const, endedAt: NOW - 4 * HOUR_MS + 1 },
      { at, location: 'tw' as const, endedAt: NOW - 4 * HOUR_MS },
    ];
    const inMaintenance = monitorMetrics({ ...monitor, maintenance, incidents }, NOW);
    expect(inMaintenance).toMatchObject({ downCount: 1, incidentCount: 1 });
  });

  it('count the current statuses of the endpoints', () => {
    const { endpointsUp, endpointsDown, endpointsPending, endpointsUnknown } = metrics;
    expect([endpointsUp, endpointsDown, endpointsPending, endpointsUnknown]).toEqual([1, 1, 1, 1]);
  });

  it('are 100 % without endpoints', () => {
    expect(monitorMetrics(monitorSample(), NOW)).toMatchObject({ uptimePercent: 100, coverage: 0, downCount: 0 });
  });
});

it.each([
  { percent: 100, rating: 'Healthy' },
  { percent: 99, rating: 'Healthy' },
  { percent: 98.999, rating: 'Warning' },
  { percent: 95, rating: 'Warning' },
  { percent: 94.999, rating: 'Critical' },
  { percent: 0, rating: 'Critical' },
  { percent: null, rating: 'Unknown' },
])('$percent is $rating', ({ percent, rating }) => {
  expect(availabilityRating(percent)).toBe(rating);
});

describe('displayedUptime', () => {
  it.each([
    ['of a day', { uptimePercent: 100, knownMs: 24 * HOUR_MS }, 100],
    ['of an hour', { uptimePercent: 100, knownMs: HOUR_MS }, 100],
    ['of a few minutes', { uptimePercent: 100, knownMs: HOUR_MS - 1 }, null],
    ['of nothing', { uptimePercent: 100, knownMs: 0 }, null],
    ['of a few minutes, some of them down', { uptimePercent: 40, knownMs: 5 * 60_000 }, 40],
  ])('%s', (_, availability, expected) => {
    expect(displayedUptime(availability)).toBe(expected);
  });
});
