import type { ReactNode } from 'react';
import type { SortValue } from '../../lib/list/sorting.ts';

/**
 * A column of a DataTable, sortable if it has `sortBy`. `card`: its place when the row is a card on a phone: before the
 * title, as the title, beside them at the end, over the whole width, or (by default) as a named value.
 */
export type Column<Row, Id extends string = string> = {
  id: Id;
  header: string;
  cell: (row: Row) => ReactNode;
  sortBy?: (row: Row) => SortValue;
  align?: 'end';
  /** What it needs, with its padding. Those without share what the others leave, and need `minWidth`, 176px by default. */
  width?: Px;
  minWidth?: Px;
  /** Which to leave out first if there is no room for all: 1, then 2. Those without stay. */
  leave?: number;
  card?: 'status' | 'title' | 'end' | 'wide';
};

type Px = `${number}px`;

/** What both forms of a table, rows and cards, are made from. */
export type TableProps<Row, Id extends string> = {
  label: string;
  columns: readonly Column<Row, Id>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What of a row washes it when it changes; nothing by default. */
  washOn?: (row: Row) => string;
  /** The page that a row opens; its title links there, and the whole row reacts to a click. */
  linkOf?: (row: Row) => RowLink;
  /**
   * What a row opens instead of a page, such as a dialog; its title is then a button, and the whole row reacts to a
   * click.
   */
  onOpen?: (row: Row) => void;
  /** Boxes to tick before each row, and one for all of them. */
  selection?: RowSelection<Row>;
};

/** The page that a row opens, and the state passed to it. */
export type RowLink = { to: string; state?: unknown };

/** What ticks rows: made by row-selection.tsx, so that tables without it come without boxes. */
export type RowSelection<Row> = {
  /** Ticks all rows, of every page. */
  all: ReactNode;
  boxOf: (row: Row) => ReactNode;
};
