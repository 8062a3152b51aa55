import { incidentCalls } from '@farwatch/core/contracts/api/incidents';
import { type IncidentFilter, rangeStart, selectIncidents } from '@farwatch/core/decisions/incidents/select-incidents';
import { route } from '../../../platform/http/route.ts';
import { runSerially } from '../../../platform/run-serially.ts';
import { readOwnMonitor } from '../monitors/read-monitor.ts';
import { incidentEntry } from './incident-entry.ts';
import { countOf, type FoundIncident, type ListPart, listParts, readNewest, readPart } from './incident-query.ts';
import { readSelection } from './incident-selection.ts';

/** One at a time in an instance: a thousand incidents with all their notes take hundreds of MB. No account id has a space. */
const SEARCHES = 'searches of incidents';

export const listIncidents = route(incidentCalls.list, {
  run: async (run, caller, { query }) => {
    const { page, limit } = query;
    const selection = await readSelection(run, caller.accountId, query);
    const parts = listParts(run, caller.accountId, selection);
    const place = { skip: (page - 1) * limit, limit };
    const isSearch = query.search.trim() !== '';
    const { found, total } = await (isSearch
      ? runSerially(SEARCHES, () => searchPage(parts, selection.filter, place))
      : readPage(parts, place));
    const data = found.map(({ id, ...each }) => incidentEntry(id, each));
    return { data, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
  },
});

async function searchPage(
  parts: readonly ListPart[],
  filter: IncidentFilter,
  { skip, limit }: PageRange,
): Promise<FoundPage> {
  const selected = selectIncidents(await readNewest(parts), filter);
  return { found: selected.slice(skip, skip + limit), total: selected.length };
}

export const listMonitorIncidents = route(incidentCalls.ofMonitor, {
  run: async (run, caller, { params, query: { timeRange, status, location, search } }) => {
    await readOwnMonitor(run, caller, params.id);
    const span = { fromMs: rangeStart(timeRange, run.nowMs), toMs: null };
    const filter: IncidentFilter = {
      status,
      location,
      search,
      severity: 'all',
      monitorIds: new Set([params.id]),
      assigneeId: null,
    };
    // Locations are compared here, so that older incidents are not read instead of newer ones elsewhere.
    const parts = listParts(run, caller.accountId, { span, filter: { ...filter, location: 'all' } });
    return runSerially(SEARCHES, async () =>
      selectIncidents(await readNewest(parts), filter).map(({ id, ...each }) => incidentEntry(id, each)),
    );
  },
});

type PageRange = { skip: number; limit: number };
type FoundPage = { found: FoundIncident[]; total: number };

/** A page of the concatenated results of all parts, and their total. */
async function readPage(parts: readonly ListPart[], { skip, limit }: PageRange): Promise<FoundPage> {
  const totals = await Promise.all(parts.map(countOf));
  let [before, left] = [0, limit];
  const found: FoundIncident[] = [];
  for (const [index, part] of parts.entries()) {
    const total = totals[index] ?? 0;
    const inPart = Math.max(0, skip - before);
    if (left > 0 && inPart < total) found.push(...(await readPart(part, { skip: inPart, limit: left })));
    left = limit - found.length;
    before += total;
  }
  return { found, total: before };
}
