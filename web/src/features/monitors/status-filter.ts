import type { MonitorRow } from './monitor-row.ts';

/** The list's status filters, as named in the address. */
export const FILTERS = ['all', 'down', 'partial', 'up', 'pending'] as const;
export type StatusFilter = (typeof FILTERS)[number];

type Status = Pick<MonitorRow, 'status'>;
const STATUSES: Record<Exclude<StatusFilter, 'all'>, MonitorRow['status']> = {
  down: 'DOWN',
  partial: 'PARTIAL',
  up: 'UP',
  pending: 'UNKNOWN',
};

/** The rows that match the filter, in their order. */
export function filtered<Row extends Status>(rows: readonly Row[], filter: StatusFilter): Row[] {
  return filter === 'all' ? [...rows] : rows.filter((row) => row.status === STATUSES[filter]);
}

/** How many rows match each filter. */
export function countsOf(rows: readonly Status[]): Record<StatusFilter, number> {
  const count = (filter: StatusFilter) => filtered(rows, filter).length;
  return {
    all: count('all'),
    down: count('down'),
    partial: count('partial'),
    up: count('up'),
    pending: count('pending'),
  };
}

/** The filter in the address; 'all' if there is none or it is unknown. */
export function filterIn(query: URLSearchParams): StatusFilter {
  return FILTERS.find((each) => each === query.get('status')) ?? 'all';
}

/** The query for the filter's first page, with all other parameters kept. */
export function withFilter(query: URLSearchParams, filter: StatusFilter): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('page');
  if (filter === 'all') next.delete('status');
  else next.set('status', filter);
  return next;
}
