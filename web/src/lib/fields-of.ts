/**
 * The fields of any value, of unknown types; none if it is no object. For what is loaded before sign-in, where schemas
 * would be a tenth of the load.
 */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
