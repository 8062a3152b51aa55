import type { ParseKeys } from 'i18next';
import type { Draft, Saved } from './draft.ts';

/**
 * The message for a failed save, by what the user was doing: creating, or updating the stored monitor `before`; an
 * update that only added or only removed endpoints has its own message.
 */
export function saveFailureKey(before: Draft | null, saved: Saved): ParseKeys {
  if (!before) return 'form.errors.createFailed';
  if (!sameDetails(before, saved)) return 'form.errors.updateFailed';
  const had = new Set(before.endpoints.map(({ url }) => url));
  const has = new Set(saved.endpoints.map(({ url }) => url));
  const added = [...has].some((url) => !had.has(url));
  const removed = [...had].some((url) => !has.has(url));
  if (added === removed) return 'form.errors.updateFailed';
  return added ? 'form.errors.addFailed' : 'form.errors.removeFailed';
}

function sameDetails(before: Draft, saved: Saved): boolean {
  const codes = before.locations.map((each) => (typeof each === 'string' ? each : each.code));
  return (
    before.name === saved.name &&
    (before.description ?? '') === saved.description &&
    codes.length === saved.locations.length &&
    saved.locations.every((code) => codes.includes(code))
  );
}
