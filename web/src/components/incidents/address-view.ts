import { incidentsQuerySchema } from '@farwatch/core/api/incidents';
import { z } from 'zod';
import { withPage } from '../../lib/list/list-address.ts';
import { DEFAULT_VIEW, type IncidentView } from './incident-view.ts';

/** The list's name in an address. */
export const INCIDENT_LIST = '';

/** What the address may say about the list, by the API's names and values; anything else is ignored. */
const { status, location, time_range: range } = incidentsQuerySchema.shape;
const viewSchema = z.object({
  status: status.catch(DEFAULT_VIEW.status),
  location: location.catch(DEFAULT_VIEW.location),
  range: range.catch(DEFAULT_VIEW.range),
  search: z.string().default(DEFAULT_VIEW.search),
});

/** The view that an address's query asks for. */
export function viewOf(query: URLSearchParams): IncidentView {
  return viewSchema.parse(Object.fromEntries(query));
}

/** The query that asks for the view from its first page on and keeps all else; what is as it is by default is left out. */
export function queryWith(query: URLSearchParams, view: IncidentView): URLSearchParams {
  const next = withPage(query, INCIDENT_LIST, 1);
  for (const name of ['status', 'location', 'range', 'search'] as const) {
    if (view[name] === DEFAULT_VIEW[name]) next.delete(name);
    else next.set(name, view[name]);
  }
  return next;
}
