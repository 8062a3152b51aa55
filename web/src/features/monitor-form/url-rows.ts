import type { UrlCaveat, UrlProblem } from '@farwatch/core/values/check-types/check-type';
import { LIMITS } from '@farwatch/core/values/limits';
import { parseUrl, urlCaveat } from '@farwatch/core/values/url';
import { isList, parseColumn, parsePaste, type UrlEntry } from './paste.ts';

export type RowField = keyof UrlEntry;

/** `taken`: the monitor has the URL already. `duplicate`: an earlier row has it; its key is `duplicateOf`. */
export type RowProblem = UrlProblem | 'descriptionLong' | 'taken' | 'duplicate';
export type RowVerdict =
  | { valid: true; caveat: UrlCaveat | null }
  | { valid: false; problem: RowProblem; field: RowField; duplicateOf?: number };

/** A row of the Add URL dialog and the result of verifying it; null after an edit. */
export type UrlRow = UrlEntry & { key: number; verdict: RowVerdict | null };

/** Rows after a paste, all of them, and how many were pasted. */
export type Pasted = { rows: UrlRow[]; count: number };

/** The most rows shown at a time: as many as an account may have endpoints. */
export const MAX_ROWS = LIMITS.endpointsPerOwner;

/** An empty row with an unused key. */
export function emptyRow(rows: readonly UrlRow[]): UrlRow {
  return { key: nextKey(rows), url: '', description: '', verdict: null };
}

function nextKey(rows: readonly UrlRow[]): number {
  return rows.reduce((highest, { key }) => Math.max(highest, key), 0) + 1;
}

/** Whether the row is empty. */
export function isBlank(row: UrlEntry): boolean {
  return row.url.trim() === '' && row.description.trim() === '';
}

/**
 * The rows after a list was pasted into a field of the row with the key. Null for one line of plain text, which the
 * field takes itself. A single column pasted into a description fills the descriptions below; everything else becomes
 * rows.
 */
export function pasteRows(rows: readonly UrlRow[], key: number, field: RowField, text: string): Pasted | null {
  if (!isList(text)) return null;
  const column = field === 'description' ? parseColumn(text) : null;
  return column ? pasteColumn(rows, key, column) : pasteEntries(rows, key, parsePaste(text));
}

/** Replaces the row if it has no URL, otherwise inserts below it; blank rows make room. */
function pasteEntries(rows: readonly UrlRow[], key: number, entries: readonly UrlEntry[]): Pasted {
  const kept = rows.filter((row) => row.key === key || !isBlank(row));
  const index = kept.findIndex((row) => row.key === key);
  const into = kept[index];
  const replaces = into !== undefined && into.url.trim() === '';
  const first = nextKey(rows);
  const pasted = entries.map((entry, at): UrlRow => ({ ...entry, key: first + at, verdict: null }));
  const [head] = pasted;
  // The row being edited keeps its key, or the focus would be lost.
  if (replaces && head) pasted[0] = { ...head, key, description: head.description || into.description };
  const from = replaces ? index : index + 1;
  return { rows: [...kept.slice(0, from), ...pasted, ...kept.slice(index + 1)], count: entries.length };
}

function pasteColumn(rows: readonly UrlRow[], key: number, column: readonly string[]): Pasted {
  const index = rows.findIndex((row) => row.key === key);
  const first = nextKey(rows);
  const described = column.map((description, at): UrlRow => {
    const row = rows[index + at] ?? { key: first + at, url: '' };
    return { ...row, description, verdict: null };
  });
  return { rows: [...rows.slice(0, index), ...described, ...rows.slice(index + column.length)], count: column.length };
}

/** The rows with one changed. It must be verified again, and so must rows that were found equal to it. */
export function editRow(rows: readonly UrlRow[], key: number, change: Partial<UrlEntry>): UrlRow[] {
  return rows.map((row) => (row.key === key ? { ...row, ...change, verdict: null } : withoutDuplicateOf(row, key)));
}

/** The rows without one of them; an empty row if it was the last. */
export function removeRow(rows: readonly UrlRow[], key: number): UrlRow[] {
  const rest = rows.filter((row) => row.key !== key).map((row) => withoutDuplicateOf(row, key));
  return rest.length > 0 ? rest : [emptyRow(rows)];
}

function withoutDuplicateOf(row: UrlRow, key: number): UrlRow {
  return row.verdict && !row.verdict.valid && row.verdict.duplicateOf === key ? { ...row, verdict: null } : row;
}

/** The rows without invalid ones; an empty row if none is left. A later equal row replaces an invalid first one. */
export function withoutInvalid(rows: readonly UrlRow[]): UrlRow[] {
  const dropped = new Set<number>();
  const rest: UrlRow[] = [];
  for (const row of rows) {
    const duplicateOf = row.verdict?.valid === false ? row.verdict.duplicateOf : undefined;
    const takesOver = duplicateOf !== undefined && dropped.has(duplicateOf);
    const verdict = takesOver ? judge(row, row.url, false, undefined) : row.verdict;
    if (verdict?.valid === false) dropped.add(row.key);
    else rest.push(takesOver ? { ...row, verdict } : row);
    if (takesOver && verdict?.valid) dropped.delete(duplicateOf);
  }
  return rest.length > 0 ? rest : [emptyRow(rows)];
}

/**
 * The rows with every URL normalized and verified; empty rows are removed. A URL in `taken` or in an earlier row is
 * refused, because URLs are unique within a monitor.
 */
export function verifyRows(rows: readonly UrlRow[], taken: ReadonlySet<string>): UrlRow[] {
  const seen = new Map<string, number>();
  return rows
    .filter((row) => !isBlank(row))
    .map((row) => {
      const read = parseUrl(row.url);
      if ('problem' in read) return { ...row, verdict: { valid: false, problem: read.problem, field: 'url' } };
      const { url } = read;
      const duplicateOf = seen.get(url);
      if (duplicateOf === undefined) seen.set(url, row.key);
      return { ...row, url, verdict: judge(row, url, taken.has(url), duplicateOf) };
    });
}

function judge({ description }: UrlEntry, url: string, taken: boolean, duplicateOf: number | undefined): RowVerdict {
  if (taken) return { valid: false, problem: 'taken', field: 'url' };
  if (duplicateOf !== undefined) return { valid: false, problem: 'duplicate', field: 'url', duplicateOf };
  if (description.trim().length > LIMITS.descriptionLength) {
    return { valid: false, problem: 'descriptionLong', field: 'description' };
  }
  return { valid: true, caveat: urlCaveat(url) };
}

/** Whether there is a URL to verify. */
export function canVerify(rows: readonly UrlRow[]): boolean {
  return rows.some((row) => row.url.trim() !== '');
}

/** Whether all rows are verified. */
export function canAdd(rows: readonly UrlRow[]): boolean {
  return rows.length > 0 && rows.every((row) => row.verdict?.valid === true);
}
