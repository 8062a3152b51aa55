import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { optionsForUrl } from '@farwatch/core/values/check-options';
import { LIMITS } from '@farwatch/core/values/limits';
import { fieldNames } from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS, type EndpointFieldName } from '@farwatch/core/values/monitor-fields/table';
import { searchedUrl } from '@farwatch/core/values/readable-url';
import { createMatcher } from '@farwatch/core/values/search';
import { findSlowProblem } from '@farwatch/core/values/slow';
import { normalizeUrl, parseUrl, URL_PREFIXES } from '@farwatch/core/values/url';
import type { TFunction } from 'i18next';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { areSecretsKnown, hasMasks, type StoredOrigins } from '../check/known-secrets.ts';
import { ENDPOINT_PARTS } from '../endpoint-parts.tsx';
import type { RowOnlyProblem, RowProblem } from './url-rows.ts';

/**
 * The problem with the URL, or the name of another field that is invalid. `secrets` means that the check's stored
 * secrets are not known.
 */
export type EntryProblem = Exclude<RowProblem, RowOnlyProblem> | Exclude<EndpointFieldName, 'url'> | 'secrets';

/** The problems of the form's entries, by id. Of equal URLs the later one is marked. */
export function entryProblems(
  entries: readonly EndpointContent[],
  stored: StoredOrigins = NONE_STORED,
): Map<string, EntryProblem> {
  const problems = new Map<string, EntryProblem>();
  const seen = new Set<string>();
  for (const entry of entries) {
    const problem = problemOf(entry, seen) ?? secretsProblem(entry, stored);
    if (problem) problems.set(entry.id, problem);
  }
  return problems;
}

function problemOf(entry: EndpointContent, seen: Set<string>): EntryProblem | null {
  const read = parseUrl(entry.url);
  if ('problem' in read) return read.problem;
  if (seen.has(read.url)) return 'taken';
  seen.add(read.url);
  for (const name of fieldNames(ENDPOINT_FIELDS)) {
    if (name !== 'url' && !ENDPOINT_FIELDS[name].input.safeParse(entry[name]).success) return name;
  }
  if (findSlowProblem({ url: read.url, slowMs: entry.slowMs }) !== null) return 'slowMs';
  return null;
}

const NONE_STORED: StoredOrigins = new Map();

function secretsProblem(entry: EndpointContent, stored: StoredOrigins): EntryProblem | null {
  const own = optionsForUrl(normalizeUrl(entry.url) ?? entry.url, entry.check);
  return hasMasks(own) && !areSecretsKnown(entry, stored) ? 'secrets' : null;
}

/** Why the server does not accept entries. An entry that is edited is another object, so its mark goes. */
export type Refusals = ReadonlyMap<EndpointContent, string>;

const OF_ENTRY = /^endpoints\.(\d+)(?:\.(.+))?$/;

/** Finds the entries that a failed save names, which were sent in this order. */
export function refusalsOf(failure: unknown, entries: readonly EndpointContent[], t: TFunction): Refusals {
  const refusals = new Map<EndpointContent, string>();
  for (const { path, message } of failure instanceof ApiFailure ? failure.issues : []) {
    const [, index, field = ''] = OF_ENTRY.exec(path) ?? [];
    const entry = index === undefined ? undefined : entries[Number(index)];
    if (entry && !refusals.has(entry)) refusals.set(entry, t('form.check.refused', { path: field, message }));
  }
  return refusals;
}

export function fieldOf(problem: EntryProblem): EndpointFieldName {
  if (problem === 'secrets') return 'check';
  return isField(problem) ? problem : 'url';
}

export function problemText(problem: EntryProblem, t: TFunction): string {
  if (isField(problem)) return ENDPOINT_PARTS[problem].error(t);
  if (problem === 'secrets') return t('form.check.retypeSecrets');
  if (problem === 'long') return t('addUrls.problems.long', { max: LIMITS.urlLength });
  return t(`addUrls.problems.${problem}`, { schemes: URL_PREFIXES.join(', ') });
}

function isField(problem: EntryProblem): problem is Exclude<EndpointFieldName, 'url'> {
  return Object.hasOwn(ENDPOINT_FIELDS, problem);
}

export function changeEntry(
  entries: readonly EndpointContent[],
  id: string,
  change: Partial<EndpointContent>,
): EndpointContent[] {
  return entries.map((each) => (each.id === id ? { ...each, ...change } : each));
}

/** Whether all terms of the query occur in the entry's URL, name or description, ignoring case. */
export function matchesSearch({ url, name, description }: EndpointContent, query: string): boolean {
  return createMatcher(query)(searchedUrl(url), name, description);
}

/** Removes the ids of deleted entries; returns the same set if no entry was deleted. */
export function removeMissing(ids: ReadonlySet<string>, entries: readonly EndpointContent[]): ReadonlySet<string> {
  const existing = new Set(entries.map(({ id }) => id));
  const rest = [...ids].filter((id) => existing.has(id));
  return rest.length === ids.size ? ids : new Set(rest);
}
