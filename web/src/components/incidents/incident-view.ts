import type { IncidentFilter, IncidentRange } from '@farwatch/core/incidents/select-incidents';

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
