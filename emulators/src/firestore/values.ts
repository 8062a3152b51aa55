/** `version` distinguishes commits at the same time. */
export class Timestamp {
  readonly ms: number;
  readonly version: number;

  constructor(ms: number, version = 0) {
    this.ms = ms;
    this.version = version;
  }

  static fromMillis(ms: number): Timestamp {
    // The SDK returns whole milliseconds.
    return new Timestamp(Math.round(ms));
  }

  toMillis(): number {
    return this.ms;
  }

  isEqual({ ms, version }: Timestamp): boolean {
    return ms === this.ms && version === this.version;
  }
}

/** The value of a field to remove. */
export const DELETED: unique symbol = Symbol('deleted');
/** The value of a field that is set to the time of its commit. */
export const COMMIT_TIME: unique symbol = Symbol('commit time');
export const FieldValue = { delete: () => DELETED, serverTimestamp: () => COMMIT_TIME };

export class FieldPath {
  readonly segments: readonly string[];

  constructor(...segments: string[]) {
    this.segments = segments;
  }
}

/** A document's place as a value: of a reference, and of the field `__name__` in queries. */
export class DocName {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
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

export const INVALID_ARGUMENT = 3;
export const ALREADY_EXISTS = 6;
export const NOT_FOUND = 5;
export const FAILED_PRECONDITION = 9;
export const ABORTED = 10;
export const UNAVAILABLE = 14;

export type Data = { readonly [field: string]: unknown };

export function isMap(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A deep copy. Throws for values that Firestore refuses. */
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

/** The data with only these fields. */
export function only(data: Data, fields: readonly (string | FieldPath)[]): Data {
  return fields.reduce<Data>((result, field) => {
    const path = segmentsOf(field);
    const value = valueAt(data, path);
    return value === undefined ? result : withValue(result, path, value);
  }, {});
}

export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one instanceof Uint8Array) return other instanceof Uint8Array && Buffer.compare(one, other) === 0;
  if (one instanceof Timestamp) return other instanceof Timestamp && one.ms === other.ms;
  if (one instanceof DocName) return other instanceof DocName && one.path === other.path;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((each, at) => isSame(each, other[at]));
  if (!isMap(one) || !isMap(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && isSame(one[key], other[key]));
}

/** The data with another value at a path, which DELETED removes. */
export function withValue(data: Data, path: readonly string[], value: unknown): Data {
  const [first = '', ...rest] = path;
  const before = data[first];
  // Removing a missing field changes nothing.
  if (value === DELETED && rest.length > 0 && !isMap(before)) return data;
  const next = rest.length === 0 ? value : withValue(isMap(before) ? before : {}, rest, value);
  if (next !== DELETED) return { ...data, [first]: next };
  const { [first]: _gone, ...others } = data;
  return others;
}

/** The data with other values at dotted paths; it is copied once, for any number of them. */
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
    if (value === DELETED) delete result[key];
    else if (isMap(value) && Object.keys(value).length > 0) mergeInto(result, key, value);
    else result[key] = value;
  }
  return result;
}

/** Removing fields of a missing map does not create the map. */
function mergeInto(result: Record<string, unknown>, key: string, more: Data): void {
  const before = result[key];
  const next = merged(isMap(before) ? before : {}, more);
  if (isMap(before) || Object.keys(next).length > 0) result[key] = next;
}

export function segmentsOf(path: string | FieldPath): readonly string[] {
  return typeof path === 'string' ? path.split('.') : path.segments;
}
