import type { UrlEntry } from './paste.ts';
import {
  editRow,
  emptyRow,
  isBlank,
  MAX_ROWS,
  type Pasted,
  pasteRows,
  type RowField,
  removeRow,
  type UrlRow,
  verifyRows,
  withoutInvalid,
} from './url-rows.ts';

/** Where the focus moves after a change; a new object each time, so that the same field can be focused again. */
type RowFocus = { key: number; field: RowField | 'remove' };

/**
 * The dialog's rows; those that wait until there is room to show them; how many were pasted if that was the last change; and
 * the field to focus.
 */
export type UrlList = { rows: UrlRow[]; waiting: UrlRow[]; pasted: number | null; focus: RowFocus | null };

/** What a change leaves: all rows, shown or waiting. */
type Changed = Omit<UrlList, 'waiting'>;

export type UrlListAction =
  | { type: 'edit'; key: number; change: Partial<UrlEntry> }
  | { type: 'paste'; key: number; field: RowField; text: string }
  | { type: 'add' }
  | { type: 'remove'; key: number }
  | { type: 'removeInvalid' }
  | { type: 'verify'; taken: ReadonlySet<string> }
  | { type: 'added' };

/** The initial list: one blank row. */
export function newUrlList(): UrlList {
  return { rows: [emptyRow([])], waiting: [], pasted: null, focus: null };
}

/** The list after a user's action. `added`: the rows are in the monitor, and what waited takes their place. */
export function changeUrlList(list: UrlList, action: UrlListAction): UrlList {
  const { rows, pasted, focus } = changed(list, action);
  // What waits is verified once it is shown: nobody could see or mend what is wrong with it.
  const waiting = rows.slice(MAX_ROWS).map((row) => (row.verdict ? { ...row, verdict: null } : row));
  return { rows: rows.slice(0, MAX_ROWS), waiting, pasted, focus };
}

function changed({ rows: shown, waiting }: UrlList, action: UrlListAction): Changed {
  const rows = [...shown, ...waiting];
  switch (action.type) {
    case 'edit':
      return { rows: editRow(rows, action.key, action.change), pasted: null, focus: null };
    case 'paste':
      return afterPaste(rows, pasteRows(rows, action.key, action.field, action.text));
    case 'add':
      return afterAdd(rows);
    case 'remove':
      return afterRemove(rows, action.key);
    case 'removeInvalid':
      return focusedOn(withoutInvalid(rows), 0, 'url');
    case 'verify':
      return afterVerify(rows, action.taken);
    case 'added':
      return focusedOn(waiting.length > 0 ? waiting : [emptyRow(rows)], 0, 'url');
  }
}

/** The number of invalid rows. */
export function invalidCount(rows: readonly UrlRow[]): number {
  return rows.filter((row) => row.verdict?.valid === false).length;
}

/** The number of rows that are not empty. */
export function filledCount(rows: readonly UrlRow[]): number {
  return rows.filter((row) => !isBlank(row)).length;
}

function afterPaste(rows: UrlRow[], pasted: Pasted | null): Changed {
  return { rows: pasted?.rows ?? rows, pasted: pasted?.count ?? null, focus: null };
}

function afterAdd(rows: UrlRow[]): Changed {
  if (rows.length >= MAX_ROWS) return { rows, pasted: null, focus: null };
  return focusedOn([...rows, emptyRow(rows)], rows.length, 'url');
}

function afterRemove(before: readonly UrlRow[], key: number): Changed {
  const index = before.findIndex((row) => row.key === key);
  const rows = removeRow(before, key);
  return focusedOn(rows, Math.min(index, rows.length - 1), before.length === 1 ? 'url' : 'remove');
}

function afterVerify(before: readonly UrlRow[], taken: ReadonlySet<string>): Changed {
  const filled = before.filter((row) => !isBlank(row));
  const rows = [...verifyRows(filled.slice(0, MAX_ROWS), taken), ...filled.slice(MAX_ROWS)];
  for (const { key, verdict } of rows) {
    if (verdict?.valid === false) return { rows, pasted: null, focus: { key, field: verdict.field } };
  }
  return { rows, pasted: null, focus: null };
}

function focusedOn(rows: UrlRow[], index: number, field: RowFocus['field']): Changed {
  const row = rows[index];
  return { rows, pasted: null, focus: row ? { key: row.key, field } : null };
}
