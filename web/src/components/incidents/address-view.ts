import { incidentsQuerySchema } from '@farwatch/core/api/incidents';
import { z } from 'zod';
import { withPage } from '../../lib/list/list-address.ts';
import { DEFAULT_VIEW, type IncidentView } from './incident-view.ts';

/** The prefix of this list's parameters in an address. */
export const INCIDENT_LIST = '';

/** The list's parameters in an address, with the API's names and values; anything else is ignored. */
const { status, location, time_range: range } = incidentsQuerySchema.shape;
const viewSchema = z.object({
  status: status.catch(DEFAULT_VIEW.status),
  location: location.catch(DEFAULT_VIEW.location),
  range: range.catch(DEFAULT_VIEW.range),
  search: z.string().default(DEFAULT_VIEW.search),
});

/** The view in an address's query. */
export function viewOf(query: URLSearchParams): IncidentView {
  return viewSchema.parse(Object.fromEntries(query));
}

/** The query for the view's first page, with all other parameters kept; defaults are omitted. */
export function queryWith(query: URLSearchParams, view: IncidentView): URLSearchParams {
  const next = withPage(query, INCIDENT_LIST, 1);
  for (const name of ['status', 'location', 'range', 'search'] as const) {
    if (view[name] === DEFAULT_VIEW[name]) next.delete(name);
    else next.set(name, view[name]);
  }
  return next;
}
