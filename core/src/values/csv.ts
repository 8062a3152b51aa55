import type { WallClock } from './zone.ts';

export type CsvValue = string | number | null;

/** Spreadsheets run text that starts with these as a formula; names and URLs are other people's text. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Returns rows as CSV (RFC 4180), each ending with CRLF; null is empty. Text that a spreadsheet would run as a formula
 * starts with an apostrophe; numbers stay as they are.
 */
export function csvText(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

function csvField(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A time as files have it: with the offset of the clock's zone, `2026-11-20T20:30:00.000+08:00`. Null for null. */
export function csvTime(iso: string, clock: WallClock): string;
export function csvTime(iso: string | null, clock: WallClock): string | null;
export function csvTime(iso: string | null, clock: WallClock): string | null {
  if (iso === null) return null;
  const atMs = Date.parse(iso);
  const offsetMs = clock.offsetMs(atMs);
  const local = new Date(atMs + offsetMs).toISOString().slice(0, -1);
  const offset = new Date(Math.abs(offsetMs)).toISOString().slice(11, 16);
  return `${local}${offsetMs < 0 ? '-' : '+'}${offset}`;
}
