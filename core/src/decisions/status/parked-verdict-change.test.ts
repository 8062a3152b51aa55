import { expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { DRAIN, RETENTION } from '../../values/limits.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { afterTry } from './parked-verdict-change.ts';

it('marks a verdict change as applied when every part is', () => {
  expect(afterTry(3, new Map(), NOW)).toEqual({
    state: 'applied',
    parked: {},
    retryAt: null,
    appliedAt: NOW,
    expireAt: NOW + RETENTION.verdictChangeMs,
  });
});

it.each([
  [0, 1],
  [1, 2],
  [5, 32],
  [6, 60],
  [5000, 60],
])('after %i earlier attempts it waits %i minutes', (attempts, minutes) => {
  expect(afterTry(attempts, new Map([['owner', 'no']]), NOW)).toEqual({
    state: 'parked',
    parked: { owner: 'no' },
    attempts: attempts + 1,
    retryAt: NOW + minutes * MINUTE_MS,
  });
});

it('a long reason is cut', () => {
  const { parked } = afterTry(0, new Map([['owner', 'x'.repeat(5000)]]), NOW);
  expect(parked?.owner).toHaveLength(DRAIN.reasonLength);
});
