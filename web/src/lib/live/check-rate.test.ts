import type { DashboardSummary } from '@farwatch/core/contracts/api/dashboard';
import { monitorEndpointSample, monitorSample, voteSample } from '@farwatch/core/testing/samples';
import { describe, expect, it } from 'vitest';
import { checkRate } from './check-rate.ts';

const now = Date.UTC(2026, 0, 15, 12);
const M = 60_000;
const summary = (mins: number, lastCheckMs: number | null): DashboardSummary => ({
  incidentStatus: { up: 1, down: 0 },
  last24Hours: { up: '100', down: '0', monitorsUp: 1, monitorsDown: 0 },
  totalMonitors: 1,
  totalEndpoints: 1,
  monitorStatus: { monitorsUp: 1, monitorsDown: 0, monitorsPending: 0, monitorsUnknown: 0, up: 1 },
  monitorInterval: { mins, lastCheck: lastCheckMs === null ? null : new Date(lastCheckMs).toISOString() },
});
const votedAt = (since: number, withdrawn?: 'frozen', createdAt = now - 120 * M) => {
  const vote = voteSample({ up: false, since, ...(withdrawn && { withdrawn }) });
  return monitorSample({ endpoints: { e1: monitorEndpointSample({ createdAt, votes: { tw: vote } }) } });
};

describe('checkRate', () => {
  it('is null without data', () => {
    expect(checkRate(undefined, undefined, [], now)).toEqual({ mins: null, lastCheckMs: null });
  });

  it('takes the interval from the profile, which is live, else from the summary', () => {
    expect(checkRate(summary(10, null), { monitorInterval: 30 }, [], now).mins).toBe(30);
    expect(checkRate(summary(10, null), null, [], now).mins).toBe(10);
  });

  it.each([
    ['the summary', now - M, [votedAt(now - 9 * M)], now - M],
    ['a recent verdict change', now - 9 * M, [votedAt(now - 20 * M), votedAt(now - M)], now - M],
    ['nothing without a summary', null, [votedAt(now - M)], null],
    ['the first verdict of a new endpoint', null, [votedAt(now - M, undefined, now - 2 * M)], now - M],
    ['the summary, not a withdrawn vote', now - 9 * M, [votedAt(now - M, 'frozen')], now - 9 * M],
  ])('takes the last check from %s', (_, lastCheckMs, monitors, expected) => {
    expect(checkRate(summary(10, lastCheckMs), null, monitors, now).lastCheckMs).toBe(expected);
  });
});
