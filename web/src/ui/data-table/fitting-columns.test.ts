import { expect, it } from 'vitest';
import type { Column } from './columns.ts';
import { fittingColumns } from './fitting-columns.ts';

type Id = 'name' | 'url' | 'status' | 'last' | 'count';
const cell = () => null;
const columns: Column<null, Id>[] = [
  { id: 'name', header: 'Name', cell },
  { id: 'url', header: 'URL', cell, minWidth: '200px', dropOrder: 3 },
  { id: 'status', header: 'Status', cell, width: '112px' },
  { id: 'last', header: 'Last', cell, width: '120px', dropOrder: 1 },
  { id: 'count', header: 'Count', cell, width: '80px', dropOrder: 2 },
];

it.each([
  [1_200, 0, ['name', 'url', 'status', 'last', 'count']],
  [688, 0, ['name', 'url', 'status', 'last', 'count']],
  [687, 0, ['name', 'url', 'status', 'count']],
  [567, 0, ['name', 'url', 'status']],
  [487, 0, ['name', 'status']],
  [288, 0, ['name', 'status']],
  [688, 44, ['name', 'url', 'status', 'count']],
])('%i px, less %i px for checkboxes, fit %o', (widthPx, reservedPx, expected) => {
  expect(fittingColumns(columns, widthPx, reservedPx)?.map(({ id }) => id)).toEqual(expected);
});

it('returns null if the required columns do not fit', () => {
  expect(fittingColumns(columns, 287, 0)).toBeNull();
  expect(fittingColumns(columns, 331, 44)).toBeNull();
});

it.each([
  [688, ['176px', '200px']],
  [1_064, ['352px', '400px']],
  [690, ['176px', '201px']],
])('shares the remaining width of %i px in proportion', (widthPx, expected) => {
  const widths = fittingColumns(columns, widthPx, 0)?.map(({ width }) => width);
  expect(widths).toEqual([...expected, '112px', '120px', '80px']);
});
