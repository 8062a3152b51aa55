import { type ReportAnswer, type ReportTable, reportCalls } from '@farwatch/core/contracts/api/reports';
import { SECOND_MS } from '@farwatch/core/values/time';
import { callApi } from '../../lib/api/client.ts';

/** A file's name without its ending, by the days of the report. */
export function fileName(report: Pick<ReportAnswer, 'from' | 'to'>, what: 'report' | ReportTable): string {
  return `farwatch-${what}-${report.from.slice(0, 10)}-${report.to.slice(0, 10)}`;
}

/** Saves a report as it is shown. */
export function saveJson(report: ReportAnswer): void {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  save(new Blob([text], { type: 'application/json' }), `${fileName(report, 'report')}.json`);
}

/** Loads one table of a report in parts, and saves it. Throws ApiFailure. */
export async function saveCsv(report: ReportAnswer, table: ReportTable): Promise<void> {
  const { from, to, tag, monitorId } = report;
  const scope = { ...(tag !== null && { tag }), ...(monitorId !== null && { monitorId }) };
  // Spreadsheets take a text without this mark for one in the device's old encoding.
  const parts: string[] = ['\uFEFF'];
  for (let after: { after?: string } | null = {}; after; ) {
    const { lines, next }: { lines: string; next: string | null } = await callApi(reportCalls.csv, {
      query: { from, to, ...scope, table, ...after },
    });
    parts.push(lines);
    after = next === null ? null : { after: next };
  }
  save(new Blob(parts, { type: 'text/csv' }), `${fileName(report, table)}.csv`);
}

/** Long enough for a browser to start the download. */
const KEPT_MS = 60 * SECOND_MS;

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
