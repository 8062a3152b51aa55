import { expect, it } from 'vitest';
import { countsOf, filtered, tagged } from './monitor-filter.ts';

const rows = (['UP', 'UP', 'SLOW', 'DOWN', 'PARTIAL', 'UNKNOWN'] as const).map((status) => ({ status }));

it('counts and filters by status', () => {
  expect(countsOf(rows)).toEqual({ all: 6, down: 1, partial: 1, slow: 1, up: 2, pending: 1, paused: 0 });
  expect(filtered(rows, 'all')).toHaveLength(6);
  expect(filtered(rows, 'slow')).toEqual([{ status: 'SLOW' }]);
  expect(filtered(rows, 'pending')).toEqual([{ status: 'UNKNOWN' }]);
});

it('selects by tag, ignoring case', () => {
  const listed = [{ tags: ['Prod', 'shop'] }, { tags: [] }, { tags: ['prod'] }];
  expect(tagged(listed, 'PROD')).toEqual([listed[0], listed[2]]);
  expect(tagged(listed, '')).toHaveLength(3);
});
