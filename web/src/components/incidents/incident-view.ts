import { incidentsQuerySchema } from '@farwatch/core/api/incidents';
import type { IncidentFilter, IncidentRange } from '@farwatch/core/incidents/select-incidents';
import { useMemo } from 'react';
import { z } from 'zod';
import { withPage } from '../../lib/list/list-address.ts';
import { useQuery } from '../../lib/list/use-query.ts';

/** The filters and the time range of an incident list. */
export type IncidentView = IncidentFilter & { range: IncidentRange };

/** The default view. */
export const DEFAULT_VIEW: IncidentView = { status: 'all', location: 'all', search: '', range: '24h' };

/** The same time range without filters. */
export function unfiltered({ range }: IncidentView): IncidentView {
  return { ...DEFAULT_VIEW, range };
}

/** Whether filters may hide incidents of the time range. */
export function isFiltered({ status, location, search }: IncidentView): boolean {
  return status !== 'all' || location !== 'all' || search.trim() !== '';
}

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

/** The view in the address, the same object while it does not change, and a function that changes it. */
export function useAddressView(): [view: IncidentView, setView: (view: IncidentView) => void] {
  const [query, setQuery] = useQuery();
  const { status, location, range, search } = viewOf(query);
  const view = useMemo(() => ({ status, location, range, search }), [status, location, range, search]);
  return [view, (next) => setQuery(queryWith(query, next))];
}
