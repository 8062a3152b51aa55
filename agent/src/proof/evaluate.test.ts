import { expect, test } from 'vitest';
import { evaluate, type Observations } from './evaluate.ts';
import type { CheckedMessage } from './messages.ts';

const change = (id: string, up: boolean | null, atMs: number): CheckedMessage => ({
  ...{ id, up, dueAt: atMs, at: atMs, reportedAt: atMs, error: up === false ? 'status' : null },
});
const FOREVER = Number.POSITIVE_INFINITY;

/** Two sites seen up, of which `a` goes down at 100 s and is back at 200 s; it all ends at 300 s. */
const GOOD: Observations = {
  ids: ['a', 'b'],
  outages: [{ id: 'a', fromMs: 100_000, untilMs: 200_000 }],
  checked: [
    change('a', true, 1_000),
    change('b', true, 1_000),
    change('a', false, 105_000),
    change('a', true, 204_000),
  ],
  stalls: [],
  settledAt: 10_000,
  endedAt: 300_000,
  trouble: null,
};
const FINE = {
  healthyCalledDown: 0,
  healthyFailed: 0,
  deadCalledUp: 0,
  worstDelayMs: 0,
  worstOwnDelayMs: 0,
  stalledMs: 0,
  outages: 1,
  outagesFound: 1,
  wrongAtEnd: 0,
};
const heard = (...more: CheckedMessage[]) => ({ checked: [...GOOD.checked, ...more] });

test.each<[string, Partial<Observations>, object]>([
  ['what is true', {}, {}],
  [
    'a healthy site that is called down',
    heard(change('b', false, 50_000)),
    { healthyCalledDown: 1, healthyFailed: 1, wrongAtEnd: 1 },
  ],
  [
    'one called down, and up again',
    heard(change('b', false, 50_000), change('b', true, 60_000)),
    { healthyCalledDown: 1, healthyFailed: 1 },
  ],
  ['one that failed once', heard({ ...change('b', null, 50_000), error: 'timeout' }), { healthyFailed: 1 }],
  ['one that is called up in its outage', heard(change('a', true, 150_000)), { deadCalledUp: 1 }],
  ['an outage that nobody noticed', { checked: GOOD.checked.slice(0, 2) }, { outagesFound: 0 }],
  ['one whose end nobody noticed', { checked: GOOD.checked.slice(0, 3) }, { wrongAtEnd: 1 }],
  [
    'a name that is dead all the time',
    { outages: [...GOOD.outages, { id: 'b', fromMs: -FOREVER, untilMs: FOREVER }] },
    { outages: 2, deadCalledUp: 1, wrongAtEnd: 1 },
  ],
  ['a site never heard of', { ids: ['a', 'b', 'c'] }, { wrongAtEnd: 1 }],
  [
    'a check that is late',
    heard({ ...change('b', null, 80_000), at: 81_500 }),
    { worstDelayMs: 1_500, worstOwnDelayMs: 1_500 },
  ],
  [
    'one that is late because the machine ran something else, for a part of it',
    {
      ...heard({ ...change('b', null, 80_000), at: 81_500 }),
      stalls: [
        { fromMs: 79_800, untilMs: 80_200, stalledMs: 300 },
        { fromMs: 80_500, untilMs: 81_500, stalledMs: 900 },
        { fromMs: 81_500, untilMs: 82_500, stalledMs: 900 },
      ],
    },
    { worstDelayMs: 1_500, worstOwnDelayMs: 450, stalledMs: 2_100 },
  ],
  [
    'one that is late by a trouble',
    { trouble: { fromMs: 79_000, untilMs: 90_000 }, ...heard({ ...change('b', null, 80_000), at: 91_500 }) },
    {},
  ],
  ['one that is late before all is settled', heard({ ...change('b', null, 5_000), at: 8_000 }), {}],
])('%s', (_what, observations, expected) => {
  expect(evaluate({ ...GOOD, ...observations })).toMatchObject({ ...FINE, ...expected });
});
