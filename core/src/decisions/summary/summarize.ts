import type { RangeTotals } from '../../contracts/api/history.ts';
import type { Incident } from '../../documents/incident.ts';
import { compareNames } from '../../values/compare-names.ts';
import type { Range } from '../../values/history/range-metrics.ts';
import { SUMMARY } from '../../values/limits.ts';
import { oneLine, shorten } from '../../values/outside-text.ts';
import type { Summary, SummaryDay, SummaryMonitor } from '../../values/summary/summary.ts';
import type { SummaryKind } from '../../values/summary/summary-plan.ts';
import { SECOND_MS } from '../../values/time.ts';
import { wallClock } from '../../values/zone.ts';
import { type MonitorHistory, rangeTotals } from '../history/monitor-range.ts';
import { listCertificates, listOutages } from './listed-incidents.ts';
import { daysOf, periodBefore, rangeOf } from './summary-period.ts';

/** A monitor and what is known of it in the period and the one before; without `history` nothing is. */
export type SummarizedMonitor = { id: string; name: string; history: MonitorHistory | undefined };

/** `incidents`: those of the period, and the active ones. */
export type SummaryInput = {
  kind: SummaryKind;
  firstDay: string;
  timeZone: string;
  monitors: readonly SummarizedMonitor[];
  incidents: readonly { id: string; incident: Incident }[];
};

/** The summary of a period (docs/notifications.md, Summaries); null if nothing was monitored in it. */
export function summarize({ kind, firstDay, timeZone, monitors, incidents }: SummaryInput): Summary | null {
  const period = rangeOf(kind, firstDay, timeZone);
  const before = rangeOf(kind, periodBefore(kind, firstDay), timeZone);
  const days = daysOf(kind, firstDay);
  const dayRanges = dayRangesOf(days, period, timeZone);
  const measured = monitors.map((monitor) => measure(monitor, period, before));
  const all = monitors.flatMap(({ history }) => (history ? [history] : []));
  const totals = rangeTotals(all, period);
  if (totals.knownSec === 0 && totals.unknownSec === 0) return null;
  const listed = measured.sort(worstFirst).slice(0, SUMMARY.monitors[kind]);
  return {
    kind,
    timeZone,
    firstDay,
    lastDay: days.at(-1) ?? firstDay,
    fromAt: period.fromMs,
    toAt: period.toMs,
    totals: uptimeOf(totals, rangeTotals(all, before)),
    monitorCount: monitors.length,
    monitors: listed.map((each) => rowOf(each, dayRanges)),
    outages: listOutages(incidents, period),
    slower: slowerOf(measured),
    slow: slowOf(measured),
    gaps: gapsOf(measured),
    certificates: listCertificates(incidents),
  };
}

type Measured = SummarizedMonitor & { totals: RangeTotals; before: RangeTotals };

function measure(monitor: SummarizedMonitor, period: Range, before: Range): Measured {
  const histories = monitor.history ? [monitor.history] : [];
  const name = shorten(oneLine(monitor.name), SUMMARY.nameLength);
  return { ...monitor, name, totals: rangeTotals(histories, period), before: rangeTotals(histories, before) };
}

/** The longest downtime first, then those of which nothing is known, then by name. */
function worstFirst(one: Measured, other: Measured): number {
  const unknown = ({ totals }: Measured) => (totals.uptime === null ? 1 : 0);
  return (
    other.totals.downtimeSec - one.totals.downtimeSec ||
    unknown(other) - unknown(one) ||
    compareNames(one.name, other.name)
  );
}

function uptimeOf({ uptime, outages, downtimeSec }: RangeTotals, before: RangeTotals): Summary['totals'] {
  const change = uptime === null || before.uptime === null ? null : uptime - before.uptime;
  return { uptime, change, outages, downtimeMs: Math.round(downtimeSec * SECOND_MS) };
}

function rowOf({ id, name, history, totals, before }: Measured, days: readonly Range[]): SummaryMonitor {
  const ofDay = (day: Range) => dayOf(rangeTotals(history ? [history] : [], day));
  return { id, name, ...uptimeOf(totals, before), days: days.map(ofDay) };
}

function dayOf({ downtimeSec, knownSec, unknownSec }: RangeTotals): SummaryDay {
  if (downtimeSec > 0) return 'down';
  if (knownSec > 0) return 'up';
  return unknownSec > 0 ? 'unknown' : 'none';
}

function dayRangesOf(days: readonly string[], { toMs }: Range, timeZone: string): Range[] {
  const { dayStart } = wallClock(timeZone);
  const starts = days.map(dayStart);
  return starts.map((fromMs, index) => ({ fromMs, toMs: starts[index + 1] ?? toMs }));
}

/** Whose 95th percentile rose most, by its share. */
function slowerOf(measured: readonly Measured[]): Summary['slower'] {
  const risen = measured.flatMap(({ id, name, totals, before }) => {
    const [p95Ms, p95BeforeMs] = [totals.p95Ms, before.p95Ms];
    if (p95Ms === null || p95BeforeMs === null) return [];
    const byMs = p95Ms - p95BeforeMs;
    const isSlower = byMs >= SUMMARY.slowerByMs && byMs >= p95BeforeMs * SUMMARY.slowerByShare;
    return isSlower ? [{ id, name, p95Ms, p95BeforeMs }] : [];
  });
  const share = ({ p95Ms, p95BeforeMs }: Summary['slower'][number]) => p95Ms / p95BeforeMs;
  return risen.sort((a, b) => share(b) - share(a)).slice(0, SUMMARY.listed);
}

function slowOf(measured: readonly Measured[]): Summary['slow'] {
  return measured
    .map(({ id, name, totals }) => ({ id, name, slowMs: Math.round(totals.slowTimeSec * SECOND_MS) }))
    .filter(({ slowMs }) => slowMs >= SUMMARY.slowMs)
    .sort((a, b) => b.slowMs - a.slowMs)
    .slice(0, SUMMARY.listed);
}

function gapsOf(measured: readonly Measured[]): Summary['gaps'] {
  return measured
    .map(({ id, name, totals }) => ({ id, name, unknownMs: Math.round(totals.unknownSec * SECOND_MS) }))
    .filter(({ unknownMs }) => unknownMs >= SUMMARY.gapMs)
    .sort((a, b) => b.unknownMs - a.unknownMs)
    .slice(0, SUMMARY.listed);
}
