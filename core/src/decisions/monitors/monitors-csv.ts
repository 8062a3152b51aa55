import type { MonitorEntry } from '../../contracts/api/monitor-answer.ts';
import { type CsvValue, csvText, csvTime } from '../../values/csv.ts';
import { wallClock } from '../../values/zone.ts';

/** The columns of a file of monitors, which has a row for each endpoint. */
export const MONITOR_COLUMNS = [
  'monitor',
  'endpoint',
  'url',
  'status',
  'uptime',
  'lastCheckAt',
  'locations',
  'intervalSec',
  'tags',
  'paused',
  'monitorId',
  'endpointId',
  'timeZone',
] as const;
export type MonitorColumn = (typeof MONITOR_COLUMNS)[number];

/** Returns monitors as CSV, with times in the zone. Uptime is that of 24 hours, in percent. */
export function monitorsCsv(
  monitors: readonly MonitorEntry[],
  titleOf: (column: MonitorColumn) => string,
  timeZone: string,
): string {
  const clock = wallClock(timeZone);
  const rows = monitors.flatMap(({ id, name, tags, locations, intervalSec, endpoints }) =>
    endpoints.map((endpoint): Record<MonitorColumn, CsvValue> => {
      return {
        monitor: name,
        endpoint: endpoint.name,
        url: endpoint.url,
        status: endpoint.currentStatus,
        uptime: endpoint.availability,
        lastCheckAt: csvTime(endpoint.lastCheckAt, clock),
        locations: locations.map(({ code }) => code).join(' '),
        intervalSec,
        tags: tags.join(', '),
        paused: endpoint.isPaused ? 1 : 0,
        monitorId: id,
        endpointId: endpoint.id,
        timeZone,
      };
    }),
  );
  return csvText([MONITOR_COLUMNS.map(titleOf), ...rows.map((row) => MONITOR_COLUMNS.map((column) => row[column]))]);
}
