/**
 * Moments are numbers of ms in core and Timestamps in documents. The key says which numbers they are: `at`, `since`,
 * `until`, `…At`, `…Since`, `…Until`. The Timestamp class differs by SDK, so both directions take the conversion.
 */
const MOMENT_KEY = /^(at|since|until)$|(At|Since|Until)$/;

type Fields = Record<string, unknown>;

/** The value as it is stored: numbers under moment keys, at any depth or at the end of a dotted path, go through `toTimestamp`. */
export function toTimestamps(value: Fields, toTimestamp: (ms: number) => unknown): Fields {
  const field = (key: string, each: unknown): unknown => {
    if (typeof each === 'number' && MOMENT_KEY.test(key)) return toTimestamp(each);
    if (Array.isArray(each)) return each.map((item) => (isPlain(item) ? toTimestamps(item, toTimestamp) : item));
    return isPlain(each) ? toTimestamps(each, toTimestamp) : each;
  };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, field(lastSegment(key), each)]));
}

/** A stored value with every Timestamp that `toMoment` recognizes, at any depth, as it gives it: in core as epoch ms. */
export function fromTimestamps(value: unknown, toMoment: (value: unknown) => number | string | null): unknown {
  const moment = toMoment(value);
  if (moment !== null) return moment;
  if (Array.isArray(value)) return value.map((each) => fromTimestamps(each, toMoment));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fromTimestamps(each, toMoment)]));
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
