import { segmentState } from '@farwatch/core/decisions/status/segments';
import type { Monitor, MonitorEndpoint } from '@farwatch/core/documents/monitor';
import { monitorEndpointSample, monitorSample } from '@farwatch/core/testing/samples';
import { expect, it } from 'vitest';
import type { WithId } from '../../lib/live/read-document.ts';
import { monitorRow, totalsOf } from './monitor-row.ts';

const now = Date.UTC(2026, 0, 15, 12, 30);
const old = now - 48 * 3_600_000;
const endpoint = (status: MonitorEndpoint['status']): MonitorEndpoint =>
  monitorEndpointSample({ status, since: old, createdAt: old });
const monitor = (over: Partial<Monitor>): WithId<Monitor> => ({
  id: 'm1',
  ...monitorSample({ name: 'Shop', endpoints: { e1: endpoint('up') }, createdAt: old, updatedAt: old, ...over }),
});

it('includes a change that is newer than the last tick', () => {
  const transitions: Monitor['transitions'] = [
    { at: now + 20_000, from: 'up', to: 'down', locations: ['tw'], endpoint: 'e1' },
  ];
  const row = monitorRow(monitor({ endpoints: { e1: endpoint('down') }, transitions }), now);
  expect(row.status).toBe('DOWN');
  expect(segmentState(row.segments[23] ?? null)).toBe('DOWN');
  expect(row.metrics.downCount).toBe(1);
});

it('computes the totals', () => {
  const rows = [
    monitorRow(monitor({}), now),
    monitorRow(monitor({ endpoints: { e1: endpoint('up'), e2: endpoint('down') } }), now),
    monitorRow(monitor({ endpoints: {} }), now),
    monitorRow(monitor({ endpoints: { e1: { ...endpoint('up'), slow: { since: old } } } }), now),
  ];
  expect(totalsOf(rows)).toEqual({ monitors: 4, up: 2, down: 1, endpoints: 4 });
  expect(rows[3]?.status).toBe('SLOW');
  expect(rows[3]?.segments[23]?.isSlow).toBe(true);
});

it.each([
  ['websites', ['https://a.farwatch.test/'], ['tw', 'th']],
  ['a heartbeat next to a website', ['heartbeat://export', 'https://a.farwatch.test/'], ['tw', 'th']],
  ['heartbeats', ['heartbeat://export', 'heartbeat://backup'], []],
  ['a domain', ['domain://farwatch.test'], []],
  ['nothing yet', [], ['tw', 'th']],
])('a monitor of %s is checked from its locations, unless the server decides about all', (_, urls, locations) => {
  const endpoints = Object.fromEntries(urls.map((url, index) => [`e${index}`, { ...endpoint('up'), url }]));
  expect(monitorRow(monitor({ endpoints, locations: ['tw', 'th'] }), now).locations).toEqual(locations);
});
