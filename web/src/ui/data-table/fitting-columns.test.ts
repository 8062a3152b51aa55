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

const letters = (text: string) => 10 * text.length;
const wide: Column<null, Id>[] = [
  { id: 'name', header: 'Name', cell, minWidth: '100px' },
  { id: 'status', header: 'Availability', cell, width: '112px' },
  { id: 'last', header: 'Last', cell, sample: '23 hours 58 minutes', width: '120px' },
  { id: 'count', header: 'Endpoints', cell, width: '80px', sortBy: () => 0 },
];

it.each([
  // All of them lack 32 + 94 + 50 px.
  ['all', 764, ['276px', '144px', '214px', '130px']],
  ['those that lack least', 600, ['206px', '144px', '120px', '130px']],
  ['none', 420, ['108px', '112px', '120px', '80px']],
])('widens %s to their texts with half of the rest', (_which, widthPx, expected) => {
  expect(fittingColumns(wide, widthPx, 0, letters)?.map(({ width }) => width)).toEqual(expected);
});
