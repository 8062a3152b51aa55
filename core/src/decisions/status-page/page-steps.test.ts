import { describe, expect, it, test } from 'vitest';
import { monitorEndpointSample, monitorSample, NOW } from '../../testing/samples.ts';
import { seeded } from '../../testing/seeded.ts';
import { countsOf, type Step, type TimeStatus, timeSums } from '../../values/history/levels.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import { wallClock } from '../../values/zone.ts';
import { componentDays, shownGroups } from './component-days.ts';
import { continuedSteps, SHOWN_DAYS, stepsOf, storedSteps } from './page-steps.ts';

const step = (atMs: number, status: TimeStatus): Step => ({ atMs, counts: countsOf(status), running: 0, started: 0 });
const stored = (steps: readonly Step[]) => storedSteps(steps, { recentMs: NOW - DAY_MS, nowMs: NOW });

/** Seconds up, down and neither over a range. */
function secondsOf(steps: readonly Step[], days: number, atMs: number): number[] {
  const [up = 0, down = 0, ...others] = timeSums(steps, { fromMs: atMs - days * DAY_MS, toMs: atMs }).seconds;
  return [up, down, others.reduce((sum, each) => sum + each, 0)].map(Math.round);
}

/** Statuses that change at random, on average so often. */
function randomSteps(seed: number, everyMs: number, fromMs = NOW - 95 * DAY_MS): Step[] {
  const { share } = seeded(seed);
  const statuses: TimeStatus[] = ['up', 'down', 'unknown', 'maintenance', 'paused'];
  const steps: Step[] = [];
  for (let atMs = fromMs; atMs < NOW; atMs += Math.ceil(share() * 2 * everyMs)) {
    const others = statuses.filter((each) => countsOf(each).join() !== steps.at(-1)?.counts.join());
    steps.push(step(atMs, others[Math.floor(share() * others.length)] ?? 'up'));
  }
  return steps;
}

describe('the sums of the shown ranges', () => {
  test.each([1, 2, 3, 4, 5, 6])(
    'are those of all steps, whenever a page is shown until its next build (seed %i)',
    (seed) => {
      const steps = randomSteps(seed, 9 * HOUR_MS, NOW - (seed > 4 ? 10 : 95) * DAY_MS);
      for (const laterMs of [0, 1, 61_234, 5 * HOUR_MS, DAY_MS, 36 * HOUR_MS]) {
        for (const days of Object.values(SHOWN_DAYS)) {
          const atMs = NOW + laterMs;
          expect(secondsOf(stepsOf(stored(steps)), days, atMs)).toEqual(secondsOf(steps, days, atMs));
        }
      }
    },
  );

  test('of a component that flaps are those of all steps at the build, and almost those later', () => {
    const steps = randomSteps(7, MINUTE_MS);
    const packed = stored(steps);
    expect(packed.atMs.length).toBeLessThan(120);
    for (const days of Object.values(SHOWN_DAYS)) {
      expect(secondsOf(stepsOf(packed), days, NOW)).toEqual(secondsOf(steps, days, NOW));
      const [, down = 0] = secondsOf(stepsOf(packed), days, NOW + 5 * HOUR_MS);
      const [, exact = 0] = secondsOf(steps, days, NOW + 5 * HOUR_MS);
      expect(Math.abs(down - exact)).toBeLessThan(HOUR_MS / SECOND_MS);
    }
  });
});

describe('as time goes on without a change', () => {
  const page = (steps: readonly Step[], createdAt = NOW - 100 * DAY_MS) => {
    const shown = { key: 'checkout', name: 'Checkout', status: 'up' as const, since: NOW };
    const days = componentDays({ createdAt, steps, responses: [] }, wallClock('UTC'), NOW);
    return { timeZone: 'UTC', today: '2026-11-20', groups: [{ name: '', components: [{ ...shown, ...days }] }] };
  };
  const at = (snapshot: ReturnType<typeof page>, atMs: number) => {
    const component = shownGroups(snapshot, atMs)[0]?.components[0];
    return { ...component?.uptime, bars: component?.days.downSec.slice(-3) };
  };

  it('an outage grows', () => {
    const snapshot = page([step(NOW - 30 * DAY_MS, 'up'), step(NOW - 12 * HOUR_MS, 'down')]);
    expect(at(snapshot, NOW)).toMatchObject({ hours24: 50, bars: [0, 0, 12 * 3600] });
    expect(at(snapshot, NOW + 6 * HOUR_MS)).toMatchObject({ hours24: 25, bars: [0, 0, 18 * 3600] });
    expect(at(snapshot, NOW + 15 * HOUR_MS)).toMatchObject({ hours24: 0, bars: [0, 23.5 * 3600, 3.5 * 3600] });
  });

  it('an outage leaves the last 24 hours, and the last 7 days', () => {
    const outage = (startMs: number) => [
      step(NOW - 50 * DAY_MS, 'up'),
      step(startMs, 'down'),
      step(startMs + HOUR_MS, 'up'),
    ];
    const recent = page(outage(NOW - 2 * HOUR_MS));
    const hours = [0, 22.5, 24].map((later) => at(recent, NOW + later * HOUR_MS).hours24);
    expect(hours).toEqual([95.833, 97.916, 100]);
    const old = page(outage(NOW - 7 * DAY_MS));
    expect([0, 0.5, 1].map((later) => at(old, NOW + later * HOUR_MS).days7)).toEqual([99.404, 99.702, 100]);
  });

  it('planned maintenance neither counts as up nor as down', () => {
    const window = { id: 'w', name: 'Backup', startsAt: NOW + HOUR_MS, endsAt: NOW + 3 * HOUR_MS };
    const endpoints = { a: monitorEndpointSample({ status: 'down', since: NOW - 12 * HOUR_MS }) };
    const start = { endpoint: 'a', at: NOW - 12 * HOUR_MS, from: 'up' as const, to: 'down' as const, locations: [] };
    const monitor = monitorSample({ endpoints, transitions: [start], maintenance: [window] });
    const before = page([step(NOW - 30 * DAY_MS, 'up')]);
    const [component] = before.groups[0]?.components ?? [];
    if (!component) throw new Error('no component');
    const steps = continuedSteps(component.steps, monitor, { endpointId: null }, NOW);
    const snapshot = { ...before, groups: [{ name: '', components: [{ ...component, steps }] }] };
    expect([1, 2, 3].map((hours) => at(snapshot, NOW + hours * HOUR_MS).bars?.[2])).toEqual([46_800, 46_800, 46_800]);
  });

  it('a component of ten minutes is measured over these', () => {
    const createdAt = NOW - 10 * MINUTE_MS;
    const steps = [step(createdAt, 'pending'), step(createdAt + MINUTE_MS, 'up'), step(NOW - 3 * MINUTE_MS, 'down')];
    const snapshot = page(steps, createdAt);
    expect(at(snapshot, NOW)).toMatchObject({ hours24: 66.666, days7: 66.666, days30: 66.666, days90: 66.666 });
    expect(at(snapshot, NOW + 3 * MINUTE_MS)).toMatchObject({ hours24: 50, days90: 50, bars: [360] });
  });
});
