/** What a form's user has changed and not saved, field by field. */
export type Edits<T extends object> = Partial<T>;

/** Without those that say what is stored anyway. */
export function realEdits<T extends object>(stored: T, edits: Edits<T>): Edits<T> {
  return keep(edits, (key) => edits[key] !== stored[key]);
}

/** What remains once `sent` was saved: fields that were changed further while it was on its way. */
export function editsAfter<T extends object>(edits: Edits<T>, sent: Edits<T>): Edits<T> {
  return keep(edits, (key) => !(key in sent) || edits[key] !== sent[key]);
}

function keep<T extends object>(edits: Edits<T>, isKept: (key: keyof T) => boolean): Edits<T> {
  const kept: Edits<T> = {};
  for (const key in edits) if (isKept(key)) kept[key] = edits[key];
  return kept;
}
