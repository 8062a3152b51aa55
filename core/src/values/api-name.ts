import type { z } from 'zod';

const apiNames = new WeakMap<z.core.$ZodType, string>();

/** Returns the schema of a field that has another name in the API than in the code: `named('last_check_at', …)`. */
export function named<Schema extends z.ZodType>(apiName: string, schema: Schema): Schema {
  const field = schema.clone();
  apiNames.set(field, apiName);
  return field;
}

/** Returns a field's name in the API: the one that `named` gave it, else its key. */
export function apiNameOf(key: string, field: z.core.$ZodType): string {
  return apiNames.get(field) ?? key;
}
