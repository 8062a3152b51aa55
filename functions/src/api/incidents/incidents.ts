import { incidentCalls } from '@farwatch/core/contracts/api/incidents';
import { type IncidentFilter, selectIncidents } from '@farwatch/core/decisions/incidents/select-incidents';
import type { Query } from 'firebase-admin/firestore';
import { readOwnMonitor } from '../monitors/read-monitor.ts';
import { route } from '../route.ts';
import { incidentEntry } from './incident-entry.ts';
import { type FoundIncident, ownIncidents, parseIncidents, rangeQueries, readNewest } from './incident-query.ts';

export const listIncidents = route(incidentCalls.list, {
  run: async (run, caller, { query }) => {
    const { page, limit, timeRange, ...filter } = query;
    const parts = rangeQueries(ownIncidents(run, caller.uid), timeRange, run.nowMs, filter);
    const place = { skip: (page - 1) * limit, limit };
    const isSearch = filter.search.trim() !== '';
    const { found, total } = await (isSearch ? searchPage(parts, filter, place) : readPage(parts, place));
    const data = found.map(({ id, ...each }) => incidentEntry(id, each));
    return { data, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
  },
});

async function searchPage(
  parts: readonly Query[],
  filter: IncidentFilter,
  { skip, limit }: PageRange,
): Promise<FoundPage> {
  const selected = selectIncidents(await readNewest(parts), filter);
  return { found: selected.slice(skip, skip + limit), total: selected.length };
}

export const listMonitorIncidents = route(incidentCalls.ofMonitor, {
  run: async (run, caller, { params, query: { timeRange, ...filter } }) => {
    await readOwnMonitor(run, caller, params.id);
    const own = ownIncidents(run, caller.uid, params.id);
    const parts = rangeQueries(own, timeRange, run.nowMs, { status: filter.status, location: 'all' });
    return selectIncidents(await readNewest(parts), filter).map(({ id, ...each }) => incidentEntry(id, each));
  },
});

type PageRange = { skip: number; limit: number };
type FoundPage = { found: FoundIncident[]; total: number };

/** A page of the concatenated results of all queries, and their total. */
async function readPage(parts: readonly Query[], { skip, limit }: PageRange): Promise<FoundPage> {
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

async function readPart(query: Query, { skip, limit }: PageRange): Promise<FoundIncident[]> {
  return parseIncidents((await query.offset(skip).limit(limit).get()).docs);
}

async function countOf(query: Query): Promise<number> {
  return (await query.count().get()).data().count;
}
