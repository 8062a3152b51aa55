import { Timestamp } from 'firebase/firestore';

/** A document's data as core's schemas expect it: every Timestamp as epoch ms. */
export function fromStored(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toMillis();
  if (Array.isArray(value)) return value.map(fromStored);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fromStored(inner)]));
}
