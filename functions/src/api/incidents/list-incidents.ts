import { incidentsPageSchema, incidentsQuerySchema } from '@farwatch/core/api/incidents';
import { type IncidentFilter, selectIncidents } from '@farwatch/core/incidents/select-incidents';
import { route } from '../route.ts';
import { incidentEntry } from './incident-entry.ts';
import { type IncidentPart, ownIncidents, partsOf, readNewest } from './incident-query.ts';
import { type FoundPage, type Place, readPage } from './read-page.ts';

export const listIncidents = route({
  method: 'get',
  path: '/incidents',
  summary:
    'Incidents that began in a time range, newest first, then active ones that began before it, a page at a time; words are looked for in the newest 500 of either',
  query: incidentsQuerySchema,
  output: incidentsPageSchema,
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
  { skip, limit }: Place,
): Promise<FoundPage> {
  const selected = selectIncidents(await readNewest(parts), filter);
  return { found: selected.slice(skip, skip + limit), total: selected.length };
}
