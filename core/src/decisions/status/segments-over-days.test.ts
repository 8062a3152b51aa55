import { expect, it } from 'vitest';
import type { Monitor } from '../../documents/monitor.ts';
import { monitorEndpointSample, monitorSample, NOW, voteSample } from '../../testing/samples.ts';
import { type Random, seeded } from '../../testing/seeded.ts';
import { type LocationCode, orderedLocations } from '../../values/locations.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { DAY_MS, HOUR_MS, hourStart, MINUTE_MS } from '../../values/time.ts';
import { type MonitorTransition, trimTransitions } from '../../values/transition.ts';
import { hourlySegments } from './segments.ts';

/** The status of an endpoint from a time on. */
type Phase = { at: number; status: EndpointStatus; down: LocationCode[] };
type Past = Record<string, Phase[]>;
type Summary = { status: boolean; pending: number; down: number; locations: LocationCode[] } | null;

const START = NOW - 4 * DAY_MS;

function transitionTo(endpoint: string, before: Phase, { at, status, down }: Phase): MonitorTransition {
  return { endpoint, at, from: before.status, to: status, locations: status === 'down' ? down : before.down };
}

/** A monitor after these phases, with its transitions trimmed at each of them. */
function monitorOf(past: Past, most: number): Monitor {
  let transitions: MonitorTransition[] = [];
  const changes = Object.entries(past).flatMap(([id, phases]) =>
    phases.slice(1).map((phase, index) => transitionTo(id, phases[index] ?? phase, phase)),
  );
  for (const change of changes.sort((a, b) => a.at - b.at)) {
    transitions = trimTransitions(transitions, [change], change.at, most);
  }
  const endpoints = Object.entries(past).map(([id, phases]) => {
    const { status = 'pending', down = [] } = phases.at(-1) ?? {};
    const since = phases.findLast((phase, index) => phase.status !== phases[index - 1]?.status)?.at ?? START;
    const votes = Object.fromEntries(down.map((location) => [location, voteSample({ up: false })]));
    return [id, monitorEndpointSample({ status, since, votes, createdAt: phases[0]?.at ?? START })] as const;
  });
  return monitorSample({ endpoints: Object.fromEntries(endpoints), transitions, createdAt: START });
}

/** The summary of an hour from all phases. */
function reference(past: Past, hourAt: number, nowMs: number): Summary {
  const end = Math.min(hourAt + HOUR_MS, nowMs);
  const inHour = Object.values(past).map((phases) =>
    phases.filter((phase, index) => phase.at < end && (phases[index + 1]?.at ?? nowMs) > Math.max(hourAt, phase.at)),
  );
  const watched = inHour.filter((phases) => phases.length > 0);
  if (watched.length === 0) return null;
  const down = watched.filter((phases) => phases.some(({ status }) => status === 'down'));
  const pending = watched.filter((phases) => phases.every(({ status }) => status === 'pending'));
  return {
    status: down.length === 0 && watched.flat().some(({ status }) => status === 'up'),
    pending: down.length > 0 ? 0 : pending.length,
    down: down.length,
    locations: orderedLocations(down.flat().flatMap((phase) => (phase.status === 'down' ? phase.down : []))),
  };
}

function summaries(monitor: Monitor, nowMs: number): Summary[] {
  return hourlySegments(monitor, nowMs).map((segment) => {
    if (!segment) return null;
    const { status, counts, downLocations } = segment;
    return { status, ...counts, locations: downLocations.map(({ code }) => code) };
  });
}

function expected(past: Past, nowMs: number): Summary[] {
  const first = hourStart(nowMs) - 23 * HOUR_MS;
  return Array.from({ length: 24 }, (_, index) => reference(past, first + index * HOUR_MS, nowMs));
}

const SOMEWHERE: LocationCode[][] = [['tw'], ['th'], ['bd'], ['tw', 'th'], ['th', 'bd'], ['tw', 'th', 'bd']];

/** Days of one endpoint; `stayMs` is the longest phase. */
function days(random: Random, stayMs: number): Phase[] {
  const phases: Phase[] = [{ at: START + random.whole(0, DAY_MS), status: 'pending', down: [] }];
  for (let at = phases[0]?.at ?? START; ; ) {
    at += random.whole(MINUTE_MS, stayMs);
    if (at >= NOW) return phases;
    const before = phases.at(-1);
    const status = random.one(['up', 'down', 'down', 'unknown'] as const);
    const down = status === 'down' ? (SOMEWHERE[random.whole(0, SOMEWHERE.length - 1)] ?? []) : [];
    if (status !== before?.status || down.join() !== before.down.join()) phases.push({ at, status, down });
  }
}

it('a location that joins an outage after 27 hours was not down before', () => {
  const started = { at: NOW - 27 * HOUR_MS, status: 'down' as const, down: ['tw' as const] };
  const joined = { at: NOW - 5 * MINUTE_MS, status: 'down' as const, down: ['tw' as const, 'th' as const] };
  const past: Past = { a: [{ at: START, status: 'up', down: [] }, started, joined] };
  const locations = summaries(monitorOf(past, 500), NOW).map((hour) => hour?.locations.join());
  expect(locations).toEqual([...Array.from({ length: 23 }, () => 'tw'), 'tw,th']);
});

it('a location that recovers from an outage after 27 hours was down before', () => {
  const started = { at: NOW - 27 * HOUR_MS, status: 'down' as const, down: ['tw' as const, 'th' as const] };
  const recovered = { at: NOW - HOUR_MS, status: 'down' as const, down: ['tw' as const] };
  const past: Past = { a: [{ at: START, status: 'up', down: [] }, started, recovered] };
  const locations = summaries(monitorOf(past, 500), NOW).map((hour) => hour?.locations.join());
  expect(locations).toEqual([...Array.from({ length: 23 }, () => 'tw,th'), 'tw']);
});

it('every hour is the same as with all transitions of four days', () => {
  const random = seeded(20261121);
  for (let round = 0; round < 300; round += 1) {
    const stayMs = random.one([HOUR_MS, 6 * HOUR_MS, 40 * HOUR_MS]);
    const ids = ['a', 'b', 'c'].slice(0, random.whole(1, 3));
    const past: Past = Object.fromEntries(ids.map((id) => [id, days(random, stayMs)]));
    const nowMs = NOW + random.one([1, 20 * MINUTE_MS, HOUR_MS]);
    expect(summaries(monitorOf(past, 500), nowMs), `round ${round}`).toEqual(expected(past, nowMs));
  }
});

it('with too many transitions to keep, every hour after the first kept one is the same', () => {
  const random = seeded(18);
  let compared = 0;
  for (let round = 0; round < 400; round += 1) {
    const past: Past = { a: days(random, HOUR_MS), b: days(random, 30 * HOUR_MS), c: days(random, 30 * HOUR_MS) };
    const most = random.whole(5, 30);
    const monitor = monitorOf(past, most);
    expect(monitor.transitions.length).toBeLessThanOrEqual(most + 3);
    // All is known after the newest transition with an unknown past.
    const withUnknownPast = monitor.transitions.filter(({ from }) => from === 'unknown').map(({ at }) => at);
    const knownFrom = hourStart(Math.max(START, ...withUnknownPast)) + HOUR_MS;
    const hours = summaries(monitor, NOW);
    expected(past, NOW).forEach((hour, index) => {
      if (hourStart(NOW) - (23 - index) * HOUR_MS < knownFrom) return;
      compared += 1;
      expect(hours[index], `round ${round}, hour ${index}`).toEqual(hour);
    });
  }
  expect(compared).toBeGreaterThan(500);
});
