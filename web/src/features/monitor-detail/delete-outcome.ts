import type { ParseKeys } from 'i18next';

/** The message for endpoints that could not be deleted, with the `count` in its text. */
export type DeleteFailure = { key: ParseKeys; count: number; failure: unknown };

/**
 * What to say when a deletion of `asked` endpoints came to nothing: of one endpoint, of several.
 */
export function deletionFailed(asked: number, failure: unknown): DeleteFailure {
  return { key: asked === 1 ? 'monitor.errors.removeFailed' : 'monitor.errors.deleteFailed', count: asked, failure };
}

/** What to say when some of the endpoints asked for are not among those deleted; null when all are. */
export function deletionIncomplete(asked: readonly string[], deleted: readonly string[]): DeleteFailure | null {
  const left = asked.filter((id) => !deleted.includes(id)).length;
  return left > 0 ? { key: 'monitor.errors.deleteSomeFailed', count: left, failure: null } : null;
}

/** The chosen ids that are still there; others may vanish while they are chosen. */
export function stillThere(chosen: ReadonlySet<string>, ids: readonly string[]): Set<string> {
  return new Set(ids.filter((id) => chosen.has(id)));
}
