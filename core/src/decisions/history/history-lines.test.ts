import { describe, expect, it } from 'vitest';
import type { HistoryPoint } from '../../contracts/api/history.ts';
import { DAY_MS } from '../../values/time.ts';
import { historyLines, keptMonths, partsOfAll, partsOfMonth } from './history-lines.ts';

const NOW = Date.UTC(2026, 10, 29, 5);

describe('a month', () => {
  it.each([
    ['2026-10', 'day', ['2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z']],
    [
      '2026-10',
      'hour',
      [
        ...['2026-10-01T00:00:00.000Z', '2026-10-16T00:00:00.000Z', '2026-10-16T00:00:00.000Z'],
        ...['2026-10-31T00:00:00.000Z', '2026-10-31T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
      ],
    ],
    ['2024-02', 'day', ['2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z']],
    ['2026-11', 'day', ['2026-11-01T00:00:00.000Z', '2026-11-29T05:00:00.000Z']],
    ['2026-12', 'day', []],
    ['2026-13', 'day', []],
    ['2026-1', 'day', []],
    ['yesterday', 'day', []],
  ] as const)('%s by %s', (month, resolution, ends) => {
    expect(partsOfMonth(month, resolution, NOW).flatMap(({ from, to }) => [from, to])).toEqual(ends);
  });
});

it('all that is kept is one request by day, and 27 by hour, without gaps', () => {
  expect(partsOfAll('day', NOW)).toHaveLength(1);
  const parts = partsOfAll('hour', NOW);
  expect(parts).toHaveLength(27);
  expect(parts.slice(1).map(({ from }) => from)).toEqual(parts.slice(0, -1).map(({ to }) => to));
  for (const { from, to } of parts) expect(Date.parse(to) - Date.parse(from)).toBeLessThanOrEqual(15 * DAY_MS);
});

it('the kept months begin with this one', () => {
  const months = keptMonths(NOW);
  expect([months[0], months[1], months.at(-1), months.length]).toEqual(['2026-11', '2026-10', '2025-11', 13]);
});

it('lines can each be read by themselves, and leave out what nothing is known of', () => {
  const subject = { monitorId: 'm', monitor: 'Shop\n', endpointId: 'e', endpoint: '', url: 'https://x.test/' };
  const point = { knownSec: 60, maintenanceSec: 0, pausedSec: 0, checks: 1, from: 'a', to: 'b' } as HistoryPoint;
  const text = historyLines(subject, [
    point,
    { ...point, knownSec: 0, checks: 0 },
    { ...point, pausedSec: 1, knownSec: 0 },
  ]);
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([subject, { ...subject, pausedSec: 1 }]);
});
