import { expect, test } from 'vitest';
import { isRefusedAlike, isServerWrong } from './mailing-refusals.ts';

test.each([
  { gone: 0, tried: 5, sent: 0, expected: false },
  { gone: 1, tried: 1, sent: 0, expected: true },
  // The mailing's last run may have one recipient.
  { gone: 1, tried: 1, sent: 100, expected: false },
  { gone: 1, tried: 5, sent: 4, expected: false },
  { gone: 3, tried: 5, sent: 2, expected: false },
  { gone: 4, tried: 5, sent: 1, expected: true },
  { gone: 4, tried: 11, sent: 7, expected: true },
  { gone: 4, tried: 12, sent: 8, expected: false },
  { gone: 33, tried: 100, sent: 67, expected: false },
  { gone: 34, tried: 100, sent: 66, expected: true },
])('$gone of $tried do not exist, $sent mails sent: the server is wrong: $expected', ({ expected, ...results }) => {
  expect(isServerWrong(results)).toBe(expected);
});

test.each([
  { tried: 5, gone: 0, refused: 5, expected: false },
  { tried: 10, gone: 0, refused: 10, expected: true },
  { tried: 10, gone: 10, refused: 0, expected: true },
  { tried: 10, gone: 0, refused: 9, expected: false },
  { tried: 10, gone: 5, refused: 5, expected: false },
  { tried: 10, gone: 0, refused: 0, expected: false },
])('$refused of $tried refused, $gone gone: the rest waits: $expected', ({ expected, ...results }) => {
  expect(isRefusedAlike(results)).toBe(expected);
});
