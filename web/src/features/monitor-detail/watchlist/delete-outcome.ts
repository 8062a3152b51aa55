import type { ParseKeys } from 'i18next';

/** The message for endpoints that could not be deleted. */
export type DeleteFailure = {
  key: ParseKeys;
  /** The count in the text. */
  count: number;
  failure: unknown;
};

/** The message if deleting `count` endpoints failed. */
export function deletionFailed(count: number, failure: unknown): DeleteFailure {
  return { key: count === 1 ? 'monitor.errors.removeFailed' : 'monitor.errors.deleteFailed', count, failure };
}

/** Returns the message if some of the requested endpoints were not deleted; null if all were. */
export function deletionIncomplete(requested: readonly string[], deleted: readonly string[]): DeleteFailure | null {
  const remaining = requested.filter((id) => !deleted.includes(id)).length;
  return remaining > 0 ? { key: 'monitor.errors.deleteSomeFailed', count: remaining, failure: null } : null;
}

/** The selected ids that still exist. */
export function keepExisting(selected: ReadonlySet<string>, ids: readonly string[]): Set<string> {
  return new Set(ids.filter((id) => selected.has(id)));
}
