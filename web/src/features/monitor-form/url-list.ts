import {
  editRow,
  emptyRow,
  isBlank,
  MAX_ROWS,
  type Pasted,
  pasteRows,
  type RowField,
  removeRow,
  type UrlEntry,
  type UrlRow,
  verifyRows,
  withoutInvalid,
} from './url-rows.ts';

/** Where the focus moves after a change; a new object each time, so that the same field can be focused again. */
type RowFocus = { key: number; field: RowField | 'remove' };

/** The dialog's rows, the result of a paste if that was the last change, and the field to focus. */
export type UrlList = { rows: UrlRow[]; pasted: Pick<Pasted, 'taken' | 'left'> | null; focus: RowFocus | null };

export type UrlListAction =
  | { type: 'edit'; key: number; change: Partial<UrlEntry> }
  | { type: 'paste'; key: number; field: RowField; text: string }
  | { type: 'add' }
  | { type: 'remove'; key: number }
  | { type: 'removeInvalid' }
  | { type: 'verify'; taken: ReadonlySet<string> };

/** The initial list: one blank row. */
export function newUrlList(): UrlList {
  return { rows: [emptyRow([])], pasted: null, focus: null };
}

/** The list after a user's action. */
export function changeUrlList(list: UrlList, action: UrlListAction): UrlList {
  switch (action.type) {
    case 'edit':
      return { rows: editRow(list.rows, action.key, action.change), pasted: null, focus: null };
    case 'paste':
      return afterPaste(list, pasteRows(list.rows, action.key, action.field, action.text));
    case 'add':
      return afterAdd(list);
    case 'remove':
      return afterRemove(list, action.key);
    case 'removeInvalid':
      return focusedOn({ rows: withoutInvalid(list.rows), pasted: null, focus: null }, 0, 'url');
    case 'verify':
      return afterVerify(verifyRows(list.rows, action.taken));
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

function afterPaste(list: UrlList, pasted: Pasted | null): UrlList {
  if (!pasted) return list;
  const { rows, taken, left } = pasted;
  return { rows, pasted: { taken, left }, focus: null };
}

function afterAdd(list: UrlList): UrlList {
  if (list.rows.length >= MAX_ROWS) return list;
  const row = emptyRow(list.rows);
  return { rows: [...list.rows, row], pasted: null, focus: { key: row.key, field: 'url' } };
}

function afterRemove(list: UrlList, key: number): UrlList {
  const index = list.rows.findIndex((row) => row.key === key);
  const rows = removeRow(list.rows, key);
  const last = list.rows.length === 1;
  return focusedOn({ rows, pasted: null, focus: null }, Math.min(index, rows.length - 1), last ? 'url' : 'remove');
}

function afterVerify(rows: UrlRow[]): UrlList {
  for (const { key, verdict } of rows) {
    if (verdict?.valid === false) return { rows, pasted: null, focus: { key, field: verdict.field } };
  }
  return { rows, pasted: null, focus: null };
}

function focusedOn(list: UrlList, index: number, field: RowFocus['field']): UrlList {
  const row = list.rows[index];
  return row ? { ...list, focus: { key: row.key, field } } : list;
}
