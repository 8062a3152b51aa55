import type { ParseKeys } from 'i18next';

/** Some of the requested endpoints were not deleted. */
export class PartlyDeleted extends Error {
  readonly remaining: number;

  constructor(remaining: number) {
    super(`${remaining} endpoints are left`);
    this.remaining = remaining;
  }
}

/** The key and options of the text that says that deleting `count` endpoints failed. */
export function deletionFailed(count: number, failure: unknown): [key: ParseKeys, options: { count: number }] {
  if (failure instanceof PartlyDeleted) return ['monitor.errors.deleteSomeFailed', { count: failure.remaining }];
  return [count === 1 ? 'monitor.errors.removeFailed' : 'monitor.errors.deleteFailed', { count }];
}

/** How many of the requested endpoints were not deleted. */
export function remainingOf(requested: readonly string[], deleted: readonly string[]): number {
  return requested.filter((id) => !deleted.includes(id)).length;
}

/** The selected ids that still exist. */
export function keepExisting(selected: ReadonlySet<string>, ids: readonly string[]): Set<string> {
  return new Set(ids.filter((id) => selected.has(id)));
}
