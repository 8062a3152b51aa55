/**
 * The state of a whole page. `incident`: one is posted and not resolved, while all components work. `someUnknown`:
 * nothing is known to fail, but some components have no data.
 */
export const OVERALL_STATUSES = [
  'up',
  'someUnknown',
  'unknown',
  'maintenance',
  'incident',
  'partial',
  'someDown',
  'allDown',
] as const;
export type OverallStatus = (typeof OVERALL_STATUSES)[number];
