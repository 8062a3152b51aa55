import type { Draft } from './draft.ts';

export type Side = 'mine' | 'theirs';
type Field = keyof Draft;

/**
 * Combines the changes of a draft with those saved elsewhere since `base`, by field. `conflicts`: fields that both
 * changed differently, which have the value of `side`.
 */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft, side: Side = 'mine') {
  const changed = changedFields(base, mine);
  const conflicts = changedFields(mine, theirs).filter(
    (field) => changed.includes(field) && changedFields(base, theirs).includes(field),
  );
  const kept = changed.filter((field) => side === 'mine' || !conflicts.includes(field));
  const merged: Draft = Object.assign({ ...theirs }, ...kept.map((field) => ({ [field]: mine[field] })));
  return { merged, conflicts };
}

/** The fields in which two drafts differ. */
export function changedFields(one: Draft, other: Draft): Field[] {
  const fields = Object.keys(one).filter((field): field is Field => field in other);
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}
