import { incidentsQuerySchema } from '@farwatch/core/contracts/api/incidents';
import {
  INCIDENT_RANGES,
  type IncidentFilter,
  type IncidentRange,
} from '@farwatch/core/decisions/incidents/select-incidents';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { isSameTag } from '@farwatch/core/values/tags';
import { dateSchema } from '@farwatch/core/values/zone';
import { useMemo } from 'react';
import { z } from 'zod';
import { useListView } from '../../lib/list/list-view.ts';
import type { ListedRange } from '../../lib/live/incidents.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { daysProblem, spanOfDays } from './date-range.ts';

/** The prefix of this list's parameters in an address. */
export const INCIDENT_LIST = '';

const isRange = (key: string): key is IncidentRange => key in INCIDENT_RANGES;
/** The time ranges on offer; `custom` is between two days. */
export const LISTED_RANGES = [...Object.keys(INCIDENT_RANGES).filter(isRange), 'custom'] as const;

const day = dateSchema.or(z.literal('')).catch('');
const { status, location, severity } = incidentsQuerySchema.shape;
const fields = z.object({
  status: status.catch('all'),
  location: location.catch('all'),
  search: z.string().catch(''),
  range: z.enum(LISTED_RANGES).catch('24h'),
  /** The days of a custom range, in the viewer's zone; else empty. */
  from: day,
  to: day,
  severity: severity.catch('all'),
  /** A monitor's id, and a tag; empty for all. */
  monitor: z.string().catch(''),
  tag: z.string().catch(''),
  /** Only those that are assigned to the viewer. */
  assignee: z.enum(['all', 'me']).catch('all'),
});

/** The filters and the time range of the list of all incidents, mostly with the API's names and values. */
export type IncidentView = z.infer<typeof fields>;

/** An impossible custom range is the default one. Whether it is in the future depends on when it is shown. */
function withRange<View extends IncidentView>(view: View): View {
  if (view.range !== 'custom') return { ...view, from: '', to: '' };
  const isPossible = daysProblem(view.from, view.to, Number.POSITIVE_INFINITY) === null;
  return isPossible ? view : { ...view, range: '24h', from: '', to: '' };
}

export const viewSchema = fields.transform(withRange);

/** Lists of one monitor have no filters by what all its incidents share. */
const unused = <Value extends string>(value: Value) => z.literal(value).catch(value);
const monitorViewSchema = fields
  .extend({ severity: unused('all'), monitor: unused(''), tag: unused(''), assignee: unused('all') })
  .transform(withRange);

/** Removes the filters and keeps the time range. */
export function unfiltered({ range, from, to }: IncidentView): IncidentView {
  return { ...viewSchema.parse({}), range, from, to };
}

/** How many filters other than the search are set. */
export function filterCount({ status, location, severity, monitor, tag, assignee }: IncidentView): number {
  const isSet = [
    status !== 'all',
    location !== 'all',
    severity !== 'all',
    monitor !== '',
    tag !== '',
    assignee !== 'all',
  ];
  return isSet.filter(Boolean).length;
}

/** Whether filters may hide incidents of the time range. */
export function isFiltered(view: IncidentView): boolean {
  return filterCount(view) > 0 || view.search.trim() !== '';
}

/** The view's filters, with a tag as the monitors that have it now. `uid`: the viewer. */
export function filterOf(
  { status, location, severity, monitor, tag, assignee, search }: IncidentView,
  monitors: readonly Pick<WithId<Monitor>, 'id' | 'tags'>[],
  uid: string | null,
): IncidentFilter {
  const tagged = monitors.filter(({ tags }) => tags.some((each) => isSameTag(each, tag))).map(({ id }) => id);
  const ids = tag === '' ? [monitor] : tagged.filter((id) => monitor === '' || id === monitor);
  const monitorIds = tag === '' && monitor === '' ? null : new Set(ids);
  return { status, location, severity, monitorIds, assigneeId: assignee === 'me' ? uid : null, search };
}

/** The view in the address, and a function that changes it. */
export const useIncidentView = () => useListView<IncidentView>(viewSchema, INCIDENT_LIST);

/** Like useIncidentView, for the list of one monitor. */
export const useMonitorIncidentView = () => useListView<IncidentView>(monitorViewSchema, INCIDENT_LIST);

/** The view's time range, the same object until it changes. */
export function useRange({ range, from, to }: IncidentView): ListedRange {
  return useMemo(() => (range === 'custom' ? spanOfDays(from, to) : range), [range, from, to]);
}
