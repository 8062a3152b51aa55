import { isoOf } from '@farwatch/core/contracts/api/parts';
import { type ReportQuery, reportCalls } from '@farwatch/core/contracts/api/reports';
import { answeredRange } from '@farwatch/core/decisions/history/answered-range';
import { CSV_HEADERS, monitorLines, outageLines } from '@farwatch/core/decisions/reports/csv';
import { measureHistory } from '@farwatch/core/decisions/reports/measure-history';
import {
  type Measured,
  maintenanceOf,
  measuredPart,
  monitorRow,
  type ReportedMonitor,
  report,
} from '@farwatch/core/decisions/reports/report';
import { type ReportedOutage, reportOutages } from '@farwatch/core/decisions/reports/report-outages';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { errorMessage } from '@farwatch/core/texts/check-error-text';
import { daysIn } from '@farwatch/core/values/history/levels';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { AGENT, HISTORY } from '@farwatch/core/values/limits';
import { accountZone } from '@farwatch/core/values/summary/account-zone';
import { isSameTag } from '@farwatch/core/values/tags';
import { type DocumentSnapshot, type Query, Timestamp } from 'firebase-admin/firestore';
import { readMonitorHistories } from '../../domain/history/read-monitor-histories.ts';
import { incidents, users } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import type { Caller } from '../../platform/http/authenticate.ts';
import { ApiError, fieldError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { runSerially } from '../../platform/run-serially.ts';
import { type FoundIncident, parseIncidents } from './incidents/incident-query.ts';
import { readOwnMonitor, readOwnMonitors } from './monitors/read-monitor.ts';

/** One at a time in an instance, since the histories of one part take tens of megabytes. No account id has a space. */
const REPORTS = 'reports of all';

/** How many days of monitors are in memory at a time: 20 monitors over the longest range, an account's over a month. */
const DAYS_AT_ONCE = 8000;

/** Incidents of one answer. */
const MAX_READ = 500;

/** One of the caller's monitors. */
type OwnMonitor = { id: string; monitor: Monitor };

/** Reads each monitor, at most two documents of its history, and the incidents of the range, up to 500. */
export const getReport = route(reportCalls.report, {
  cachedForMs: HISTORY.cachedMs,
  run: async (run, caller, { query }) => {
    const range = reportRange(query, run.nowMs);
    const measured = measuredPart(range, run.nowMs);
    const scope = await readScope(run, caller, query);
    const monitors = await runSerially(REPORTS, () => measureMonitors(run, caller.accountId, scope, measured));
    const { tag = null, monitorId = null } = query;
    const page = await readIncidentPage(run, {
      ownerId: caller.accountId,
      monitorId: query.monitorId,
      range: measured,
    });
    const found = report({ monitors, incidents: page.incidents, range, nowMs: run.nowMs });
    return {
      from: query.from,
      to: query.to,
      tag,
      monitorId,
      generatedAt: isoOf(run.nowMs),
      totals: withIso(found.totals),
      monitors: found.monitors.map(withIso),
      outages: found.outages.map(outageAnswer),
      hasMoreOutages: page.last !== null,
    };
  },
});

/** Answers in parts, so that no answer has more than a hundred monitors or five hundred incidents. */
export const getReportCsv = route(reportCalls.csv, {
  run: async (run, caller, { query }) => {
    const range = reportRange(query, run.nowMs);
    const scope = await readScope(run, caller, query);
    const input = { query, range, scope };
    const isOfMonitors = query.table === 'monitors';
    const part = await (isOfMonitors ? monitorPart(run, caller, input) : outagePart(run, caller, input));
    return query.after === undefined ? { ...part, lines: CSV_HEADERS[query.table] + part.lines } : part;
  },
});

type PartInput = { query: ReportQuery & { after?: string | undefined }; range: Range; scope: readonly OwnMonitor[] };

const MONITORS_PER_PART = 100;

async function monitorPart(run: Run, { accountId }: Caller, { query: { after }, range, scope }: PartInput) {
  const left = scope.filter(({ id }) => after === undefined || id > after).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const part = left.slice(0, MONITORS_PER_PART);
  const measured = measuredPart(range, run.nowMs);
  const monitors = await runSerially(REPORTS, () => measureMonitors(run, accountId, part, measured));
  const rows = monitors.map((each) => monitorRow(each, range, run.nowMs));
  return { lines: monitorLines(rows), next: left.length > part.length ? (part.at(-1)?.id ?? null) : null };
}

async function outagePart(run: Run, { accountId }: Caller, { query: { monitorId, after }, range, scope }: PartInput) {
  const measured = measuredPart(range, run.nowMs);
  const [page, user] = await Promise.all([
    readIncidentPage(run, { ownerId: accountId, monitorId, range: measured, after }),
    users.ref(run.db, accountId).get(),
  ]);
  const zone = accountZone(users.read(user));
  const having = new Set(page.incidents.map((incident) => incident.monitorId));
  const concerned = scope.filter(({ id }) => having.has(id));
  const monitors = await runSerially(REPORTS, () => measureMonitors(run, accountId, concerned, measured));
  const maintenance = maintenanceOf(monitors);
  const own = page.incidents.filter((incident) => maintenance.has(incident.monitorId));
  return { lines: outageLines(reportOutages(own, measured, run.nowMs, maintenance), zone), next: page.last };
}

function withIso<Each extends Measured>({ budget: { runsOutAtMs, ...budget }, ...each }: Each) {
  return { ...each, budget: { ...budget, runsOutAt: isoOf(runsOutAtMs) } };
}

function outageAnswer({ startedAtMs, endedAtMs, ...outage }: ReportedOutage) {
  const { error, statusCode } = outage;
  return {
    ...outage,
    startedAt: isoOf(startedAtMs),
    endedAt: isoOf(endedAtMs),
    reason: errorMessage(error, statusCode),
  };
}

/** Measures monitors over a range that is over: at most two documents of history for each. */
async function measureMonitors(
  run: Run,
  ownerId: string,
  own: readonly OwnMonitor[],
  range: Range,
): Promise<ReportedMonitor[]> {
  const atOnce = Math.max(1, Math.floor(DAYS_AT_ONCE / daysIn(range).length));
  const measured: ReportedMonitor[] = [];
  for (let from = 0; from < own.length; from += atOnce) {
    const part = own.slice(from, from + atOnce);
    const withIds = part.map(({ id, monitor }) => ({ ...monitor, id }));
    const histories = await readMonitorHistories(run, ownerId, withIds, range);
    for (const { id, monitor } of part) {
      const history = histories.get(id) ?? { steps: [], days: new Map() };
      measured.push({ id, monitor, measured: measureHistory(history, range) });
    }
  }
  return measured;
}

type IncidentPage = {
  incidents: FoundIncident[];
  /** The id of the last incident; null if there are no more. */
  last: string | null;
};

type IncidentPageQuery = {
  ownerId: string;
  /** Without it, the page has the incidents of all monitors. */
  monitorId: string | undefined;
  range: Range;
  /** The last incident of the page before. */
  after?: string | undefined;
};

/**
 * Reads the incidents that were active at some time in the range, newest first, up to 500: a read each. Throws ApiError
 * invalid if `after` is not one of the owner's.
 */
async function readIncidentPage(run: Run, selection: IncidentPageQuery): Promise<IncidentPage> {
  const query = activeIn(run, selection);
  const start = selection.after === undefined ? null : await readOwn(run, selection.ownerId, selection.after);
  const { docs } = await (start ? query.startAfter(start) : query).limit(MAX_READ).get();
  return { incidents: parseIncidents(docs), last: docs.length < MAX_READ ? null : (docs.at(-1)?.id ?? null) };
}

/**
 * Returns a query of the incidents that started before the range ends and changed since it started. Later changes, such
 * as a note, add incidents that were over before: their outages are in no report.
 */
function activeIn(run: Run, { ownerId, monitorId, range }: IncidentPageQuery): Query {
  // Agents' clocks may be ahead of Firestore's.
  const sinceMs = Math.max(0, range.fromMs - AGENT.clockSkewMs);
  const own = incidents.collection(run.db).where('ownerId', '==', ownerId);
  return (monitorId === undefined ? own : own.where('monitorId', '==', monitorId))
    .where('triggeredAt', '<', Timestamp.fromMillis(range.toMs))
    .where('changedAt', '>=', Timestamp.fromMillis(sinceMs))
    .orderBy('triggeredAt', 'desc')
    .orderBy('changedAt', 'desc');
}

async function readOwn(run: Run, ownerId: string, id: string): Promise<DocumentSnapshot> {
  const found = await incidents.ref(run.db, id).get();
  if (incidents.readIfValid(found)?.ownerId !== ownerId) throw new ApiError('invalid');
  return found;
}

/** The range of a report, which may end later than now. Throws ApiError invalid, with what is wrong. */
function reportRange(query: Pick<ReportQuery, 'from' | 'to'>, nowMs: number): Range {
  const answered = answeredRange(query, 0, nowMs);
  if ('path' in answered) throw new ApiError('invalid', { details: [answered] });
  return { fromMs: answered.fromMs, toMs: Date.parse(query.to) };
}

/**
 * The monitors to report on: one read each. Throws ApiError not_found for a tag that none of the caller's monitors has,
 * and for another owner's monitor.
 */
async function readScope(
  run: Run,
  caller: Caller,
  { tag, monitorId }: Omit<ReportQuery, 'from' | 'to'>,
): Promise<OwnMonitor[]> {
  if (tag !== undefined && monitorId !== undefined) {
    throw fieldError('tag', 'is not possible with monitorId');
  }
  if (monitorId !== undefined) return [{ id: monitorId, monitor: await readOwnMonitor(run, caller, monitorId) }];
  const own = await readOwnMonitors(run, caller);
  if (tag === undefined) return own;
  const tagged = own.filter(({ monitor }) => monitor.tags.some((each) => isSameTag(each, tag)));
  if (tagged.length === 0) throw new ApiError('not_found');
  return tagged;
}
