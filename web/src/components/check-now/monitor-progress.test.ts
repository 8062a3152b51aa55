import type { MonitorEndpoint } from '@farwatch/core/documents/monitor';
import { expect, it } from 'vitest';
import { monitorProgress } from './monitor-progress.ts';

const requestedAtMs = Date.UTC(2026, 0, 15, 12);
const asked = { locations: ['tw'], requestedAtMs, recent: [] } as const;
const endpoint = (status: MonitorEndpoint['status']): MonitorEndpoint => {
  return { url: 'https://a.test/', name: 'a', status, since: 0, votes: {}, createdAt: 0 };
};
const endpoints = { a: endpoint('up'), b: endpoint('down'), c: endpoint('up'), d: endpoint('pending') };
const metric = (ms: number | null) => {
  return { avgResponseTime: null, lastCheckAt: ms === null ? null : new Date(requestedAtMs + ms).toISOString() };
};

it('counts what was checked since, by its status now', () => {
  const metrics = { a: metric(900), b: metric(1_200), c: metric(-60_000), d: metric(null) };
  expect(monitorProgress(asked, endpoints, metrics)).toEqual({ checked: 2, total: 4, up: 1, down: 1 });
});

it('has nothing before there are metrics', () => {
  expect(monitorProgress(asked, endpoints, undefined)).toEqual({ checked: 0, total: 4, up: 0, down: 0 });
});

it('counts what had been checked just before it was asked for', () => {
  const metrics = { a: metric(-8_000), b: metric(1_200) };
  const counted = monitorProgress({ ...asked, recent: ['a'] }, endpoints, metrics);
  expect(counted).toEqual({ checked: 2, total: 4, up: 1, down: 1 });
});
