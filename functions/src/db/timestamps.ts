import { type DocumentData, Timestamp } from 'firebase-admin/firestore';

/** Keys whose numbers are moments: epoch ms in core, Timestamps in documents (design 3). */
const MOMENT_KEY = /^(at|since)$|(At|Until)$/;

/** A value of core as it is stored: numbers under moment keys, at any depth or at the end of a dotted path, become Timestamps. */
export function toStored(value: Record<string, unknown>): DocumentData {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, storedField(lastSegment(key), each)]));
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function storedField(key: string, value: unknown): unknown {
  if (typeof value === 'number' && MOMENT_KEY.test(key)) return Timestamp.fromMillis(value);
  if (Array.isArray(value)) return value.map((each) => (isPlain(each) ? toStored(each) : each));
  return isPlain(value) ? toStored(value) : value;
}

/** A stored value as core knows it: every Timestamp, at any depth, in epoch ms. */
export function fromStored(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toMillis();
  if (Array.isArray(value)) return value.map(fromStored);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fromStored(each)]));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
