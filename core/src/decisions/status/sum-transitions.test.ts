import { describe, expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { timeSums } from '../../values/history/levels.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { HOUR_MS, hourStart, MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import type { Transition } from '../../values/transition.ts';
import { endpointSteps } from '../history/endpoint-steps.ts';
import { availabilityOf } from './availability.ts';
import { type StatusHistory, statusSpans } from './spans.ts';
import { sumTransitions } from './sum-transitions.ts';

const START = hourStart(NOW);
const MOST = 60;

/** Changes to another status every few seconds, from an hour's start on. */
function changes(count: number, everyMs: (index: number) => number, statuses: EndpointStatus[]): Transition[] {
  let at = START;
  return Array.from({ length: count }, (_, index) => {
    at += everyMs(index);
    const from = statuses[index % statuses.length] ?? 'up';
    const to = statuses[(index + 1) % statuses.length] ?? 'up';
    return { at, from, to, locations: from === 'down' || to === 'down' ? ['tw'] : [] };
  });
}

const historyOf = (transitions: readonly Transition[], maintenance: StatusHistory['maintenance']): StatusHistory => ({
  transitions,
  status: transitions.at(-1)?.to ?? 'up',
  isSlow: false,
  downNow: [],
  createdAt: START - HOUR_MS,
  maintenance,
});

describe('sums of transitions', () => {
  it('of one that is slow now and then have the same slow time', () => {
    const transitions = changes(600, () => 31 * SECOND_MS, ['up']).map((each, index): Transition => {
      return { ...each, ...(index % 2 === 0 ? { slow: true } : { wasSlow: true }) };
    });
    const range = { fromMs: START, toMs: (transitions.at(-1)?.at ?? 0) + MINUTE_MS };
    const slowSec = (all: readonly Transition[]) => timeSums(endpointSteps(historyOf(all, []), range), range).slowSec;
    const summed = sumTransitions(transitions, [], MOST);
    expect(summed.length).toBeLessThan(transitions.length / 2);
    expect(slowSec(transitions)).toBe(300 * 31);
    expect(slowSec(summed)).toBe(slowSec(transitions));
  });

  const WINDOW = { startsAt: START + 20 * MINUTE_MS, endsAt: START + 100 * MINUTE_MS };
  it.each<[string, Transition[], StatusHistory['maintenance']]>([
    ['of one that alternates', changes(600, () => 31 * SECOND_MS, ['up', 'down']), []],
    [
      'of one that is also unknown',
      changes(600, (index) => (7 + (index % 5)) * SECOND_MS, ['up', 'unknown', 'down']),
      [],
    ],
    ['of one in maintenance', changes(600, (index) => (20 + (index % 7)) * SECOND_MS, ['up', 'down']), [WINDOW]],
    ['of one that was down at first', changes(401, () => 47 * SECOND_MS, ['down', 'up']), []],
  ])('%s have the same times and outages in each hour', (_, transitions, maintenance) => {
    const end = (transitions.at(-1)?.at ?? 0) + MINUTE_MS;
    const summed = sumTransitions(transitions, maintenance, MOST);
    expect(summed.length).toBeLessThan(transitions.length / 2);
    expect(summed.slice(-8)).toEqual(transitions.slice(-8));
    for (let hourAt = START; hourAt < end; hourAt += HOUR_MS) {
      const toMs = Math.min(end, hourAt + HOUR_MS);
      const of = (all: readonly Transition[]) => availabilityOf(statusSpans(historyOf(all, maintenance), hourAt, toMs));
      expect(of(summed)).toEqual(of(transitions));
    }
    const range = { fromMs: START, toMs: end };
    const outages = (all: readonly Transition[]) =>
      timeSums(endpointSteps(historyOf(all, maintenance), range), range).outages;
    expect(outages(summed)).toBe(outages(transitions));
  });

  it('are the same when they are summed one after another', () => {
    const all = changes(600, () => 31 * SECOND_MS, ['up', 'down']);
    let growing: Transition[] = [];
    for (const each of all) growing = sumTransitions([...growing, each], [], 40);
    const whole = statusSpans(historyOf(all, []), START, all.at(-1)?.at ?? 0);
    const parts = statusSpans(historyOf(growing, []), START, all.at(-1)?.at ?? 0);
    expect(availabilityOf(parts)).toEqual(availabilityOf(whole));
    expect(growing.reduce((sum, { to, outages }) => sum + (to === 'down' ? (outages ?? 1) : 0), 0)).toBe(300);
    expect(growing.length).toBeLessThanOrEqual(40);
  });

  it('are not made of few transitions', () => {
    const few = changes(12, () => MINUTE_MS, ['up', 'down']);
    const later: Transition = { at: START + 3 * HOUR_MS, from: 'up', to: 'down', locations: [] };
    expect(sumTransitions([...few, later], [], MOST)).toEqual([...few, later]);
  });
});
