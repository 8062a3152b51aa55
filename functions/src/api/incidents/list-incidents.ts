import { incidentsPageSchema, incidentsQuerySchema } from '@farwatch/core/api/incidents';
import { type IncidentFilter, rangeStart, selectIncidents } from '@farwatch/core/incidents/select-incidents';
import type { Query } from 'firebase-admin/firestore';
import { route } from '../route.ts';
import { incidentEntry } from './incident-entry.ts';
import { type FoundIncident, incidentsIn, incidentsSince, narrowed } from './incident-query.ts';
import { type Place, readPage } from './read-page.ts';

/** Words are looked for in as many of the newest as a listener of the app holds (design 8). */
const MOST_SEARCHED = 500;

export const listIncidents = route({
  method: 'get',
  path: '/incidents',
  summary: 'Incidents of a time range, newest first, a page at a time; words are looked for in the newest 500',
  query: incidentsQuerySchema,
  output: incidentsPageSchema,
  run: async (run, caller, { query }) => {
    const { page, limit, time_range, ...filter } = query;
    const fromMs = rangeStart(time_range, run.nowMs);
    const fitting = narrowed(incidentsSince(run, caller.uid, fromMs), filter);
    const place = { skip: (page - 1) * limit, limit };
    const { found, total } = await (filter.search.trim() === ''
      ? readPage(fitting, place, { fromMs, toMs: run.nowMs })
      : searchPage(fitting, filter, place));
    const data = found.map(({ id, ...each }) => incidentEntry(id, each));
    return { data, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
  },
});

async function searchPage(
  fitting: Query,
  filter: IncidentFilter,
  { skip, limit }: Place,
): Promise<{ found: FoundIncident[]; total: number }> {
  const { docs } = await fitting.limit(MOST_SEARCHED).get();
  const selected = selectIncidents(incidentsIn(docs), filter);
  return { found: selected.slice(skip, skip + limit), total: selected.length };
}
