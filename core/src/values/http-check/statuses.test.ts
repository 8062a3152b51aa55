import { expect, it } from 'vitest';
import { formatStatuses, isAcceptedStatus, parseStatuses } from './statuses.ts';

it.each<[string, string | null]>([
  ['200', '200'],
  ['200-299', '200-299'],
  [' 200 – 299 , 404 ', '200-299,404'],
  ['204-204', '204'],
  ['100-599', '100-599'],
  ['999', '999'],
  ['200-299, 600-999', '200-299,600-999'],
  ['530', '530'],
  ['', null],
  ['200,', null],
  ['99', null],
  ['1000', null],
  ['099', null],
  ['200-1000', null],
  ['299-200', null],
  ['2xx', null],
  ['200-', null],
  ['200 404', null],
])('%j is the list %j', (text, expected) => {
  const parsed = parseStatuses(text);
  expect(parsed && formatStatuses(parsed)).toBe(expected);
});

it.each([
  [199, undefined, false],
  [200, undefined, true],
  [399, undefined, true],
  [400, undefined, false],
  [404, '200-299,404', true],
  [300, '200-299,404', false],
  [299, '200-299,404', true],
  [200, 'no list', false],
  [999, '200-299,999', true],
  [601, '600-699', true],
  [999, undefined, false],
])('%i is accepted by %j: %s', (status, statuses, expected) => {
  expect(isAcceptedStatus(status, statuses)).toBe(expected);
});
