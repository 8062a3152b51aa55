import type { Column } from './columns.ts';

/** The default width, px: about twenty letters and the cell's padding. */
const DEFAULT_PX = 176;

/**
 * Returns the columns that fit a table of this width, px, less `reservedPx`. The least important are hidden first, and
 * columns without a width share the rest. Null if the required columns do not fit: then show cards.
 */
export function fittingColumns<Row, Id extends string>(
  columns: readonly Column<Row, Id>[],
  widthPx: number,
  reservedPx: number,
): readonly Column<Row, Id>[] | null {
  const needed = columns.reduce((sum, column) => sum + neededPx(column), reservedPx);
  if (needed <= widthPx) return shareRest(columns, widthPx - needed);
  const next = Math.min(...columns.flatMap(({ dropOrder }) => dropOrder ?? []));
  const rest = columns.filter(({ dropOrder }) => dropOrder !== next);
  return rest.length === columns.length ? null : fittingColumns(rest, widthPx, reservedPx);
}

function shareRest<Row, Id extends string>(columns: readonly Column<Row, Id>[], restPx: number) {
  const all = columns.reduce((sum, column) => sum + (column.width ? 0 : neededPx(column)), 0);
  return columns.map((column): Column<Row, Id> => {
    if (column.width) return column;
    const ownPx = neededPx(column);
    return { ...column, width: `${Math.floor(ownPx + (restPx * ownPx) / all)}px` };
  });
}

function neededPx<Row>({ width, minWidth }: Column<Row>): number {
  return Number.parseFloat(width ?? minWidth ?? String(DEFAULT_PX));
}
