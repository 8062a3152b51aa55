import { expect, test } from 'vitest';
import { formatOf, formatPercent } from './format.ts';

test.each([
  [100, '100%'],
  [99.999, '99.99%'],
  [99.99, '99.99%'],
  [99.9, '99.9%'],
  [0, '0%'],
])('%d is %s: 100%% means all the time', (value, text) => expect(formatPercent(value)).toBe(text));

test('times are in the page’s time zone and the visitor’s language', () => {
  const at = Date.UTC(2026, 10, 20, 20, 5);
  const [en, cn] = [formatOf('en', 'Asia/Taipei'), formatOf('cn', 'Asia/Taipei')];
  expect([en.time(at), cn.time(at)]).toEqual(['21 Nov 2026, 04:05', '2026年11月21日 04:05']);
  expect([en.month('2026-02'), cn.month('2026-02')]).toEqual(['February 2026', '2026年2月']);
  expect([en.duration(20), en.duration(3600), cn.duration(3660)]).toEqual(['20 s', '1 h', '1 小时 1 分钟']);
  expect([en, cn].map(({ range }) => range(at, at + 3_600_000))).toEqual([
    '21 Nov 2026, 04:05–05:05',
    '2026年11月21日 04:05–05:05',
  ]);
  expect(cn.range(at, at + 86_400_000)).toBe('2026年11月21日 04:05 – 2026年11月22日 04:05');
});
