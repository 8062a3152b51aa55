import { expect, it } from 'vitest';
import { coverageText, outagesText, shownUptime } from './outages-text.ts';

const t = ((key: string, { value }: { value: string }) => `${key} ${value}`) as never;

it.each([
  [1, null],
  [0.99, null],
  [0.98999, 'uptime.coverage 98.99'],
  [0.57, 'uptime.coverage 57.00'],
  [0, 'uptime.coverage 0.00'],
])('a coverage of %d: %s', (coverage, expected) => {
  expect(coverageText({ coverage }, t)).toBe(expected);
});

it.each([
  ['nothing is known', null, 0, null],
  ['100 % of ten minutes', 100, 600, null],
  ['100 % of an hour', 100, 3600, 100],
  ['an outage of a second', 99.5, 200, 99.5],
  ['all of four seconds down', 0, 4, 0],
])('the uptime that is shown when %s', (_, uptime, knownSec, expected) => {
  expect(shownUptime({ uptime, knownSec })).toBe(expected);
});

it.each([
  [0, 0, 3, 'uptime.noOutage'],
  [5, 0, 1, 'uptime.outages 5'],
  [5, 0, 3, 'uptime.outages 5 · uptime.addedUp 3'],
  [0, 60, 1, 'uptime.noOutage · uptime.slow'],
  [5, 60, 3, 'uptime.outages 5 · uptime.slow · uptime.addedUp 3'],
])('%d outages and %d s of slow time of %d endpoints', (outages, slowTimeSec, endpoints, expected) => {
  const count = ((key: string, values?: { count?: number }) => [key, values?.count].filter(Boolean).join(' ')) as never;
  expect(outagesText({ outages, downtimeSec: 567, slowTimeSec }, count, endpoints)).toBe(expected);
});
