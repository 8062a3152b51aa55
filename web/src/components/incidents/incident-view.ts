import type { IncidentFilter, IncidentRange } from '@farwatch/core/incidents/select-incidents';

/** What a list of incidents is asked to show. */
export type IncidentView = IncidentFilter & { range: IncidentRange };

/** What an incident list shows at first. */
export const DEFAULT_VIEW: IncidentView = { status: 'all', location: 'all', search: '', range: '24h' };

/** The view without its filters, in the same time range. */
export function unfiltered({ range }: IncidentView): IncidentView {
  return { ...DEFAULT_VIEW, range };
}

/** Whether the filters may hide incidents of the time range. */
export function isFiltered({ status, location, search }: IncidentView): boolean {
  return status !== 'all' || location !== 'all' || search.trim() !== '';
}
