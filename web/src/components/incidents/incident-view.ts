import { incidentsQuerySchema } from '@farwatch/core/contracts/api/incidents';
import { z } from 'zod';
import { useListView } from '../../lib/list/list-view.ts';

/** The prefix of this list's parameters in an address. */
export const INCIDENT_LIST = '';

/** The filters and the time range of an incident list, with the API's names and values. */
const { status, location, timeRange: range } = incidentsQuerySchema.shape;
const viewSchema = z.object({
  status: status.catch('all'),
  location: location.catch('all'),
  search: z.string().catch(''),
  range: range.catch('24h'),
});
export type IncidentView = z.infer<typeof viewSchema>;

/** The same time range without filters. */
export function unfiltered({ range }: IncidentView): IncidentView {
  return { ...viewSchema.parse({}), range };
}

/** Whether filters may hide incidents of the time range. */
export function isFiltered({ status, location, search }: IncidentView): boolean {
  return status !== 'all' || location !== 'all' || search.trim() !== '';
}

/** The view in the address, and a function that changes it. */
export const useIncidentView = () => useListView(viewSchema, INCIDENT_LIST);
