import { fromTimestamps, toTimestamps } from '@farwatch/core/documents/timestamps';
import { type DocumentData, Timestamp } from 'firebase-admin/firestore';

/** A value of core as Firestore stores it. */
export function toStored(value: Record<string, unknown>): DocumentData {
  return toTimestamps(value, (ms) => Timestamp.fromMillis(ms));
}

/** A stored value as core uses it. */
export function fromStored(value: unknown): unknown {
  return fromTimestamps(value, (each) => (each instanceof Timestamp ? each.toMillis() : null));
}
