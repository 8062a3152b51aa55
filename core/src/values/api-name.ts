import type { z } from 'zod';

const apiNames = new WeakMap<z.core.$ZodType, readonly string[]>();

/**
 * Returns the schema of a field that has another name in the API than in the code, such as
 * `named('last_check_at', …)`. A field with several names has them all in answers, and any of them in requests.
 */
export function named<Schema extends z.ZodType>(apiName: string, schema: Schema, ...others: string[]): Schema {
  const field = schema.clone();
  apiNames.set(field, [apiName, ...others]);
  return field;
}

/** Returns a field's names in the API, the main one first: those that `named` gave it, else its key. */
export function apiNamesOf(key: string, field: z.core.$ZodType): readonly [string, ...string[]] {
  const [first = key, ...others] = apiNames.get(field) ?? [];
  return [first, ...others];
}
