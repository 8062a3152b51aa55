import { maintenanceSample } from '@farwatch/core/testing/samples';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { expect, it } from 'vitest';
import { groupWindows, nextPeriods } from './periods.ts';

const START = Date.parse('2026-11-20T12:00Z');
const at = (id: string, changes: Parameters<typeof maintenanceSample>[0] = {}) => ({
  ...maintenanceSample(changes),
  id,
});

it('lists the next occurrences without cancelled ones', () => {
  const window = maintenanceSample({
    rule: 'FREQ=DAILY;COUNT=4',
    endings: { [START + 24 * HOUR_MS]: START + 24 * HOUR_MS },
  });
  expect(nextPeriods(window, START + 1, 5).map(({ startsAt }) => (startsAt - START) / HOUR_MS)).toEqual([48, 72]);
});

it('groups windows by what is next', () => {
  const windows = [
    at('weekly', { rule: 'FREQ=WEEKLY' }),
    at('long', { durationMin: 180 }),
    at('next', { start: '2026-11-20T16:00' }),
    at('over', { start: '2026-11-20T10:00' }),
    at('older', { start: '2026-01-01T10:00' }),
    at('ended', { endings: { [START]: START + 5 * MINUTE_MS }, updatedAt: START + 31 * MINUTE_MS }),
  ];
  const groups = groupWindows(windows, START + 30 * MINUTE_MS);
  const ids = (rows: typeof groups.now) => rows.map(({ window }) => window.id);
  expect([ids(groups.now), ids(groups.planned), ids(groups.past)]).toEqual([
    ['weekly', 'long'],
    ['next'],
    ['ended', 'over', 'older'],
  ]);
});
