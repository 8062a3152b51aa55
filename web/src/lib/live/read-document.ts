import type { z } from 'zod';

/** A document with its id. */
export type WithId<T> = T & { id: string };

type TimestampLike = { toMillis(): number };

function isTimestamp(value: object): value is TimestampLike {
  return 'toMillis' in value && typeof value.toMillis === 'function';
}

/** A document's data with all Timestamps, however deep, as epoch milliseconds. */
export function withMillis(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (isTimestamp(value)) return value.toMillis();
  if (Array.isArray(value)) return value.map(withMillis);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withMillis(part)]));
}

/** A document parsed by its schema; null, and logged, if it does not fit. */
export function readDocument<T extends object>(
  snapshot: { id: string; ref: { path: string }; data(): unknown },
  schema: z.ZodType<T>,
): WithId<T> | null {
  const parsed = schema.safeParse(withMillis(snapshot.data()));
  if (parsed.success) return { ...parsed.data, id: snapshot.id };
  console.error(`The document ${snapshot.ref.path} cannot be read`, parsed.error.issues);
  return null;
}
