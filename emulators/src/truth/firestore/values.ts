/** The values that Firestore's SDKs offer, as far as Farwatch uses them. */

/** A moment. `version` makes the times of two commits differ. */
export class Timestamp {
  readonly ms: number;
  readonly version: number;

  constructor(ms: number, version = 0) {
    this.ms = ms;
    this.version = version;
  }

  static fromMillis(ms: number): Timestamp {
    return new Timestamp(ms);
  }

  toMillis(): number {
    return this.ms;
  }
}

/** Names a field to be removed. */
export const DELETED: unique symbol = Symbol('deleted');
export const FieldValue = { delete: () => DELETED };

export class FieldPath {
  readonly segments: readonly string[];

  constructor(...segments: string[]) {
    this.segments = segments;
  }
}

export const AggregateField = { sum: (field: string) => ({ field }) };

/** An error as gRPC numbers it. */
export class StoreError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const ALREADY_EXISTS = 6;
export const NOT_FOUND = 5;
export const FAILED_PRECONDITION = 9;
export const ABORTED = 10;
export const UNAVAILABLE = 14;

export type Data = { readonly [field: string]: unknown };

export function isMap(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A copy that its giver cannot change. Throws for what Firestore refuses. */
export function stored(value: unknown): unknown {
  if (value === undefined) throw new Error('undefined is no value of a document');
  if (Array.isArray(value)) return value.map(stored);
  if (!isMap(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key in value) copy[key] = stored(value[key]);
  return copy;
}

export function valueAt(data: Data, path: readonly string[]): unknown {
  let value: unknown = data;
  for (const segment of path) {
    if (!isMap(value)) return undefined;
    value = value[segment];
  }
  return value;
}

/** The data with another value at a path; without one for DELETED. */
export function withValue(data: Data, path: readonly string[], value: unknown): Data {
  const [first = '', ...rest] = path;
  const before = data[first];
  // To remove what is not there changes nothing.
  if (value === DELETED && rest.length > 0 && !isMap(before)) return data;
  const next = rest.length === 0 ? value : withValue(isMap(before) ? before : {}, rest, value);
  if (next !== DELETED) return { ...data, [first]: next };
  const { [first]: _gone, ...others } = data;
  return others;
}

/** The data with other values at dotted paths: what it consists of is copied once, however many they are. */
export function withFields(data: Data, fields: Data): Data {
  const result: Record<string, unknown> = { ...data };
  for (const path in fields) {
    const [first = '', ...rest] = path.split('.');
    const { [first]: next = DELETED } = withValue({ [first]: result[first] }, [first, ...rest], fields[path]);
    if (next === DELETED) delete result[first];
    else result[first] = next;
  }
  return result;
}

/** Deep merge: maps are merged, everything else is replaced. */
export function merged(data: Data, more: Data): Data {
  const result: Record<string, unknown> = { ...data };
  for (const [key, value] of Object.entries(more)) {
    const before = result[key];
    if (value === DELETED) delete result[key];
    else result[key] = isMap(value) && isMap(before) && Object.keys(value).length > 0 ? merged(before, value) : value;
  }
  return result;
}

export function segmentsOf(path: string | FieldPath): readonly string[] {
  return typeof path === 'string' ? path.split('.') : path.segments;
}
