import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { expect, it } from 'vitest';
import { JOB, simulateJob } from './jobs.ts';

const nowMs = Date.parse('2026-03-01T12:34:56.000Z');

it('the demo’s job has a day of runs, of which one started late and one failed, and is up', () => {
  const { endpoint, incidents, events, heartbeat } = simulateJob('demoUser', 'key', nowMs);
  expect(endpoint).toMatchObject({ status: 'up', openIncidentId: null, locations: ['server'] });
  expect(heartbeat).toMatchObject({ state: 'up', endpointId: JOB.endpointId, pingKey: 'key', lastStartAt: null });
  expect([...incidents.values()].map(({ status, failures }) => [status, failures.server?.error])).toEqual([
    ['resolved', 'missedPing'],
    ['resolved', 'jobFailed'],
  ]);
  expect(events.map(({ next }) => next)).toEqual(['up', 'down', 'up', 'down', 'up']);
  const ends = heartbeat.pings.filter(({ kind }) => kind !== 'start');
  expect(ends.filter(({ kind, durationMs }) => kind === 'fail' && durationMs !== null)).toHaveLength(1);
  expect(ends.every(({ durationMs }) => durationMs !== null)).toBe(true);
  expect((heartbeat.pings.at(-1)?.at ?? 0) - (heartbeat.pings[0]?.at ?? 0)).toBeGreaterThan(DAY_MS - 2 * JOB.everyMs);
  expect(heartbeat.bodies.map(({ text }) => text)).toContain('psql: error: FATAL: sorry, too many clients already');
});

it('its next run is soon, and not late yet', () => {
  const { heartbeat } = simulateJob('demoUser', 'key', nowMs);
  const nextMs = (heartbeat.pings.at(-1)?.at ?? 0) + JOB.everyMs;
  expect(nextMs - nowMs).toBe(2 * MINUTE_MS);
  expect(heartbeat.dueAt).toBe(nextMs + JOB.graceMs);
});
