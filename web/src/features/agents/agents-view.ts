import { LOCATION_NAMES } from '@farwatch/core/locations';
import { z } from 'zod';
import { type SortValue, sorted } from '../../lib/list/sorting.ts';
import type { AgentRow } from './agent-row.ts';

/** The list's name in an address. */
export const AGENT_LIST = '';

export const STATUSES = ['all', 'active', 'inactive'] as const;
export const SORTS = ['lastActive', 'name', 'location'] as const;

/** What the list is asked to show; in an address by the same names, where anything else is as if it said nothing. */
const viewSchema = z.object({
  search: z.string().catch(''),
  status: z.enum(STATUSES).catch('all'),
  sort: z.enum(SORTS).catch('lastActive'),
  direction: z.enum(['asc', 'desc']).catch('desc'),
});
export type AgentsView = z.infer<typeof viewSchema>;

const DEFAULT_VIEW = viewSchema.parse({});

/** The view that an address's query asks for. */
export function viewOf(query: URLSearchParams): AgentsView {
  return viewSchema.parse(Object.fromEntries(query));
}

/** The query that asks for the view and keeps all else; what is as it is by default is left out. */
export function queryWith(query: URLSearchParams, view: AgentsView): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of viewSchema.keyof().options) {
    if (view[name] === DEFAULT_VIEW[name]) next.delete(name);
    else next.set(name, view[name]);
  }
  return next;
}

/** The view without what may hide agents, in the same order. */
export function unfiltered({ sort, direction }: AgentsView): AgentsView {
  return { ...DEFAULT_VIEW, sort, direction };
}

type Country = AgentRow['agent']['location'];

/** The rows that a view asks for, in its order, equal ones by name. `nameOf` is a country's name as the user reads it. */
export function selectAgents(
  rows: readonly AgentRow[],
  { search, status, sort, direction }: AgentsView,
  nameOf: (location: Country) => string,
): AgentRow[] {
  const words = search.trim().toLowerCase();
  const matches = ({ name, location }: AgentRow['agent']) =>
    [name, nameOf(location), LOCATION_NAMES[location], location].some((text) => text.toLowerCase().includes(words));
  const found = rows.filter(
    (row) => matches(row.agent) && (status === 'all' || row.isActive === (status === 'active')),
  );
  const sortBy: Record<AgentsView['sort'], (row: AgentRow) => SortValue> = {
    name: ({ agent }) => agent.name,
    location: ({ agent }) => nameOf(agent.location),
    // One that was never active is sorted by when it was made, so that a new one is first.
    lastActive: ({ agent }) => agent.lastReportAt ?? agent.createdAt,
  };
  return sorted(sorted(found, 'asc', sortBy.name), direction, sortBy[sort]);
}
