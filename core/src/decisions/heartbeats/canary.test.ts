import { describe, expect, it } from 'vitest';
import { type Canary, NO_CANARY } from '../../documents/sweep.ts';
import { NOW } from '../../testing/samples.ts';
import { MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import { isUnreachable, mayJudge, noticeSince, trackCanary } from './canary.ts';

const at = (minute: number) => NOW + minute * MINUTE_MS;

/** The canary after pings, one a minute: `+` was answered, `-` was not, `?` has no public URL. */
function after(pings: string, from: Canary = NO_CANARY): Canary {
  const answered: Record<string, boolean | null> = { '+': true, '-': false, '?': null };
  return [...pings].reduce((canary, each, minute) => trackCanary(canary, answered[each] ?? null, at(minute)), from);
}

it.each([
  ['', true, false],
  ['+', true, false],
  ['+-', false, false],
  ['+-+', true, false],
  ['+--', false, true],
  ['+---', false, true],
  ['+--+', true, false],
  // It was never answered, so it proves nothing about the jobs' pings.
  ['-', true, false],
  ['---', true, true],
  ['---+-', false, false],
  ['+--?', true, false],
])(
  'after the pings "%s" late heartbeats may be judged: %s, the URL is unreachable: %s',
  (pings, judges, unreachable) => {
    const canary = after(pings);
    expect([mayJudge(canary), isUnreachable(canary)]).toEqual([judges, unreachable]);
  },
);

it.each([
  ['one slow answer is no outage', '++-+', null],
  ['two misses are, from the last answer to the next one', '++--+', { startedAt: at(1), endedAt: at(4) }],
  ['slow answers that alternate are none', '+-+-+-+', null],
  ['the last outage counts', '+--+++--+', { startedAt: at(5), endedAt: at(8) }],
  ['an outage that continues is not over', '+--+--', { startedAt: at(0), endedAt: at(3) }],
  ['what was before the first answer is none', '---+', null],
  ['nothing is kept where the public URL is unknown', '+--+?', null],
])('%s', (_, pings, outage) => {
  expect(after(pings).outage).toEqual(outage);
});

it('two sweeps of the same minute that miss it are one miss', () => {
  const answered = after('+');
  const twice = [0, 2].reduce((canary, sec) => trackCanary(canary, false, at(1) + sec * SECOND_MS), answered);
  expect(isUnreachable(twice)).toBe(false);
  expect(isUnreachable(trackCanary(twice, false, at(2) - 2 * SECOND_MS))).toBe(true);
});

describe('the notice of an outage', () => {
  it.each([
    ['+-----', 5, null],
    ['+------', 6, at(1)],
    ['------', 5, at(0)],
    ['+------+', 7, null],
    ['+------+-', 8, null],
  ])('after "%s" it has started at %#', (pings, minute, since) => {
    expect(noticeSince(after(pings), at(minute))).toBe(since);
  });

  it('is not due after a long gap between two misses only', () => {
    const once = after('+-');
    expect(noticeSince(once, at(20))).toBeNull();
  });
});
