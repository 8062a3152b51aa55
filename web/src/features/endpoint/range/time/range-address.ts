import type { Range } from '@farwatch/core/values/history/range-metrics';

/** The ranges offered by one press, by their length in days. The first needs nothing in the address. */
export const RANGE_DAYS = { '24h': 1, '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const;
export type RangeName = keyof typeof RANGE_DAYS;
export const RANGE_NAMES = Object.keys(RANGE_DAYS).filter((name): name is RangeName => name in RANGE_DAYS);

/** Two days of the viewer's calendar, both included, as they were entered: perhaps not dates at all. */
export type Dates = { from: string; to: string };

/** The range that the address selects. */
export type ChosenRange = {
  name: RangeName | 'custom';
  dates: Dates | null;
  /** The part of the range that is shown. */
  zoom: Range | null;
};

/**
 * Reads `range=30d` or `range=2026-01-01..2026-01-31`, and `zoom` between two UTC times. Any other address selects the
 * last 24 h.
 */
export function rangeIn(query: URLSearchParams): ChosenRange {
  const value = query.get('range') ?? '';
  const [from = '', to] = value.split('..', 2);
  if (to !== undefined) return { name: 'custom', dates: { from, to }, zoom: zoomIn(query) };
  const name = RANGE_NAMES.find((each) => each === value) ?? '24h';
  return { name, dates: null, zoom: name === '24h' ? null : zoomIn(query) };
}

/** The query for another range, without a zoom. */
export function withRange(query: URLSearchParams, range: RangeName | Dates): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('zoom');
  forgetCheckDay(next);
  if (range === '24h') next.delete('range');
  else next.set('range', typeof range === 'string' ? range : `${range.from}..${range.to}`);
  return next;
}

/** The query that shows a part of the chosen range, or with null all of it. */
export function withZoom(query: URLSearchParams, zoom: Range | null): URLSearchParams {
  const next = new URLSearchParams(query);
  forgetCheckDay(next);
  if (zoom) next.set('zoom', `${minuteText(zoom.fromMs)}..${minuteText(zoom.toMs)}`);
  else next.delete('zoom');
  return next;
}

/** The list of checks moves with the range (checks/check-view.ts). */
function forgetCheckDay(query: URLSearchParams): void {
  query.delete('checks-day');
  query.delete('checks-page');
}

/** '2026-01-15T0930': no colons, which an address would encode. */
function minuteText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16).replace(':', '');
}

const ZOOM = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)\.\.(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)$/;

function zoomIn(query: URLSearchParams): Range | null {
  const [, fromDay, fromHour, fromMinute, toDay, toHour, toMinute] = ZOOM.exec(query.get('zoom') ?? '') ?? [];
  const fromMs = Date.parse(`${fromDay}T${fromHour}:${fromMinute}Z`);
  const toMs = Date.parse(`${toDay}T${toHour}:${toMinute}Z`);
  return fromMs < toMs ? { fromMs, toMs } : null;
}
