import type { WeekHour } from '@farwatch/core/contracts/api/history';
import { expect, it } from 'vitest';
import { extremes, type HeatLevel, type HeatValue, heatCells, mostFailing } from './heat.ts';

const at = (hour: number, p50Ms: number | null, failures = 0, checks = 10): WeekHour => {
  return { weekday: 1, hour, checks, failures, p50Ms };
};

it('has all hours of the week, with null where nothing is known', () => {
  const cells = heatCells([{ weekday: 7, hour: 23, checks: 2, failures: 0, p50Ms: 90 }], 'response');
  expect(cells).toHaveLength(168);
  expect(cells[0]).toEqual({ weekday: 1, hour: 0, checks: 0, failures: 0, p50Ms: null, level: null });
  expect(cells[167]).toMatchObject({ weekday: 7, hour: 23, p50Ms: 90, level: 0 });
});

it.each<[string, HeatValue, WeekHour[], HeatLevel[]]>([
  [
    'response times in five steps',
    'response',
    [at(0, 100), at(1, 119), at(2, 141), at(3, 165), at(4, 200)],
    [0, 0, 2, 3, 4],
  ],
  ['response times that hardly differ', 'response', [at(0, 100), at(1, 101), at(2, 103)], [0, 0, 1]],
  ['hours in which all checks failed', 'response', [at(0, null, 10), at(1, 80)], [null, 0]],
  ['no failures', 'failures', [at(0, 80), at(1, 80)], [0, 0]],
  ['failures up to the worst hour', 'failures', [at(0, 80), at(1, 80, 1), at(2, 80, 2), at(3, null, 10)], [0, 1, 1, 4]],
  ['a single failure', 'failures', [at(0, 80, 1, 1000), at(1, 80, 0, 1000)], [4, 0]],
])('grades %s', (_, value, hours, expected) => {
  expect(
    heatCells(hours, value)
      .slice(0, expected.length)
      .map(({ level }) => level),
  ).toEqual(expected);
});

it('names the extremes', () => {
  const hours = [at(0, 90), at(1, 70), at(2, null, 10), at(3, 200, 1)];
  expect(extremes(hours)).toEqual({ fastest: hours[1], slowest: hours[3] });
  expect(mostFailing(hours)).toBe(hours[2]);
  expect(extremes([at(0, null, 10)])).toBeNull();
  expect(mostFailing([at(0, 90)])).toBeNull();
  expect(mostFailing([])).toBeNull();
});
