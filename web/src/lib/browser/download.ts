import { SECOND_MS } from '@farwatch/core/values/time';
import { type WallClock, wallClock } from '@farwatch/core/values/zone';
import { viewerZone } from '../time/viewer-zone.ts';

/** Without it, spreadsheets read UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A browser may read the file only after the click. */
const KEPT_MS = 60 * SECOND_MS;

/** The day of a time in the browser's zone, as in a file's name: `2026-11-20`. */
export function fileDay(atMs: number): string {
  return wallClock(viewerZone()).at(atMs).date;
}

/** A time as files have it: with the offset of the clock's zone, `2026-11-20T20:30:00.000+08:00`. Null for null. */
export function fileTime(iso: string, clock: WallClock): string;
export function fileTime(iso: string | null, clock: WallClock): string | null;
export function fileTime(iso: string | null, clock: WallClock): string | null {
  if (iso === null) return null;
  const atMs = Date.parse(iso);
  const offsetMs = clock.offsetMs(atMs);
  const local = new Date(atMs + offsetMs).toISOString().slice(0, -1);
  const offset = new Date(Math.abs(offsetMs)).toISOString().slice(11, 16);
  return `${local}${offsetMs < 0 ? '-' : '+'}${offset}`;
}

/** Saves CSV as a file of that name, such as `checks.csv`. */
export function downloadCsv(name: string, ...parts: readonly string[]): void {
  downloadFile(name, new Blob([BYTE_ORDER_MARK, ...parts], { type: 'text/csv;charset=utf-8' }));
}

/** Saves a file of that name, such as `report.json`. */
export function downloadFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
