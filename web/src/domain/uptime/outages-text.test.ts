import { expect, it } from 'vitest';
import { coverageText } from './outages-text.ts';

const t = ((key: string, { value }: { value: number }) => `${key} ${value}`) as never;

it.each([
  [1, null],
  [0.99, null],
  [0.98999, 'uptime.coverage 98'],
  [0.57, 'uptime.coverage 57'],
  [0, 'uptime.coverage 0'],
])('a coverage of %d: %s', (coverage, expected) => {
  expect(coverageText({ coverage }, t)).toBe(expected);
});
