import { expect, it } from 'vitest';
import { ApiFailure } from './failure.ts';
import { failureReason } from './failure-reason.ts';

it.each([
  [new ApiFailure('timeout'), { key: 'failure.timeout' }],
  [new ApiFailure('network'), { key: 'failure.network' }],
  [new ApiFailure('forbidden'), { key: 'failure.forbidden' }],
  [new ApiFailure('invalid', 'The request is not valid'), { text: 'The request is not valid' }],
  [new ApiFailure('internal'), null],
  [new ApiFailure('server'), null],
  [new ApiFailure('unexpected'), null],
  [new Error('a bug'), null],
])('%s: %j', (failure, reason) => {
  expect(failureReason(failure)).toEqual(reason);
});
