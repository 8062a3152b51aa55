import type { BatchMetrics } from '@farwatch/core/contracts/api/dashboard';
import type { MonitorEndpoint } from '@farwatch/core/documents/monitor';
import { monitorEndpointSample } from '@farwatch/core/testing/samples';
import type { LocationCode } from '@farwatch/core/values/locations';
import { describe, expect, it } from 'vitest';
import { isStable, type MonitorProgress, monitorProgress } from './monitor-progress.ts';

const requestedAtMs = Date.UTC(2026, 0, 15, 12);
const locations: LocationCode[] = ['tw'];
const request = { locations, requestedAtMs, recent: [] };
const iso = (ms: number) => new Date(requestedAtMs + ms).toISOString();
const vote = (up: boolean) => ({ up, generation: 1, agentSeq: 1, since: 0 });
const endpoint = (
  status: MonitorEndpoint['status'],
  votes: MonitorEndpoint['votes'] = { tw: vote(status === 'up') },
): MonitorEndpoint => {
  return monitorEndpointSample({ status, since: 0, votes: status === 'pending' ? {} : votes });
};
const endpoints = { a: endpoint('up'), b: endpoint('down'), c: endpoint('up'), d: endpoint('pending') };
const metric = (ms: number | null, success = true): BatchMetrics[string] => {
  if (ms === null) return { avgResponseTime: null, lastCheckAt: null, latest: {} };
  return { avgResponseTime: null, lastCheckAt: iso(ms), latest: { tw: { at: iso(ms), success } } };
};
const none: MonitorProgress = { checked: 0, total: 4, up: 0, partial: 0, down: 0, failing: 0, recovering: 0 };

it('counts the endpoints checked since the request, by their current status', () => {
  const metrics = { a: metric(900), b: metric(1_200, false), c: metric(-60_000), d: metric(null) };
  expect(monitorProgress(request, endpoints, metrics)).toEqual({ ...none, checked: 2, up: 1, down: 1 });
});

it('is empty without metrics', () => {
  expect(monitorProgress(request, endpoints, undefined)).toEqual(none);
});

it('counts endpoints checked just before the request', () => {
  const metrics = { a: metric(-8_000), b: metric(1_200, false) };
  const counted = monitorProgress({ ...request, recent: ['a'] }, endpoints, metrics);
  expect(counted).toEqual({ ...none, checked: 2, up: 1, down: 1 });
});

describe('an unconfirmed check', () => {
  const three = { a: endpoint('up'), b: endpoint('up'), c: endpoint('up') };

  it('counts as failing, not up', () => {
    const metrics = { a: metric(900), b: metric(900), c: metric(900, false) };
    const progress = monitorProgress(request, three, metrics);
    expect(progress).toEqual({ ...none, checked: 3, total: 3, up: 2, failing: 1 });
    expect(isStable(progress)).toBe(false);
  });

  it('counts as recovering, not down', () => {
    const progress = monitorProgress(request, { a: endpoint('down') }, { a: metric(900) });
    expect(progress).toEqual({ ...none, checked: 1, total: 1, recovering: 1 });
    expect(isStable(progress)).toBe(false);
  });

  it('counts as the live status once the wait is over', () => {
    const progress = monitorProgress(request, three, { a: metric(900, false) }, true);
    expect(progress).toEqual({ ...none, checked: 1, total: 3, up: 1 });
  });
});

it('is stable once all are checked and confirmed', () => {
  const votes = { tw: vote(false), th: vote(true), bd: vote(true) };
  const progress = monitorProgress(request, { a: endpoint('up', votes) }, { a: metric(900, false) });
  expect(progress).toEqual({ ...none, checked: 1, total: 1, partial: 1 });
  expect(isStable(progress)).toBe(true);
});
