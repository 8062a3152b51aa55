import type { UrlEntry } from '@farwatch/core/importers/paste';
import {
  editRow,
  emptyRow,
  importRows,
  isBlank,
  MAX_ROWS,
  pasteRows,
  type RegisteredNames,
  type RowField,
  removeInvalidRows,
  removeRow,
  type UrlRow,
  verifyRows,
} from './url-rows.ts';

/** Moves the focus after a change. Each one is a new object, so that the same field can be focused again. */
type RowFocus = { key: number; field: RowField | 'remove' };

/** The dialog's rows. */
export type UrlList = {
  rows: UrlRow[];
  /** Rows above the limit, shown once others are added or removed. */
  overflow: UrlRow[];
  /** How many entries were pasted, if that was the last change. */
  pasted: number | null;
  /** The field to focus. */
  focus: RowFocus | null;
};

/** The list with all rows, including the overflow. */
type AllRows = Omit<UrlList, 'overflow'>;

export type UrlListAction =
  | { type: 'edit'; key: number; change: Partial<UrlEntry> }
  | { type: 'paste'; key: number; field: RowField; text: string }
  | { type: 'import'; entries: readonly UrlEntry[] }
  | { type: 'add' }
  | { type: 'remove'; key: number }
  | { type: 'removeInvalid' }
  | { type: 'verify'; taken: ReadonlySet<string>; names: RegisteredNames }
  | { type: 'added' };

export function newUrlList(): UrlList {
  return { rows: [emptyRow([])], overflow: [], pasted: null, focus: null };
}

/**
 * Returns the list after a user's action. `added` means that the shown rows were added to the monitor; the overflow
 * replaces them.
 */
export function changeUrlList(list: UrlList, action: UrlListAction): UrlList {
  const { rows, pasted, focus } = applyAction(list, action);
  // Rows are verified only while shown, because users cannot see or fix the others.
  const overflow = rows.slice(MAX_ROWS).map((row) => (row.verdict ? { ...row, verdict: null } : row));
  return { rows: rows.slice(0, MAX_ROWS), overflow, pasted, focus };
}

function applyAction({ rows: shown, overflow }: UrlList, action: UrlListAction): AllRows {
  const rows = [...shown, ...overflow];
  switch (action.type) {
    case 'edit':
      return { rows: editRow(rows, action.key, action.change), pasted: null, focus: null };
    case 'paste': {
      const pasted = pasteRows(rows, action.key, action.field, action.text);
      return { rows: pasted?.rows ?? rows, pasted: pasted?.count ?? null, focus: null };
    }
    case 'import': {
      const imported = importRows(rows, action.entries);
      return { rows: imported.rows, pasted: imported.count, focus: null };
    }
    case 'add':
      return addEmptyRow(rows);
    case 'remove':
      return removeAndFocus(rows, action.key);
    case 'removeInvalid':
      return withFocus(removeInvalidRows(rows), 0, 'url');
    case 'verify':
      return verifyAndFocus(rows, action.taken, action.names);
    case 'added':
      return withFocus(overflow.length > 0 ? overflow : [emptyRow(rows)], 0, 'url');
  }
}

export function invalidCount(rows: readonly UrlRow[]): number {
  return rows.filter((row) => row.verdict?.valid === false).length;
}

export function filledCount(rows: readonly UrlRow[]): number {
  return rows.filter((row) => !isBlank(row)).length;
}

function addEmptyRow(rows: UrlRow[]): AllRows {
  if (rows.length >= MAX_ROWS) return { rows, pasted: null, focus: null };
  return withFocus([...rows, emptyRow(rows)], rows.length, 'url');
}

function removeAndFocus(before: readonly UrlRow[], key: number): AllRows {
  const index = before.findIndex((row) => row.key === key);
  const rows = removeRow(before, key);
  return withFocus(rows, Math.min(index, rows.length - 1), before.length === 1 ? 'url' : 'remove');
}

function verifyAndFocus(before: readonly UrlRow[], taken: ReadonlySet<string>, names: RegisteredNames): AllRows {
  const filled = before.filter((row) => !isBlank(row));
  const rows = [...verifyRows(filled.slice(0, MAX_ROWS), taken, names), ...filled.slice(MAX_ROWS)];
  for (const { key, verdict } of rows) {
    if (verdict?.valid === false) return { rows, pasted: null, focus: { key, field: verdict.field } };
  }
  return { rows, pasted: null, focus: null };
}

function withFocus(rows: UrlRow[], index: number, field: RowFocus['field']): AllRows {
  const row = rows[index];
  return { rows, pasted: null, focus: row ? { key: row.key, field } : null };
}
