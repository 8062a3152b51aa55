import type { Monitor, MonitorEndpoint } from '@farwatch/core/documents/monitor';
import { expect, it } from 'vitest';
import { endpointRows, lastCheckOf } from './endpoint-row.ts';

const H = 3_600_000;
const now = Date.UTC(2026, 0, 15, 12);
const endpoint = (url: string, status: MonitorEndpoint['status']): MonitorEndpoint => ({
  url,
  name: url,
  status,
  since: now - 48 * H,
  votes: {},
  createdAt: now - 48 * H,
});
const monitor: Monitor = {
  ownerId: 'u1',
  name: 'Shop',
  description: '',
  locations: ['tw'],
  endpoints: { e1: endpoint('https://a.test/', 'down'), e2: endpoint('https://b.test/', 'up') },
  order: [],
  version: 0,
  transitions: [{ at: now - 6 * H, from: 'up', to: 'down', locations: ['tw'], endpoint: 'e1' }],
  incidents: [],
  createdAt: now - 48 * H,
  updatedAt: now,
};

it('gives each endpoint its own availability and metrics', () => {
  const metrics = { e2: { avgResponseTime: 120, lastCheckAt: new Date(now - H).toISOString() } };
  const rows = endpointRows(monitor, metrics, now);
  expect(rows.map(({ id, status, availabilityPercent }) => [id, status, availabilityPercent])).toEqual([
    ['e1', 'down', 75],
    ['e2', 'up', 100],
  ]);
  expect(rows.map(({ lastCheckMs, runtimeMs }) => [lastCheckMs, runtimeMs])).toEqual([
    [null, null],
    [now - H, 120],
  ]);
  expect(lastCheckOf(rows)).toBe(now - H);
});

it('knows no last check before there are metrics', () => {
  expect(lastCheckOf(endpointRows(monitor, undefined, now))).toBeNull();
});
