import { z } from 'zod';
import { useListView } from '../../lib/list/list-view.ts';
import type { MonitorRow } from './monitor-row.ts';

/** The list's status filters, also their names in the address. */
export const FILTERS = ['all', 'down', 'partial', 'up', 'pending'] as const;
export type StatusFilter = (typeof FILTERS)[number];

const viewSchema = z.object({ status: z.enum(FILTERS).catch('all') });

type Status = Pick<MonitorRow, 'status'>;
const STATUSES: Record<Exclude<StatusFilter, 'all'>, MonitorRow['status']> = {
  down: 'DOWN',
  partial: 'PARTIAL',
  up: 'UP',
  pending: 'UNKNOWN',
};

export function filtered<Row extends Status>(rows: readonly Row[], filter: StatusFilter): Row[] {
  return filter === 'all' ? [...rows] : rows.filter((row) => row.status === STATUSES[filter]);
}

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

/** The filter in the address, and a function that changes it. */
export function useStatusFilter(): [filter: StatusFilter, setFilter: (filter: StatusFilter) => void] {
  const [{ status }, setView] = useListView(viewSchema, '');
  return [status, (next) => setView({ status: next })];
}
