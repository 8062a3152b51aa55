import { expect, test } from 'vitest';
import { readRefusal } from './agent-error.ts';

test.each([
  [
    { reason: 'gap', expectedSeq: 4 },
    { reason: 'gap', expectedSeq: 4 },
  ],
  [{ reason: 'gap', expectedSeq: 'four' }, { reason: 'gap' }],
  [{ reason: 'clock', serverAt: 1.5 }, { reason: 'clock' }],
  [{ reason: 'malformed', unknown: true }, { reason: 'malformed' }],
  [{ reason: 'a newer server’s' }, null],
  [{ reason: 7 }, null],
  [{}, null],
  ['malformed', null],
  [undefined, null],
])('the refusal of %j is %j', (details, expected) => {
  expect(readRefusal(details)).toEqual(expected);
});
