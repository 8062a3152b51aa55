import { isList, parseColumn, parsePaste, type UrlEntry } from '@farwatch/core/importers/paste';
import type { UrlCaveat, UrlProblem } from '@farwatch/core/values/check-types/check-type';
import { nameOf } from '@farwatch/core/values/check-types/host-url';
import { LIMITS } from '@farwatch/core/values/limits';
import { checkTypeOf, parseUrl, urlCaveat } from '@farwatch/core/values/url';

export type RowField = 'url' | 'description';

/**
 * The problem of a row. `taken`: the monitor already has the URL. `duplicate`: an earlier row, with the key
 * `duplicateOf`, has it. `column`: an option from a list cannot be used. `suffix`: a domain below which names are
 * registered, such as co.th.
 */
export type RowProblem = UrlProblem | 'taken' | RowOnlyProblem;
/** Problems that the form's own entries do not have, or show at a field. */
export type RowOnlyProblem = 'descriptionLong' | 'duplicate' | 'column' | 'suffix';
/** `typed`: the name of a domain as it was typed, in whose place the registered one above it is added. */
export type RowVerdict =
  | { valid: true; caveat: UrlCaveat | null; typed?: string }
  | { valid: false; problem: RowProblem; field: RowField; duplicateOf?: number };

/** A row of the Add URL dialog. */
export type UrlRow = UrlEntry & {
  key: number;
  /** Null until the row is verified, and after an edit. */
  verdict: RowVerdict | null;
};

/** All rows after a paste, and the number of pasted entries. */
export type Pasted = { rows: UrlRow[]; count: number };

/** The maximum number of rows shown; the others follow once these are added. */
export const MAX_ROWS = 200;

/** An empty row with an unused key. */
export function emptyRow(rows: readonly UrlRow[]): UrlRow {
  return { key: nextKey(rows), url: '', description: '', verdict: null };
}

function nextKey(rows: readonly UrlRow[]): number {
  return rows.reduce((highest, { key }) => Math.max(highest, key), 0) + 1;
}

export function isBlank(row: UrlEntry): boolean {
  return row.url.trim() === '' && row.description.trim() === '' && !row.options;
}

/**
 * The rows after a paste into a field of the row `key`; null for a single line, which the browser pastes. A single
 * column pasted into a description fills the descriptions below; anything else becomes rows.
 */
export function pasteRows(rows: readonly UrlRow[], key: number, field: RowField, text: string): Pasted | null {
  if (!isList(text)) return null;
  const column = field === 'description' ? parseColumn(text) : null;
  return column ? pasteColumn(rows, key, column) : pasteEntries(rows, key, parsePaste(text));
}

/** Appends the rows of a file below what was entered. */
export function importRows(rows: readonly UrlRow[], entries: readonly UrlEntry[]): Pasted {
  const target = rows.findLast(isBlank) ?? rows.at(-1);
  return pasteEntries(rows, target?.key ?? 0, entries);
}

