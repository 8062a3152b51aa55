import { type Trial, trialSchema } from '@farwatch/core/documents/trial';
import { type Live, useDocument } from './firestore-listeners.ts';
import type { WithId } from './read-document.ts';

/** A trial with the results so far, live; null once it is deleted, undefined without an id. */
export function useTrial(id: string | null): Live<WithId<Trial> | null> {
  return useDocument('trials', id, trialSchema);
}
