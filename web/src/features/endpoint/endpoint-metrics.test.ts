import type { Outage } from '@farwatch/core/documents/incident';
import { incidentSample } from '@farwatch/core/testing/samples';
import type { Transition } from '@farwatch/core/values/transition';
import { describe, expect, it } from 'vitest';
import { endpointMetrics, incidentMetrics } from './endpoint-metrics.ts';

const H = 3_600_000;
const OUTAGE: Outage = { number: 1, startedAt: 0, endedAt: null, locations: ['tw'], severity: 'critical' };
const now = Date.UTC(2026, 0, 15, 12, 20);
const step = (hoursAgo: number, from: Transition['from'], to: Transition['to']): Transition => {
  return { at: now - hoursAgo * H, from, to, locations: ['tw'] };
};
const endpoint = (status: Transition['to'], transitions: Transition[], hoursOld = 100) => {
  return {
    status,
    transitions,
    since: transitions.at(-1)?.at ?? now - hoursOld * H,
    createdAt: now - hoursOld * H,
    votes: {},
    slow: null,
  };
};

describe('the last 24 hours', () => {
  it('have two outages if the endpoint was down twice', () => {
    const steps = [step(12, 'up', 'down'), step(9, 'down', 'up'), step(3, 'up', 'down'), step(0, 'down', 'up')];
    const metrics = endpointMetrics(endpoint('up', steps), [], now);
    expect(metrics).toEqual({
      availabilityPercent: 75,
      coverage: 1,
      rating: 'Critical',
      downMs: 6 * H,
      isFullDay: true,
      outages: 2,
    });
  });

  it('have one outage if more locations fail during it', () => {
    const steps = [step(2, 'up', 'down'), step(1, 'down', 'down')];
    expect(endpointMetrics(endpoint('down', steps), [], now)).toMatchObject({ downMs: 2 * H, outages: 1 });
  });

  it('leave out an outage before them', () => {
    expect(endpointMetrics(endpoint('up', [step(24, 'down', 'up')]), [], now)).toMatchObject({ downMs: 0, outages: 0 });
  });

  it('are unknown for an endpoint that was never checked', () => {
    const metrics = endpointMetrics(endpoint('pending', [], 1), [], now);
    expect(metrics).toEqual({
      availabilityPercent: null,
      coverage: 0,
      rating: 'Unknown',
      downMs: 0,
      isFullDay: false,
      outages: 0,
    });
  });

  it('are not rated healthy for a new endpoint for a few minutes, but down immediately', () => {
    const young = { ...endpoint('up', [step(0.5, 'pending', 'up')], 0.5) };
    expect(endpointMetrics(young, [], now)).toMatchObject({ availabilityPercent: null, rating: 'Unknown' });
    const failed = { ...endpoint('down', [step(0.5, 'pending', 'up'), step(0.25, 'up', 'down')], 0.5) };
    expect(endpointMetrics(failed, [], now)).toMatchObject({ availabilityPercent: 50, rating: 'Critical' });
  });
});

it('counts the incidents that started in the last 24 hours, and the active ones', () => {
  const incident = (endpointId: string, status: 'active' | 'resolved', hoursAgo: number) => {
    return { ...incidentSample(), endpointId, status, triggeredAt: now - hoursAgo * H, outage: null };
  };
  const incidents = [
    incident('a', 'active', 72),
    incident('a', 'active', 2),
    incident('a', 'resolved', 24),
    incident('a', 'resolved', 24.1),
    incident('b', 'active', 1),
  ];
  expect(incidentMetrics(incidents, 'a', now)).toEqual({ started: 2, partial: 2, active: 2 });
  expect(incidentMetrics(incidents, 'c', now)).toEqual({ started: 0, partial: 0, active: 0 });
  const maintenance = { id: 'm', name: 'Backup', startsAt: now - 2 * H, endsAt: now };
  const inMaintenance = incidents.map((each) => ({ ...each, maintenance }));
  expect(incidentMetrics(inMaintenance, 'a', now)).toEqual({ started: 1, partial: 1, active: 2 });
  const wasDown = incidents.map((each) => ({ ...each, outage: OUTAGE }));
  expect(incidentMetrics(wasDown, 'a', now)).toEqual({ started: 2, partial: 0, active: 2 });
});
