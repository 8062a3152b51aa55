import { type Trial, trialSchema } from '@farwatch/core/documents/trial';
import { useDocument } from './firestore-listeners.ts';
import type { WithId } from './read-document.ts';
import type { Live } from './use-live.ts';

/** A trial with its results as they come, live; undefined without an id. */
export function useTrial(id: string | null): Live<WithId<Trial> | null> {
  return useDocument('trials', id, trialSchema);
}
