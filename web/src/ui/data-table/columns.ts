import type { ReactNode } from 'react';
import type { Sort, SortValue } from '../../lib/list/sorting.ts';

/** A column of a DataTable, sortable if it has `sortBy`. */
export type Column<Row, Id extends string = string> = {
  id: Id;
  header: string;
  cell: (row: Row) => ReactNode;
  sortBy?: (row: Row) => SortValue;
  align?: 'end';
  /**
   * Width with padding. Columns without it share the remaining width, and need at least `minWidth`, 176px by default.
   */
  width?: Px;
  minWidth?: Px;
  /** A text as wide as those of the cells can be, for a column whose `width` is too narrow in some languages. */
  sample?: string;
  /** Order of hiding in narrow tables: 1 first. Columns without it are never hidden. */
  dropOrder?: number;
  /**
   * The place where a row is shown as a card: above the title, as the title, at the title's end, across the full
   * width, or (by default) as a labelled value.
   */
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
   * Opens the row's dialog, by a click anywhere in the row. Its title is a button, or with `linkOf` a link to the dialog
   * for a new tab.
   */
  onOpen?: (row: Row) => void;
  /** Checkboxes for each row, and one for all of them. */
  selection?: RowSelection<Row>;
};

/** The order of a table, and the function that changes it. */
export type SortProps<Id extends string> = { sort: Sort<Id>; onSort: (sort: Sort<Id>) => void };

/** The page that a row opens, and the state passed to it. */
export type RowLink = { to: string; state?: unknown };

/** Row checkboxes, made by row-selection.tsx, so that tables without selection do not load them. */
export type RowSelection<Row> = {
  /** Selects all rows of all pages. */
  all: ReactNode;
  boxOf: (row: Row) => ReactNode;
};
