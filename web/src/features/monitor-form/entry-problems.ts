import { LIMITS } from '@farwatch/core/limits';
import { searchedUrl } from '@farwatch/core/readable-url';
import { finder } from '@farwatch/core/search';
import { readUrl } from '@farwatch/core/url';
import type { Entry } from './draft.ts';
import type { RowProblem } from './url-rows.ts';

export type EntryProblem = Exclude<RowProblem, 'duplicate'> | 'nameLong';

/** The problems of the form's entries, by id. Of equal URLs the later one is marked. */
export function entryProblems(entries: readonly Entry[]): Map<string, EntryProblem> {
  const problems = new Map<string, EntryProblem>();
  const seen = new Set<string>();
  for (const entry of entries) {
    const problem = problemOf(entry, seen);
    if (problem) problems.set(entry.id ?? '', problem);
  }
  return problems;
}

function problemOf({ url, name = '', description = '' }: Entry, seen: Set<string>): EntryProblem | null {
  const read = readUrl(url);
  if ('problem' in read) return read.problem;
  if (seen.has(read.url)) return 'taken';
  seen.add(read.url);
  if (name.trim().length > LIMITS.nameLength) return 'nameLong';
  return description.trim().length > LIMITS.descriptionLength ? 'descriptionLong' : null;
}

/** The entries with one of them changed. */
export function withChanged(entries: readonly Entry[], id: string, change: Partial<Entry>): Entry[] {
  return entries.map((each) => (each.id === id ? { ...each, ...change } : each));
}

/** Whether the words occur in the entry's URL, name or description, ignoring case. */
export function isFound({ url, name = '', description = '' }: Entry, words: string): boolean {
  return finder(words)(searchedUrl(url), name, description);
}

/** The ids of entries that still exist; the same set if all do. */
export function stillIn(ids: ReadonlySet<string>, entries: readonly Entry[]): ReadonlySet<string> {
  const there = new Set(entries.map(({ id = '' }) => id));
  const kept = [...ids].filter((id) => there.has(id));
  return kept.length === ids.size ? ids : new Set(kept);
}
