import type { Column } from './columns.ts';

/** Room for about twenty letters of a name beside the cell's padding, px. */
const SLACK_PX = 176;

/**
 * The columns that fit a table of this width, px, less `besidePx` for other things. The least important are hidden
 * first, and columns without a width share what is left. Null if not even the columns that must stay fit: then show
 * cards.
 */
export function fittingColumns<Row, Id extends string>(
  columns: readonly Column<Row, Id>[],
  widthPx: number,
  besidePx: number,
): readonly Column<Row, Id>[] | null {
  const needed = columns.reduce((sum, column) => sum + neededPx(column), besidePx);
  if (needed <= widthPx) return withSlack(columns, widthPx - needed);
  const next = Math.min(...columns.flatMap(({ dropOrder }) => dropOrder ?? []));
  const rest = columns.filter(({ dropOrder }) => dropOrder !== next);
  return rest.length === columns.length ? null : fittingColumns(rest, widthPx, besidePx);
}

function withSlack<Row, Id extends string>(columns: readonly Column<Row, Id>[], slackPx: number) {
  const all = columns.reduce((sum, column) => sum + (column.width ? 0 : neededPx(column)), 0);
  return columns.map((column): Column<Row, Id> => {
    if (column.width) return column;
    const ownPx = neededPx(column);
    return { ...column, width: `${Math.floor(ownPx + (slackPx * ownPx) / all)}px` };
  });
}

function neededPx<Row>({ width, minWidth }: Column<Row>): number {
  return Number.parseFloat(width ?? minWidth ?? String(SLACK_PX));
}
