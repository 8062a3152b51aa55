import type { Checks } from '@farwatch/core/contracts/api/endpoints';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/values/locations';
import { addDays } from '@farwatch/core/values/zone';

export const RESULTS = ['all', 'failed', 'successful'] as const;
export type ResultFilter = (typeof RESULTS)[number];

/** Selects the listed checks: those of a day (YYYY-MM-DD in the viewer's zone), or with null those of the last 24 h. */
export type CheckView = { date: string | null; location: LocationCode | 'all'; result: ResultFilter };

/** Each check is kept for so many days. */
const DAYS_KEPT = 9;
const NAMES = { date: 'checks-day', location: 'checks-location', result: 'checks-result' } as const;

/** Reads the view in the address. A day that is no longer stored is replaced by the last 24 h. */
export function checkViewIn(query: URLSearchParams, today: string): CheckView {
  const date = query.get(NAMES.date);
  const isKept = date !== null && daysOf(today).includes(date);
  return {
    date: isKept ? date : null,
    location: LOCATION_CODES.find((code) => code === query.get(NAMES.location)) ?? 'all',
    result: RESULTS.find((result) => result === query.get(NAMES.result)) ?? 'all',
  };
}

/** The query for another view, from its first page. */
export function withCheckView(query: URLSearchParams, view: CheckView): URLSearchParams {
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
