import type { RangeTotals } from '../../contracts/api/history.ts';
import type { Monitor } from '../../documents/monitor.ts';
import { compareNames } from '../../values/compare-names.ts';
import type { Range } from '../../values/history/range-metrics.ts';
import { type ErrorBudget, errorBudget, type Outcome, outcomeOf, totalBudget } from './error-budget.ts';
import { type MeasuredHistory, totalsOf } from './measure-history.ts';
import { type Maintenance, type ReportedIncident, type ReportedOutage, reportOutages } from './report-outages.ts';

/** What a report measures of a monitor, or of several. `difference`: uptime less target, in percentage points. */
export type Measured = RangeTotals & {
  target: number | null;
  difference: number | null;
  outcome: Outcome;
  budget: ErrorBudget;
};

export type MonitorRow = Measured & { id: string; name: string; tags: string[]; target: number };

/** `totals` covers all monitors together; it has their target if all have the same. */
export type Report = { totals: Measured; monitors: MonitorRow[]; outages: ReportedOutage[] };

/** A monitor with what was measured in the part of the range that is over. */
export type ReportedMonitor = {
  id: string;
  monitor: Pick<Monitor, 'name' | 'tags' | 'uptimeTarget' | 'paused' | 'endpoints'>;
  measured: MeasuredHistory;
};

type ReportInput = {
  monitors: readonly ReportedMonitor[];
  /** All that had an outage in the range; those of other monitors are left out. */
  incidents: readonly ReportedIncident[];
  /** May end later than now. */
  range: Range;
  nowMs: number;
};

/** The report on these monitors, by name (docs/api.md, Reports). */
export function report({ monitors, incidents, range, nowMs }: ReportInput): Report {
  const rows = monitors
    .map((each) => monitorRow(each, range, nowMs))
    .toSorted((a, b) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1));
  const ids = new Set(rows.map(({ id }) => id));
  const own = incidents.filter(({ monitorId }) => ids.has(monitorId));
  return {
    totals: measuredTotals(monitors, rows, range, nowMs),
    monitors: rows,
    outages: reportOutages(own, measuredPart(range, nowMs), nowMs, maintenanceOf(monitors)),
  };
}

/** When each monitor was in maintenance. */
export function maintenanceOf(monitors: readonly Pick<ReportedMonitor, 'id' | 'measured'>[]): Maintenance {
  return new Map(monitors.map(({ id, measured }) => [id, measured.maintenance]));
}

/** The part of a range that is over. */
export function measuredPart({ fromMs, toMs }: Range, nowMs: number): Range {
  return { fromMs, toMs: Math.min(toMs, nowMs) };
}

/** A monitor's line of a report. */
export function monitorRow({ id, monitor, measured }: ReportedMonitor, range: Range, nowMs: number): MonitorRow {
  const totals = totalsOf([measured]);
  const { name, tags, uptimeTarget: target } = monitor;
  const { knownSec, downtimeSec } = totals;
  const ahead = aheadOf(watchedEndpoints(monitor), range, nowMs);
  const budget = errorBudget({ target, knownSec, downtimeSec, ahead });
  return { ...totals, id, name, tags, target, ...comparison(totals, target, budget, range, nowMs) };
}

function measuredTotals(
  monitors: readonly ReportedMonitor[],
  rows: readonly MonitorRow[],
  range: Range,
  nowMs: number,
): Measured {
  const totals = totalsOf(monitors.map(({ measured }) => measured));
  const endpoints = monitors.reduce((sum, { monitor }) => sum + watchedEndpoints(monitor), 0);
  const { knownSec, downtimeSec } = totals;
  const ahead = aheadOf(endpoints, range, nowMs);
  const budget = totalBudget(
    rows.map((each) => each.budget),
    { knownSec, downtimeSec, ahead },
  );
  const [first, ...others] = new Set(rows.map(({ target }) => target));
  const target = others.length === 0 ? (first ?? null) : null;
  return { ...totals, target, ...comparison(totals, target, budget, range, nowMs) };
}

function comparison(totals: RangeTotals, target: number | null, budget: ErrorBudget, range: Range, nowMs: number) {
  const { uptime, knownSec } = totals;
  const difference = uptime === null || target === null ? null : Math.round((uptime - target) * 1e6) / 1e6;
  return { difference, outcome: outcomeOf(budget, knownSec, range.toMs <= nowMs), budget };
}

function aheadOf(endpoints: number, { toMs }: Range, nowMs: number) {
  return { endpoints, nowMs, toMs: Math.max(toMs, nowMs) };
}

/** How many of its endpoints are checked now. */
function watchedEndpoints({ paused, endpoints }: ReportedMonitor['monitor']): number {
  return paused ? 0 : Object.values(endpoints).filter((each) => !each.paused).length;
}
