import type { Checks } from '@farwatch/core/contracts/api/endpoints';
import { RETENTION } from '@farwatch/core/values/limits';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/values/locations';
import { DAY_MS } from '@farwatch/core/values/time';
import { addDays } from '@farwatch/core/values/zone';

export const RESULTS = ['all', 'failed', 'successful'] as const;
export type ResultFilter = (typeof RESULTS)[number];

/** Selects the listed checks: those of a day (YYYY-MM-DD in the viewer's zone), or with null those of the last 24 h. */
export type CheckView = { date: string | null; location: LocationCode | 'all'; result: ResultFilter };

/** Each check is kept for so many days. */
export const DAYS_KEPT = RETENTION.windowMs / DAY_MS;
const NAMES = { date: 'checks-day', location: 'checks-location', result: 'checks-result' } as const;

/** In the address instead of a day, if the last 24 h were chosen though the range of the page is an earlier one. */
const LAST_24H = '24h';

/**
 * Reads the view in the address. Without a day in it, or with one that is no longer stored, it is the last day of the
 * page's range, `rangeEnd`, or else the last 24 h.
 */
export function checkViewIn(query: URLSearchParams, today: string, rangeEnd: string | null): CheckView {
  const date = query.get(NAMES.date);
  const isKept = date === LAST_24H || (date !== null && daysOf(today).includes(date));
  return {
    date: isKept ? (date === LAST_24H ? null : date) : storedDay(rangeEnd, today),
    location: LOCATION_CODES.find((code) => code === query.get(NAMES.location)) ?? 'all',
    result: RESULTS.find((result) => result === query.get(NAMES.result)) ?? 'all',
  };
}

/** Whether single checks of that day, the last one of the page's range, are no longer stored. */
export function isTooOld(rangeEnd: string | null, today: string): boolean {
  return rangeEnd !== null && rangeEnd < today && storedDay(rangeEnd, today) === null;
}

function storedDay(day: string | null, today: string): string | null {
  return day !== null && daysOf(today).includes(day) ? day : null;
}

/** The query for another view, from its first page. */
export function withCheckView(
  query: URLSearchParams,
  view: CheckView,
  today: string,
  rangeEnd: string | null,
): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('checks-page');
  for (const [key, name] of [
    ['date', NAMES.date],
    ['location', NAMES.location],
    ['result', NAMES.result],
  ] as const) {
    const value = view[key];
    if (value === null || value === 'all') next.delete(name);
    else next.set(name, value);
  }
  if (view.date === null && storedDay(rangeEnd, today) !== null) next.set(NAMES.date, LAST_24H);
  return next;
}

/** Finds the days before and after. Null means the last 24 h, which come after yesterday, undefined that there is no day. */
export function neighbours(
  date: string | null,
  today: string,
): { earlier: string | undefined; later: string | null | undefined } {
  const days = [null, ...daysOf(today)];
  const index = days.indexOf(date);
  return { earlier: days[index + 1] ?? undefined, later: index > 0 ? days[index - 1] : undefined };
}

/** The days before today of which checks are kept, newest first. */
function daysOf(today: string): string[] {
  return Array.from({ length: DAYS_KEPT }, (_, index) => addDays(today, -1 - index));
}

type Filter = Pick<CheckView, 'location' | 'result'>;

export function filterChecks(checks: Checks['data'], { location, result }: Filter): Checks['data'] {
  return checks.filter(
    (check) =>
      (location === 'all' || check.location === location) &&
      (result === 'all' || check.success === (result === 'successful')),
  );
}
