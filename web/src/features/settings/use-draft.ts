import { useState } from 'react';
import { type Edits, editsAfter, realEdits } from './draft.ts';

/**
 * A form over what is stored. Only what its user changed is kept apart, so that news of the rest come through while
 * nothing typed is lost, neither by them nor by a failed save.
 */
export function useDraft<T extends object>(stored: T) {
  const [edits, setEdits] = useState<Edits<T>>({});
  const real = realEdits(stored, edits);
  return {
    values: { ...stored, ...real },
    dirty: Object.keys(real).length > 0,
    edit: (change: Edits<T>) => setEdits((before) => realEdits(stored, { ...before, ...change })),
    /** `sent` was saved. */
    settle: (sent: Edits<T>) => setEdits((before) => editsAfter(before, sent)),
    discard: () => setEdits({}),
  };
}
