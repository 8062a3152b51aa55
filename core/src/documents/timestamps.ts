/**
 * Times are epoch ms in core and Timestamps in Firestore. Numbers under these keys are times: `at`, `since`, `until`,
 * `…At`, `…Since`, `…Until`. Each Firestore SDK has its own Timestamp class, so the conversions are parameters.
 */
const TIMESTAMP_KEY = /^(at|since|until)$|(At|Since|Until)$/;

type Fields = Record<string, unknown>;

/** Whether numbers in a field of this name are times. */
export function isTimestampKey(key: string): boolean {
  return TIMESTAMP_KEY.test(key);
}

/** Converts a value for Firestore: times at any depth, or at the end of a dotted path, become `toTimestamp(ms)`. */
export function toTimestamps(value: Fields, toTimestamp: (ms: number) => unknown): Fields {
  const convert = (key: string, field: unknown): unknown => {
    if (typeof field === 'number' && isTimestampKey(key)) return toTimestamp(field);
    if (Array.isArray(field)) return field.map((item) => (isPlain(item) ? toTimestamps(item, toTimestamp) : item));
    return isPlain(field) ? toTimestamps(field, toTimestamp) : field;
  };
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, convert(lastSegment(key), field)]));
}

/** Converts a stored value's Timestamps at any depth; `convert` returns null for anything else. */
export function fromTimestamps(value: unknown, convert: (value: unknown) => number | string | null): unknown {
  const converted = convert(value);
  if (converted !== null) return converted;
  if (Array.isArray(value)) return value.map((each) => fromTimestamps(each, convert));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, fromTimestamps(field, convert)]));
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
