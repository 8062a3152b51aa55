import { expect, it } from 'vitest';
import { countsOf, filtered, filterIn, withFilter } from './status-filter.ts';

const rows = (['UP', 'UP', 'DOWN', 'PARTIAL', 'UNKNOWN'] as const).map((status) => ({ status }));

it('counts and filters by status', () => {
  expect(countsOf(rows)).toEqual({ all: 5, down: 1, partial: 1, up: 2, pending: 1 });
  expect(filtered(rows, 'all')).toHaveLength(5);
  expect(filtered(rows, 'pending')).toEqual([{ status: 'UNKNOWN' }]);
});

it.each([
  ['status=down', 'down'],
  ['', 'all'],
  ['status=anything', 'all'],
])('the address ?%s asks for %s', (query, expected) => {
  expect(filterIn(new URLSearchParams(query))).toBe(expected);
});

it('keeps the rest of the address but the page, which is of another list', () => {
  const query = new URLSearchParams('sort=uptime&page=3&status=up');
  expect(withFilter(query, 'down').toString()).toBe('sort=uptime&status=down');
  expect(withFilter(query, 'all').toString()).toBe('sort=uptime');
});
