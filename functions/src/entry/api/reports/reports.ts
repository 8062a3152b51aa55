import { isoOf } from '@farwatch/core/contracts/api/parts';
import { type ReportQuery, reportCalls } from '@farwatch/core/contracts/api/reports';
import { CSV_HEADERS, monitorLines, outageLines } from '@farwatch/core/decisions/reports/csv';
import {
  type Measured,
  maintenanceOf,
  measuredPart,
  monitorRow,
  report,
} from '@farwatch/core/decisions/reports/report';
import { type ReportedOutage, reportOutages } from '@farwatch/core/decisions/reports/report-outages';
import { errorMessage } from '@farwatch/core/texts/check-error-text';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { HISTORY } from '@farwatch/core/values/limits';
import { REPORT_RATE } from '@farwatch/core/values/token-bucket';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { route } from '../../../platform/http/route.ts';
import { runSerially } from '../../../platform/run-serially.ts';
import { measureMonitors } from './measure-monitors.ts';
import { readIncidentPage } from './read-incidents.ts';
import { type OwnMonitor, readScope, reportRange } from './report-scope.ts';

/** One at a time in an instance, since the histories of one part take tens of megabytes. No uid has a space. */
const REPORTS = 'reports of all';

/** Reads each monitor, at most two documents of its history, and the incidents of the range, up to 500. */
export const getReport = route(reportCalls.report, {
  cachedForMs: HISTORY.cachedMs,
  rate: REPORT_RATE,
  run: async (run, caller, { query }) => {
    const range = reportRange(query, run.nowMs);
    const measured = measuredPart(range, run.nowMs);
    const scope = await readScope(run, caller, query);
    const monitors = await runSerially(REPORTS, () => measureMonitors(run, caller.uid, scope, measured));
    const { tag = null, monitorId = null } = query;
    const page = await readIncidentPage(run, { ownerId: caller.uid, monitorId: query.monitorId, range: measured });
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

/** By parts, so that no answer has more than a hundred monitors or five hundred incidents. */
export const getReportCsv = route(reportCalls.csv, {
  rate: REPORT_RATE,
  run: async (run, caller, { query }) => {
    const range = reportRange(query, run.nowMs);
    const scope = await readScope(run, caller, query);
    const asked = { query, range, scope };
    const isOfMonitors = query.table === 'monitors';
    const part = await (isOfMonitors ? monitorPart(run, caller, asked) : outagePart(run, caller, asked));
    return query.after === undefined ? { ...part, lines: CSV_HEADERS[query.table] + part.lines } : part;
  },
});

type Asked = { query: ReportQuery & { after?: string | undefined }; range: Range; scope: readonly OwnMonitor[] };

const MONITORS_PER_PART = 100;

async function monitorPart(run: Run, { uid }: Caller, { query: { after }, range, scope }: Asked) {
  const left = scope.filter(({ id }) => after === undefined || id > after).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const part = left.slice(0, MONITORS_PER_PART);
  const measured = measuredPart(range, run.nowMs);
  const monitors = await runSerially(REPORTS, () => measureMonitors(run, uid, part, measured));
  const rows = monitors.map((each) => monitorRow(each, range, run.nowMs));
  return { lines: monitorLines(rows), next: left.length > part.length ? (part.at(-1)?.id ?? null) : null };
}

async function outagePart(run: Run, { uid }: Caller, { query: { monitorId, after }, range, scope }: Asked) {
  const measured = measuredPart(range, run.nowMs);
  const page = await readIncidentPage(run, { ownerId: uid, monitorId, range: measured, after });
  const having = new Set(page.incidents.map((incident) => incident.monitorId));
  const concerned = scope.filter(({ id }) => having.has(id));
  const monitors = await runSerially(REPORTS, () => measureMonitors(run, uid, concerned, measured));
  const maintenance = maintenanceOf(monitors);
  const own = page.incidents.filter((incident) => maintenance.has(incident.monitorId));
  return { lines: outageLines(reportOutages(own, measured, run.nowMs, maintenance)), next: page.last };
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
