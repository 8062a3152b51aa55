import { wallClock } from '@farwatch/core/values/zone';
import { describe, expect, it } from 'vitest';
import {
  addressIn,
  choosableMonths,
  daysOf,
  type Period,
  periodOf,
  periodProblem,
  queryOf,
  type ReportAddress,
  rangeOf,
} from './report-address.ts';

const TODAY = '2026-11-26';
const month = (of: string): Period => ({ of: 'month', month: of });
const days = (from: string, to: string): Period => ({ of: 'days', from, to });

describe('an address', () => {
  it.each<[string, ReportAddress]>([
    ['', { scope: { of: 'account' }, period: month('2026-11') }],
    ['monitor=m1&month=2026-10', { scope: { of: 'monitor', id: 'm1' }, period: month('2026-10') }],
    ['tag=shop+%26+co', { scope: { of: 'tag', tag: 'shop & co' }, period: month('2026-11') }],
    ['from=2026-10-05&to=2026-10-20', { scope: { of: 'account' }, period: days('2026-10-05', '2026-10-20') }],
  ])('%s', (text, address) => {
    const query = new URLSearchParams(text);
    expect(addressIn(query, TODAY)).toEqual(address);
    expect(queryOf(address, TODAY).toString()).toBe(text);
  });

  it.each(['month=2026-13', 'month=x', 'from=2026-10-05', 'from=2026-02-30&to=2026-03-01', 'monitor=&tag='])(
    '%s is the default',
    (text) => {
      const defaults = { scope: { of: 'account' }, period: month('2026-11') };
      expect(addressIn(new URLSearchParams(text), TODAY)).toEqual(defaults);
    },
  );
});

it('choosableMonths are this one and twelve before it', () => {
  const months = choosableMonths('2026-01-31');
  expect([months.length, months[0], months[1], months.at(-1)]).toEqual([13, '2026-01', '2025-12', '2025-01']);
});

describe('a period', () => {
  it.each([
    [month('2026-02'), '2026-02-01', '2026-02-28'],
    [month('2028-02'), '2028-02-01', '2028-02-29'],
    [month('2026-12'), '2026-12-01', '2026-12-31'],
    [days('2026-10-05', '2026-10-20'), '2026-10-05', '2026-10-20'],
  ])('%j has its days, also as a range in any zone', (period, from, to) => {
    expect(daysOf(period)).toEqual({ from, to });
    for (const zone of ['UTC', 'Asia/Taipei', 'America/New_York', 'Pacific/Apia']) {
      const clock = wallClock(zone);
      expect(periodOf(rangeOf(period, clock), clock)).toEqual(period);
    }
  });

  it('is local, and an hour longer when clocks are put back', () => {
    const { fromMs, toMs } = rangeOf(month('2026-10'), wallClock('Europe/Berlin'));
    expect([new Date(fromMs).toISOString(), new Date(toMs).toISOString()]).toEqual([
      '2026-09-30T22:00:00.000Z',
      '2026-10-31T23:00:00.000Z',
    ]);
  });

  it('of a range that ends within a day has that day', () => {
    const range = { fromMs: Date.UTC(2026, 9, 1), toMs: Date.UTC(2026, 9, 3, 12) };
    expect(periodOf(range, wallClock('UTC'))).toEqual(days('2026-10-01', '2026-10-03'));
  });

  it.each([
    [days('2026-10-05', '2026-10-05'), null],
    [days('2026-11-01', '2027-01-31'), null],
    [days('2026-10-05', '2026-10-04'), 'reversed'],
    [days('2026-11-27', '2026-11-28'), 'future'],
    [days('2025-10-23', '2026-11-26'), null],
    [days('2025-10-22', '2026-11-26'), 'tooLong'],
    [days('2025-10-20', '2025-10-21'), 'tooOld'],
    [month('2026-12'), 'future'],
    [month('2026-11'), null],
  ])('%j has the problem %s', (period, problem) => {
    expect(periodProblem(period, TODAY)).toBe(problem);
  });
});
