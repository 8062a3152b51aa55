import { incidentCalls } from '@farwatch/core/api/incidents';
import { type IncidentFilter, selectIncidents } from '@farwatch/core/incidents/select-incidents';
import { route } from '../route.ts';
import { incidentEntry } from './incident-entry.ts';
import { type IncidentPart, ownIncidents, partsOf, readNewest } from './incident-query.ts';
import { type FoundPage, type PageRange, readPage } from './read-page.ts';

export const listIncidents = route(incidentCalls.list, {
  run: async (run, caller, { query }) => {
    const { page, limit, time_range, ...filter } = query;
    const parts = partsOf(ownIncidents(run, caller.uid), time_range, run.nowMs, filter);
    const place = { skip: (page - 1) * limit, limit };
    const isSearch = filter.search.trim() !== '';
    const { found, total } = await (isSearch ? searchPage(parts, filter, place) : readPage(parts, place));
    const data = found.map(({ id, ...each }) => incidentEntry(id, each));
    return { data, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
  },
});

async function searchPage(
  parts: readonly IncidentPart[],
  filter: IncidentFilter,
  { skip, limit }: PageRange,
): Promise<FoundPage> {
  const selected = selectIncidents(await readNewest(parts), filter);
  return { found: selected.slice(skip, skip + limit), total: selected.length };
}
