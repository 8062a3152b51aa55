import type { Column } from './columns.ts';

/** The default width, px: about twenty letters and the cell's padding. */
const DEFAULT_PX = 176;

/** The padding on both sides of a cell, and the arrow of a sortable column's header with its gap, px. */
const PADDING_PX = 24;
const ARROW_PX = 16;

/**
 * Returns the columns that fit a table of this width, px, less `reservedPx`. The least important are hidden first, and
 * columns without a width share the rest. Null if the required columns do not fit: then show cards. `textPx` measures
 * texts: words of some languages are wider than the columns were made for, which up to half of the rest makes up for.
 */
export function fittingColumns<Row, Id extends string>(
  columns: readonly Column<Row, Id>[],
  widthPx: number,
  reservedPx: number,
  textPx: (text: string) => number = () => 0,
): readonly Column<Row, Id>[] | null {
  const needed = columns.reduce((sum, column) => sum + neededPx(column), reservedPx);
  if (needed <= widthPx) {
    const { widened, addedPx } = widen(columns, (widthPx - needed) / 2, textPx);
    return shareRest(widened, widthPx - needed - addedPx);
  }
  const next = Math.min(...columns.flatMap(({ dropOrder }) => dropOrder ?? []));
  const rest = columns.filter(({ dropOrder }) => dropOrder !== next);
  return rest.length === columns.length ? null : fittingColumns(rest, widthPx, reservedPx, textPx);
}

/** Widens columns so that header and sample fit on a line, those first that lack least. */
function widen<Row, Id extends string>(
  columns: readonly Column<Row, Id>[],
  spendablePx: number,
  textPx: (text: string) => number,
) {
  const lackedPx = (column: Column<Row, Id>) => {
    if (!column.width) return 0;
    const headerPx = textPx(column.header) + (column.sortBy ? ARROW_PX : 0);
    const samplePx = column.sample === undefined ? 0 : textPx(column.sample);
    return Math.max(0, Math.ceil(Math.max(headerPx, samplePx) + PADDING_PX - neededPx(column)));
  };
  const wanted = columns.map((column) => ({ column, lacked: lackedPx(column) }));
  const given = new Map<Column<Row, Id>, number>();
  let addedPx = 0;
  for (const { column, lacked } of wanted.toSorted((one, other) => one.lacked - other.lacked)) {
    if (addedPx + lacked > spendablePx) break;
    given.set(column, lacked);
    addedPx += lacked;
  }
  const widened = columns.map((column): Column<Row, Id> => {
    const extraPx = given.get(column) ?? 0;
    return extraPx === 0 ? column : { ...column, width: `${neededPx(column) + extraPx}px` };
  });
  return { widened, addedPx };
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
