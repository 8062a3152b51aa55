import { SECOND_MS } from '@farwatch/core/values/time';
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { verdictChanges } from '../db/collections.ts';
import type { Run } from '../db/run.ts';

/** Triggers apply a verdict change within this time. */
const TRIGGER_MAX_MS = 5 * SECOND_MS;

/** The verdict changes that no trigger has applied in time. */
export function lateVerdictChanges({ db, nowMs }: Run): Query {
  const before = Timestamp.fromMillis(nowMs - TRIGGER_MAX_MS);
  return verdictChanges.collection(db).where('state', '==', 'new').where('createdAt', '<=', before);
}
