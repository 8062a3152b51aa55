import { expect, it } from 'vitest';
import { daysIn } from './uptime-days.ts';

it.each([
  [null, []],
  ['', []],
  ['90,7', [7, 90]],
  ['7,30,90', [7, 30, 90]],
  ['8,30,x', [30]],
  ['["7"]', []],
])('%j is %j', (text, expected) => {
  expect(daysIn(text)).toEqual(expected);
});
