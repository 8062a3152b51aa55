import { type StoredEvidence, storedEvidenceSchema } from '@farwatch/core/documents/evidence';
import { EVIDENCE } from '@farwatch/core/values/limits';
import { limit, orderBy, where } from 'firebase/firestore';
import { type Live, type LiveList, useOwnDocuments } from './firestore-listeners.ts';

/** Listens to what locations received in an incident, the newest first. */
export function useEvidence(incidentId: string): Live<LiveList<StoredEvidence>> {
  return useOwnDocuments(
    'evidence',
    storedEvidenceSchema,
    [where('incidentId', '==', incidentId), orderBy('createdAt', 'desc'), limit(EVIDENCE.shown)],
    `evidence of ${incidentId}`,
  );
}
