import { expect, test } from 'vitest';
import { between, type Sample, sampleTimes, table } from './summary.ts';

/** The totals after that many minutes with a tenth of a core, 5 wake-ups a second, 4 syncs and 500 checks a minute. */
function sample(minute: number): Sample {
  return {
    ...{ minute, cpuSec: 6 * minute, rssMiB: 150, peakMiB: 190, threads: 11 },
    ...{ wakeups: 300 * minute, mainWakeups: 60 * minute, diskBytes: 1e6 * minute },
    ...{ checks: 500 * minute, failed: 0, reports: minute, reportBytes: 2_048 * minute, syncs: 4 * minute },
  };
}

const SAMPLES = [0, 1, 2, 3, 4, 4.5].map(sample);
const RATES = {
  ...{ '% of a core': 10, 'wake-ups/s': 5, 'of the main thread': 1 },
  ...{ 'syncs/min': 4, 'GB/day': 1.44, 'checks/min': 500 },
  ...{ 'reports/min': 1, 'reported, KiB/min': 2 },
};

test('the rates between two samples do not depend on how far apart they are', () => {
  expect(between(sample(2), sample(3))).toEqual({ 'RSS, MiB': 150, 'peak, MiB': 190, ...RATES });
  expect(between(sample(2), sample(12))).toEqual(between(sample(2), sample(3)));
});

test('a table has the chosen minutes, the end, and the steady state', () => {
  const burst = SAMPLES.map((each) => (each.minute === 0 ? each : { ...each, cpuSec: each.cpuSec + 20 }));
  const rows = table(burst, 2);
  expect(Object.keys(rows)).toEqual(['until 2 min', 'until 4 min', 'until 4.5 min', 'steady']);
  expect(rows['until 2 min']?.['% of a core']).toBe(26.7);
  expect(rows.steady).toMatchObject(RATES);
});

test('a run that ends in its start phase has no steady state', () => {
  expect(Object.keys(table(SAMPLES.slice(0, 3), 1))).toEqual(['until 1 min', 'until 2 min']);
});

test.each([
  [2, [0, 60_000, 120_000]],
  [1.5, [0, 60_000, 90_000]],
  [0.1, [0, 6_000]],
])('samples of %d minutes', (minutes, expected) => {
  expect(sampleTimes(minutes)).toEqual(expected);
});
