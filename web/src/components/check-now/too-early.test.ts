import { expect, it } from 'vitest';
import { ApiFailure } from '../../lib/api/failure.ts';
import { tooEarlyOf } from './too-early.ts';

it.each([
  [new ApiFailure('checked_just_now', 'x', null, 12), { text: 'checkNow.justNow', seconds: 12 }],
  [new ApiFailure('too_many_checks', 'x', null, 1), { text: 'checkNow.tooMany', seconds: 1 }],
  [new ApiFailure('checked_just_now', 'x'), null],
  [new ApiFailure('too_many_requests', 'x', null, 3), null],
  [new Error('a bug'), null],
])('%s: %j', (failure, expected) => {
  expect(tooEarlyOf(failure)).toEqual(expected);
});
