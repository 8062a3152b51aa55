import type { ReactNode } from 'react';
import type { SortValue } from '../../lib/list/sorting.ts';

/**
 * A column of a DataTable, sortable if it has `sortBy`. `card`: its place where the row is shown as a card: above the
 * title, as the title, at the title's end, across the full width, or (by default) as a labelled value.
 */
export type Column<Row, Id extends string = string> = {
  id: Id;
  header: string;
  cell: (row: Row) => ReactNode;
  sortBy?: (row: Row) => SortValue;
  align?: 'end';
  /** Width with padding. Columns without share the remaining width, and need at least `minWidth`, 176px by default. */
  width?: Px;
  minWidth?: Px;
  /** Hidden first if there is not enough room: 1, then 2. Columns without stay. */
  dropOrder?: number;
  card?: 'status' | 'title' | 'end' | 'wide';
};

type Px = `${number}px`;

/** The properties shared by both forms of a table, rows and cards. */
export type TableProps<Row, Id extends string> = {
  label: string;
  columns: readonly Column<Row, Id>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The row is highlighted when this value changes; never by default. */
  highlightOn?: (row: Row) => string;
  /** The page that a row opens: its title links there, and a click anywhere in the row does the same. */
  linkOf?: (row: Row) => RowLink;
  /**
   * What a row opens instead of a page, such as a dialog: its title is a button, and a click anywhere in the row works.
   */
  onOpen?: (row: Row) => void;
  /** Checkboxes for each row, and one for all of them. */
  selection?: RowSelection<Row>;
};

/** The page that a row opens, and the state passed to it. */
export type RowLink = { to: string; state?: unknown };

/** Row checkboxes, made by row-selection.tsx, so that tables without selection do not load them. */
export type RowSelection<Row> = {
  /** Selects all rows of all pages. */
  all: ReactNode;
  boxOf: (row: Row) => ReactNode;
};
