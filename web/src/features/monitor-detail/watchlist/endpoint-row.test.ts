import type { MonitorEndpoint } from '@farwatch/core/documents/monitor';
import { monitorEndpointSample, monitorSample, voteSample } from '@farwatch/core/testing/samples';
import { expect, it } from 'vitest';
import { endpointRows, lastCheckOf } from './endpoint-row.ts';

const H = 3_600_000;
const now = Date.UTC(2026, 0, 15, 12);
const endpoint = (url: string, status: MonitorEndpoint['status']): MonitorEndpoint =>
  monitorEndpointSample({ url, name: url, status, since: now - 48 * H, createdAt: now - 48 * H });
const monitor = monitorSample({
  name: 'Shop',
  endpoints: { e1: endpoint('https://a.test/', 'down'), e2: endpoint('https://b.test/', 'up') },
  transitions: [{ at: now - 6 * H, from: 'up', to: 'down', locations: ['tw'], endpoint: 'e1' }],
  createdAt: now - 48 * H,
  updatedAt: now,
});

it('computes the availability and metrics of each endpoint', () => {
  const metrics = { e2: { avgResponseTime: 120, lastCheckAt: new Date(now - H).toISOString(), latest: {} } };
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

it('has no last check without metrics', () => {
  expect(lastCheckOf(endpointRows(monitor, undefined, now))).toBeNull();
});

it('takes the last check from a newer verdict change', () => {
  const vote = { up: false, generation: 1, agentSeq: 1, since: now - 1_000 };
  const metrics = { e1: { avgResponseTime: 120, lastCheckAt: new Date(now - H).toISOString(), latest: {} } };
  const voted = { ...monitor, endpoints: { e1: { ...endpoint('https://a.test/', 'down'), votes: { tw: vote } } } };
  expect(lastCheckOf(endpointRows(voted, metrics, now))).toBe(now - 1_000);
});

it('marks endpoints as failing that are down or down at some location', () => {
  const partial = { ...endpoint('https://c.test/', 'up'), votes: { tw: voteSample({ up: false }), th: voteSample() } };
  const unknown = { ...endpoint('https://d.test/', 'unknown'), votes: { tw: voteSample({ up: false }) } };
  const endpoints = { ...monitor.endpoints, e3: partial, e4: unknown };
  const failing = endpointRows({ ...monitor, endpoints }, undefined, now).filter(({ isFailing }) => isFailing);
  expect(failing.map(({ id }) => id)).toEqual(['e1', 'e3']);
});
