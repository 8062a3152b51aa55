import { isoOf } from '../../contracts/api/parts.ts';
import { errorMessage } from '../../texts/check-error-text.ts';
import { type CsvValue, csvText, csvTime } from '../../values/csv.ts';
import { floorTo } from '../../values/floor-to.ts';
import { type WallClock, wallClock } from '../../values/zone.ts';
import type { MonitorRow } from './report.ts';
import type { ReportedOutage } from './report-outages.ts';

type Columns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>;

const MONITOR_COLUMNS: Columns<MonitorRow> = {
  monitorId: ({ id }) => id,
  monitor: ({ name }) => name,
  tags: ({ tags }) => tags.join(', '),
  targetPercent: ({ target }) => target,
  uptimePercent: ({ uptime }) => downToDecimals(uptime),
  differencePoints: ({ difference }) => downToDecimals(difference),
  outcome: ({ outcome }) => outcome,
  budgetAllowedSec: ({ budget }) => budget.allowedSec,
  budgetUsedSec: ({ budget }) => budget.usedSec,
  budgetLeftSec: ({ budget }) => budget.leftSec,
  outages: ({ outages }) => outages,
  downtimeSec: ({ downtimeSec }) => downtimeSec,
  unknownSec: ({ unknownSec }) => unknownSec,
  maintenanceSec: ({ maintenanceSec }) => maintenanceSec,
  pausedSec: ({ pausedSec }) => pausedSec,
  checks: ({ checks }) => checks,
  failures: ({ failures }) => failures,
  p50Ms: ({ p50Ms }) => toDecimals(p50Ms),
  p95Ms: ({ p95Ms }) => toDecimals(p95Ms),
  p99Ms: ({ p99Ms }) => toDecimals(p99Ms),
  slowTimeSec: ({ slowTimeSec }) => slowTimeSec,
};

type OutageRow = ReportedOutage & { timeZone: string; clock: WallClock };

const OUTAGE_COLUMNS: Columns<OutageRow> = {
  startedAt: ({ startedAtMs, clock }) => csvTime(isoOf(startedAtMs), clock),
  endedAt: ({ endedAtMs, clock }) => csvTime(isoOf(endedAtMs), clock),
  downtimeSec: ({ downtimeSec }) => downtimeSec,
  maintenanceSec: ({ maintenanceSec }) => maintenanceSec,
  monitorId: ({ monitorId }) => monitorId,
  monitor: ({ monitor }) => monitor,
  endpointId: ({ endpointId }) => endpointId,
  endpoint: ({ endpoint }) => endpoint.name,
  url: ({ endpoint }) => endpoint.url,
  locations: ({ locations }) => locations.join(' '),
  reason: ({ error, statusCode }) => errorMessage(error, statusCode),
  incidentId: ({ incidentId }) => incidentId,
  timeZone: ({ timeZone }) => timeZone,
};

/** The first line of each table: the names of its columns. */
export const CSV_HEADERS = {
  monitors: csvText([Object.keys(MONITOR_COLUMNS)]),
  outages: csvText([Object.keys(OUTAGE_COLUMNS)]),
};

/** A report's monitors as lines of RFC 4180. */
export function monitorLines(rows: readonly MonitorRow[]): string {
  return lines(MONITOR_COLUMNS, rows);
}

/** A report's outages as lines of RFC 4180, with times in the zone. */
export function outageLines(rows: readonly ReportedOutage[], timeZone: string): string {
  const clock = wallClock(timeZone);
  return lines(
    OUTAGE_COLUMNS,
    rows.map((row) => ({ ...row, timeZone, clock })),
  );
}

function lines<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  return csvText(rows.map((row) => Object.values(columns).map((cell) => cell(row))));
}

const DECIMALS = 4;

function downToDecimals(percent: number | null): number | null {
  return percent === null ? null : floorTo(percent, DECIMALS);
}

function toDecimals(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 10 ** DECIMALS) / 10 ** DECIMALS;
}
