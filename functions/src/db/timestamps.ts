import { readMoments, storeMoments } from '@farwatch/core/documents/moments';
import { type DocumentData, Timestamp } from 'firebase-admin/firestore';

/** A value of core as it is stored. */
export function toStored(value: Record<string, unknown>): DocumentData {
  return storeMoments(value, (ms) => Timestamp.fromMillis(ms));
}

/** A stored value as core knows it. */
export function fromStored(value: unknown): unknown {
  return readMoments(value, (each) => (each instanceof Timestamp ? each.toMillis() : null));
}
