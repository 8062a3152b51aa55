import { SECOND_MS } from '@farwatch/core/values/time';
import { wallClock } from '@farwatch/core/values/zone';
import { withoutJoiners } from '../format/text.ts';

/** Without it, spreadsheets read UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A browser may read the file only after the click. */
const KEPT_MS = 60 * SECOND_MS;

/** The day of a time in a zone, the account's, as in a file's name: `2026-11-20`. */
export function fileDay(atMs: number, zone: string): string {
  return wallClock(zone).at(atMs).date;
}

/** Saves CSV as a file of that name, such as `checks.csv`. */
export function downloadCsv(name: string, ...parts: readonly string[]): void {
  const content = parts.map(withoutJoiners);
  downloadFile(name, new Blob([BYTE_ORDER_MARK, ...content], { type: 'text/csv;charset=utf-8' }));
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
