import type { Draft } from './draft.ts';

export type Side = 'local' | 'remote';
type Field = keyof Draft;

/**
 * Combines the changes of a draft with those saved elsewhere since `base`, by field. `conflicts` are fields that both
 * changed differently; they have the value of `side`.
 */
export function mergeDrafts(base: Draft, local: Draft, remote: Draft, side: Side = 'local') {
  const changed = changedFields(base, local);
  const conflicts = changedFields(local, remote).filter(
    (field) => changed.includes(field) && changedFields(base, remote).includes(field),
  );
  const kept = changed.filter((field) => side === 'local' || !conflicts.includes(field));
  const merged: Draft = Object.assign({ ...remote }, ...kept.map((field) => ({ [field]: local[field] })));
  return { merged, conflicts };
}

/** The fields in which two drafts differ. */
export function changedFields(one: Draft, other: Draft): Field[] {
  const fields = Object.keys(one).filter((field): field is Field => field in other);
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}
