import type { ParseKeys } from 'i18next';

/** The message for endpoints that could not be deleted, with the `count` in its text. */
export type DeleteFailure = { key: ParseKeys; count: number; failure: unknown };

/** The message if deleting `asked` endpoints failed: for one, or for several. */
export function deletionFailed(asked: number, failure: unknown): DeleteFailure {
  return { key: asked === 1 ? 'monitor.errors.removeFailed' : 'monitor.errors.deleteFailed', count: asked, failure };
}

/** The message if some of the requested endpoints were not deleted; null if all were. */
export function deletionIncomplete(asked: readonly string[], deleted: readonly string[]): DeleteFailure | null {
  const left = asked.filter((id) => !deleted.includes(id)).length;
  return left > 0 ? { key: 'monitor.errors.deleteSomeFailed', count: left, failure: null } : null;
}

/** The chosen ids that still exist; others may have been deleted since. */
export function stillThere(chosen: ReadonlySet<string>, ids: readonly string[]): Set<string> {
  return new Set(ids.filter((id) => chosen.has(id)));
}
