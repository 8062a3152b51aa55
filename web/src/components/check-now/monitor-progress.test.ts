import type { BatchMetrics } from '@farwatch/core/contracts/api/dashboard';
import type { MonitorEndpoint } from '@farwatch/core/documents/monitor';
import { monitorEndpointSample } from '@farwatch/core/testing/samples';
import type { LocationCode } from '@farwatch/core/values/locations';
import { describe, expect, it } from 'vitest';
import { isStable, type MonitorProgress, monitorProgress } from './monitor-progress.ts';

const requestedAtMs = Date.UTC(2026, 0, 15, 12);
const locations: LocationCode[] = ['tw'];
const asked = { locations, requestedAtMs, recent: [] };
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

it('counts what was checked since, by how it stands now', () => {
  const metrics = { a: metric(900), b: metric(1_200, false), c: metric(-60_000), d: metric(null) };
  expect(monitorProgress(asked, endpoints, metrics)).toEqual({ ...none, checked: 2, up: 1, down: 1 });
});

it('has nothing before there are metrics', () => {
  expect(monitorProgress(asked, endpoints, undefined)).toEqual(none);
});

it('counts what had been checked just before it was asked for', () => {
  const metrics = { a: metric(-8_000), b: metric(1_200, false) };
  const counted = monitorProgress({ ...asked, recent: ['a'] }, endpoints, metrics);
  expect(counted).toEqual({ ...none, checked: 2, up: 1, down: 1 });
});

describe('what is not confirmed yet', () => {
  const three = { a: endpoint('up'), b: endpoint('up'), c: endpoint('up') };

  it('is not called up: a failure that is checked again', () => {
    const metrics = { a: metric(900), b: metric(900), c: metric(900, false) };
    const progress = monitorProgress(asked, three, metrics);
    expect(progress).toEqual({ ...none, checked: 3, total: 3, up: 2, failing: 1 });
    expect(isStable(progress)).toBe(false);
  });

  it('is not called down: an answer that is checked again', () => {
    const progress = monitorProgress(asked, { a: endpoint('down') }, { a: metric(900) });
    expect(progress).toEqual({ ...none, checked: 1, total: 1, recovering: 1 });
    expect(isStable(progress)).toBe(false);
  });

  it('is what is known of it once nothing more is waited for', () => {
    const progress = monitorProgress(asked, three, { a: metric(900, false) }, true);
    expect(progress).toEqual({ ...none, checked: 1, total: 3, up: 1 });
  });
});

it('is settled once all were checked and none is in doubt', () => {
  const votes = { tw: vote(false), th: vote(true), bd: vote(true) };
  const progress = monitorProgress(asked, { a: endpoint('up', votes) }, { a: metric(900, false) });
  expect(progress).toEqual({ ...none, checked: 1, total: 1, partial: 1 });
  expect(isStable(progress)).toBe(true);
});
