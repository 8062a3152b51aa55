import { monitorEntrySchema } from '@farwatch/core/contracts/api/monitor-answer';
import { monitorEndpointSample, monitorSample, NOW } from '@farwatch/core/testing/samples';
import { HOUR_MS, hourStart } from '@farwatch/core/values/time';
import { describe, expect, test } from 'vitest';
import { monitorEntry, percentStrings } from './monitor-entry.ts';

const MONITOR = monitorSample({
  name: 'Shops',
  description: 'All of them',
  locations: ['tw', 'bd'],
  endpoints: {
    a: monitorEndpointSample({ url: 'https://a.farwatch.test/', name: 'A' }),
    b: monitorEndpointSample({ url: 'https://b.farwatch.test/', name: 'B', status: 'down' }),
    c: monitorEndpointSample({
      url: 'https://c.farwatch.test/',
      name: 'C',
      status: 'pending',
      createdAt: NOW,
      since: NOW,
    }),
  },
  transitions: [{ at: NOW - 6 * HOUR_MS, from: 'up', to: 'down', locations: ['bd'], endpoint: 'b' }],
  incidents: [{ at: NOW - 6 * HOUR_MS, location: 'bd' }],
});

const entry = monitorEntry({
  id: 'm',
  monitor: MONITOR,
  lastChecks: new Map([
    ['a', { at: NOW - 60_000, ms: 100, up: true }],
    ['b', { at: NOW - 30_000, ms: 9000, up: false }],
  ]),
  intervalMin: 15,
  nowMs: NOW,
});

describe('monitorEntry', () => {
  test('matches its schema', () => {
    expect(monitorEntrySchema.parse(entry)).toEqual(entry);
  });

  test('has metrics of the monitor', () => {
    expect(entry).toMatchObject({
      id: 'm',
      status: 'DOWN',
      uptime: 87.5,
      down: 1,
      incidents: 1,
      totalEndpoints: 3,
      locations: [
        { code: 'tw', name: 'Taiwan', incidents: 0 },
        { code: 'bd', name: 'Bangladesh', incidents: 1 },
      ],
      overview: {
        currentStatus: { up: 1, down: 1 },
        last24Hours: { up: '87.50%', down: '12.50%' },
        totalMonitors: 3,
        monitorInterval: { mins: 15, lastCheck: new Date(NOW - 30_000).toISOString() },
      },
      speed: { average: 100, unit: 'ms' },
    });
  });

  test.each([
    [null, 15],
    [30, 0.5],
    [300, 5],
  ] as const)('an own interval of %s s is answered as %s min', (intervalSec, mins) => {
    const given = { id: 'm', lastChecks: new Map(), intervalMin: 15, nowMs: NOW };
    const { overview } = monitorEntry({ ...given, monitor: { ...MONITOR, intervalSec } });
    expect(overview.monitorInterval.mins).toBe(mins);
  });

  test('has its endpoints', () => {
    expect(entry.endpoints.map(({ name, currentStatus, availability }) => [name, currentStatus, availability])).toEqual(
      [
        ['A', 'up', 100],
        ['B', 'down', 75],
        ['C', 'pending', 100],
      ],
    );
    expect(entry.endpoints.map((each) => each.lastCheckAt)).toEqual([
      new Date(NOW - 60_000).toISOString(),
      new Date(NOW - 30_000).toISOString(),
      null,
    ]);
  });

  test('has 24 hours, oldest first', () => {
    const last = entry.uptimeSegments.at(-1);
    expect(last).toEqual({
      date: new Date(hourStart(NOW)).toISOString(),
      status: false,
      counts: { pending: 0, down: 1 },
      downLocations: [{ code: 'bd', name: 'Bangladesh' }],
    });
    expect(entry.uptimeSegments[0]).toMatchObject({
      status: true,
      date: new Date(hourStart(NOW) - 23 * HOUR_MS).toISOString(),
    });
    expect(entry.availability.chartData.at(-1)).toEqual({ date: last?.date, uptime: 50 });
    expect(entry.availability.chartData[0]?.uptime).toBe(100);
  });

  test('has no data for a new monitor', () => {
    const monitor = monitorSample({
      createdAt: NOW,
      endpoints: { c: monitorEndpointSample({ status: 'pending', createdAt: NOW, since: NOW }) },
    });
    const young = monitorEntry({ id: 'm', monitor, lastChecks: new Map(), intervalMin: 10, nowMs: NOW });
    expect(young).toMatchObject({ status: 'UNKNOWN', uptime: 100, down: 0, speed: { average: null } });
    expect(young.overview.monitorInterval.lastCheck).toBeNull();
    expect(young.availability.chartData.map(({ uptime }) => uptime)).toEqual(Array(24).fill(null));
  });
});

test.each([
  [100, '100.00%', '0.00%'],
  [99.994, '99.99%', '0.01%'],
  [0, '0.00%', '100.00%'],
])('percentStrings(%d)', (percent, up, down) => {
  expect(percentStrings(percent)).toEqual({ up, down });
});
