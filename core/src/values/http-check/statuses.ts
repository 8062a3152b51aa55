/** The statuses that count as up without any choice. */
export const DEFAULT_STATUSES = '200-399';

type Range = readonly [first: number, last: number];

/**
 * Parses accepted statuses such as `200-299, 404` into ranges, both ends included; null if it is not a list of
 * three-digit statuses and their ranges: servers also use ones above 599, such as 999.
 */
export function parseStatuses(text: string): Range[] | null {
  const ranges = text.split(',').map(parseRange);
  return ranges.every((range) => range !== null) ? ranges : null;
}

function parseRange(text: string): Range | null {
  const [, first, last = first] = /^\s*([1-9]\d\d)\s*(?:[-–]\s*([1-9]\d\d)\s*)?$/.exec(text) ?? [];
  if (first === undefined) return null;
  const range = [Number(first), Number(last)] as const;
  return range[0] <= range[1] ? range : null;
}

/** Writes accepted statuses in their stored form: `200-299,404`. */
export function formatStatuses(ranges: readonly Range[]): string {
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

/** Whether some statuses are above those of RFC 9110, 15, which agents have not always accepted. */
export function hasUnusualStatuses(statuses: string): boolean {
  return parseStatuses(statuses)?.some(([, last]) => last > 599) ?? false;
}

/** Whether a status is among the accepted ones. */
export function isAcceptedStatus(statusCode: number, statuses: string = DEFAULT_STATUSES): boolean {
  return parseStatuses(statuses)?.some(([first, last]) => first <= statusCode && statusCode <= last) ?? false;
}
