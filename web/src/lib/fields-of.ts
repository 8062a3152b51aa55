/**
 * Returns the fields of any value, of unknown types; no fields if it is not an object. Used before sign-in, where
 * schemas would be a tenth of the load.
 */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