/** Replaces the row if it has no URL, otherwise inserts below it; removes blank rows. */
function pasteEntries(rows: readonly UrlRow[], key: number, entries: readonly UrlEntry[]): Pasted {
  const kept = rows.filter((row) => row.key === key || !isBlank(row));
  const index = kept.findIndex((row) => row.key === key);
  const target = kept[index];
  const replaces = target !== undefined && target.url.trim() === '';
  const first = nextKey(rows);
  const pasted = entries.map((entry, at): UrlRow => ({ ...entry, key: first + at, verdict: null }));
  const [head] = pasted;
  // The edited row keeps its key, or it would lose the focus.
  if (replaces && head) pasted[0] = { ...head, key, description: head.description || target.description };
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

/** The rows with one changed. It and its duplicates must be verified again. */
export function editRow(rows: readonly UrlRow[], key: number, change: Partial<UrlEntry>): UrlRow[] {
  return rows.map((row) => (row.key === key ? { ...row, ...change, verdict: null } : clearDuplicateVerdict(row, key)));
}

/** The rows without one of them; an empty row if it was the last. */
export function removeRow(rows: readonly UrlRow[], key: number): UrlRow[] {
  const rest = rows.filter((row) => row.key !== key).map((row) => clearDuplicateVerdict(row, key));
  return rest.length > 0 ? rest : [emptyRow(rows)];
}

function clearDuplicateVerdict(row: UrlRow, key: number): UrlRow {
  return row.verdict && !row.verdict.valid && row.verdict.duplicateOf === key ? { ...row, verdict: null } : row;
}

/** Removes invalid rows; keeps one empty row if no other is left. A valid duplicate of a removed row stays. */
export function removeInvalidRows(rows: readonly UrlRow[]): UrlRow[] {
  const removed = new Set<number>();
  const rest: UrlRow[] = [];
  for (const row of rows) {
    const duplicateOf = row.verdict?.valid === false ? row.verdict.duplicateOf : undefined;
    const isFirstLeft = duplicateOf !== undefined && removed.has(duplicateOf);
    const verdict = isFirstLeft ? verdictOf(row, row.url, false, undefined) : row.verdict;
    if (verdict?.valid === false) removed.add(row.key);
    else rest.push(isFirstLeft ? { ...row, verdict } : row);
    if (isFirstLeft && verdict?.valid) removed.delete(duplicateOf);
  }
  return rest.length > 0 ? rest : [emptyRow(rows)];
}

/** The list of public suffixes, which is loaded only for domains; null if there are none, or it cannot be loaded. */
export type RegisteredNames = typeof import('@farwatch/core/values/registered-name') | null;

/**
 * Normalizes and verifies every URL, and removes empty rows. A URL in `taken` or in an earlier row is invalid. In place of
 * a name below a registered domain comes the domain.
 */
export function verifyRows(rows: readonly UrlRow[], taken: ReadonlySet<string>, names: RegisteredNames): UrlRow[] {
  const seen = new Map<string, number>();
  return rows
    .filter((row) => !isBlank(row))
    .map((row) => {
      const read = parseUrl(row.url);
      if ('problem' in read) return { ...row, verdict: { valid: false, problem: read.problem, field: 'url' } };
      const name = checkTypeOf(read.url) === 'domain' ? nameOf(read.url) : null;
      if (name !== null && names?.isPublicSuffix(name))
        return { ...row, url: read.url, verdict: { valid: false, problem: 'suffix', field: 'url' } };
      const registered = name === null ? null : (names?.findRegisteredName(name) ?? null);
      const url = registered === null ? read.url : `domain://${registered}`;
      const duplicateOf = seen.get(url);
      if (duplicateOf === undefined) seen.set(url, row.key);
      const verdict = verdictOf(row, url, taken.has(url), duplicateOf);
      const isReplaced = verdict.valid && name !== null && registered !== null;
      return { ...row, url, verdict: isReplaced ? { ...verdict, typed: name } : verdict };
    });
}

function verdictOf(
  { description, options }: UrlEntry,
  url: string,
  taken: boolean,
  duplicateOf: number | undefined,
): RowVerdict {
  if (taken) return { valid: false, problem: 'taken', field: 'url' };
  if (duplicateOf !== undefined) return { valid: false, problem: 'duplicate', field: 'url', duplicateOf };
  if (description.trim().length > LIMITS.descriptionLength) {
    return { valid: false, problem: 'descriptionLong', field: 'description' };
  }
  if (options?.invalid) return { valid: false, problem: 'column', field: 'url' };
  return { valid: true, caveat: urlCaveat(url) };
}

export function canVerify(rows: readonly UrlRow[]): boolean {
  return rows.some((row) => row.url.trim() !== '');
}

export function canAdd(rows: readonly UrlRow[]): boolean {
  return rows.length > 0 && rows.every((row) => row.verdict?.valid === true);
}
