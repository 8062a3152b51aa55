import { isSameTag } from '@farwatch/core/values/tags';
import { z } from 'zod';
import { useListView } from '../../lib/list/list-view.ts';
import type { MonitorRow } from './monitor-row.ts';

/** The list's status filters, also their names in the address. */
export const FILTERS = ['all', 'down', 'partial', 'slow', 'up', 'pending', 'paused'] as const;
export type StatusFilter = (typeof FILTERS)[number];

const viewSchema = z.object({ status: z.enum(FILTERS).catch('all'), tag: z.string().catch('') });

type Status = Pick<MonitorRow, 'status'>;
const STATUSES: Record<Exclude<StatusFilter, 'all'>, MonitorRow['status']> = {
  down: 'DOWN',
  partial: 'PARTIAL',
  slow: 'SLOW',
  up: 'UP',
  pending: 'UNKNOWN',
  paused: 'PAUSED',
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
    slow: count('slow'),
    up: count('up'),
    pending: count('pending'),
    paused: count('paused'),
  };
}

/** The rows with a tag; all without one. */
export function tagged<Row extends Pick<MonitorRow, 'tags'>>(rows: readonly Row[], tag: string): Row[] {
  return tag === '' ? [...rows] : rows.filter(({ tags }) => tags.some((each) => isSameTag(each, tag)));
}

/** The filters in the address: a status, and a tag, empty for all. */
export type MonitorFilter = { status: StatusFilter; tag: string };

/** The filter in the address, and a function that changes parts of it. */
export function useMonitorFilter(): [filter: MonitorFilter, change: (changes: Partial<MonitorFilter>) => void] {
  const [view, setView] = useListView(viewSchema, '');
  return [view, (changes) => setView({ ...view, ...changes })];
}
