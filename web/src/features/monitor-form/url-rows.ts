import type { UrlCaveat, UrlProblem } from '@farwatch/core/kinds/kind';
import { LIMITS } from '@farwatch/core/limits';
import { readUrl, urlCaveat } from '@farwatch/core/url';
import { isList, parseColumn, parsePaste } from './paste.ts';

export type UrlEntry = { url: string; description: string };
export type RowField = keyof UrlEntry;

/** `taken`: the monitor has it already. `twin`: so has the earlier row with the key. */
export type RowProblem = UrlProblem | 'descriptionLong' | 'taken' | 'twin';
export type RowVerdict =
  | { valid: true; caveat: UrlCaveat | null }
  | { valid: false; problem: RowProblem; field: RowField; twin?: number };

/** A row of the Add URL modal and the result of verifying it; null for an edited row, which is unchecked again. */
export type UrlRow = UrlEntry & { key: number; verdict: RowVerdict | null };

/** Rows after text was pasted into them; `left`: how many pasted lines found no place. */
export type Pasted = { rows: UrlRow[]; taken: number; left: number };

/** The most rows there may be at a time: an account's endpoints. */
export const MOST_ROWS = LIMITS.endpointsPerOwner;

/** An empty row with a key that no other row has. */
export function emptyRow(rows: readonly UrlRow[]): UrlRow {
  return { key: nextKey(rows), url: '', description: '', verdict: null };
}

function nextKey(rows: readonly UrlRow[]): number {
  return Math.max(0, ...rows.map((row) => row.key)) + 1;
}

/** Whether nothing is in the row. */
export function isBlank(row: UrlEntry): boolean {
  return row.url.trim() === '' && row.description.trim() === '';
}

/**
 * The rows after a list was pasted into a field of the row with the key. Null for plain text of one line, which the
 * field itself takes. A single column pasted into a description goes down the descriptions, everything else is rows.
 */
export function pasteRows(rows: readonly UrlRow[], key: number, field: RowField, text: string): Pasted | null {
  if (!isList(text)) return null;
  const column = field === 'description' ? parseColumn(text) : null;
  return column ? pasteColumn(rows, key, column) : pasteEntries(rows, key, parsePaste(text));
}

/** In the place of the row when it has no URL, else below it; other blank rows make room. */
function pasteEntries(rows: readonly UrlRow[], key: number, entries: readonly UrlEntry[]): Pasted {
  const kept = rows.filter((row) => row.key === key || !isBlank(row));
  const index = kept.findIndex((row) => row.key === key);
  const into = kept[index];
  const replaces = into !== undefined && into.url.trim() === '';
  const taken = entries.slice(0, MOST_ROWS - kept.length + (replaces ? 1 : 0));
  const first = nextKey(rows);
  const pasted = taken.map((entry, at): UrlRow => ({ ...entry, key: first + at, verdict: null }));
  const [head] = pasted;
  // The row that is written in stays the same row, or the focus would be lost.
  if (replaces && head) pasted[0] = { ...head, key, description: head.description || into.description };
  const from = replaces ? index : index + 1;
  return {
    rows: [...kept.slice(0, from), ...pasted, ...kept.slice(index + 1)],
    taken: taken.length,
    left: entries.length - taken.length,
  };
}

function pasteColumn(rows: readonly UrlRow[], key: number, column: readonly string[]): Pasted {
  const index = rows.findIndex((row) => row.key === key);
  const taken = column.slice(0, MOST_ROWS - index);
  const all = [...rows];
  taken.forEach((description, at) => {
    all[index + at] = { ...(all[index + at] ?? emptyRow(all)), description, verdict: null };
  });
  return { rows: all, taken: taken.length, left: column.length - taken.length };
}

/** The rows with one changed, which must then be verified again, and so must those that were found to be like it. */
export function editRow(rows: readonly UrlRow[], key: number, change: Partial<UrlEntry>): UrlRow[] {
  return rows.map((row) => (row.key === key ? { ...row, ...change, verdict: null } : withoutTwin(row, key)));
}

/** The rows without one; never none at all. */
export function removeRow(rows: readonly UrlRow[], key: number): UrlRow[] {
  const rest = rows.filter((row) => row.key !== key).map((row) => withoutTwin(row, key));
  return rest.length > 0 ? rest : [emptyRow(rows)];
}

function withoutTwin(row: UrlRow, key: number): UrlRow {
  return row.verdict && !row.verdict.valid && row.verdict.twin === key ? { ...row, verdict: null } : row;
}

/** The rows that verifying found nothing wrong with; never none at all. A twin takes the place of an invalid first. */
export function withoutInvalid(rows: readonly UrlRow[]): UrlRow[] {
  const dropped = new Set<number>();
  const rest: UrlRow[] = [];
  for (const row of rows) {
    const twin = row.verdict?.valid === false ? row.verdict.twin : undefined;
    const heir = twin !== undefined && dropped.has(twin);
    const verdict = heir ? judge(row, row.url, false, undefined) : row.verdict;
    if (verdict?.valid === false) dropped.add(row.key);
    else rest.push(heir ? { ...row, verdict } : row);
    if (heir && verdict?.valid) dropped.delete(twin);
  }
  return rest.length > 0 ? rest : [emptyRow(rows)];
}

/**
 * The rows with every URL normalized and judged; wholly blank rows fall away. A URL that stands in `taken` or in an
 * earlier row is refused, since URLs are unique within a monitor.
 */
export function verifyRows(rows: readonly UrlRow[], taken: ReadonlySet<string>): UrlRow[] {
  const seen = new Map<string, number>();
  return rows
    .filter((row) => !isBlank(row))
    .map((row) => {
      const read = readUrl(row.url);
      if ('problem' in read) return { ...row, verdict: { valid: false, problem: read.problem, field: 'url' } };
      const { url } = read;
      const twin = seen.get(url);
      if (twin === undefined) seen.set(url, row.key);
      return { ...row, url, verdict: judge(row, url, taken.has(url), twin) };
    });
}

function judge({ description }: UrlEntry, url: string, taken: boolean, twin: number | undefined): RowVerdict {
  if (taken) return { valid: false, problem: 'taken', field: 'url' };
  if (twin !== undefined) return { valid: false, problem: 'twin', field: 'url', twin };
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
