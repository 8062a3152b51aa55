import { type LocationCode, locationName } from '@farwatch/core/values/locations';
import { z } from 'zod';
import { useListView } from '../../lib/list/list-view.ts';
import { type SortValue, sorted } from '../../lib/list/sorting.ts';
import type { AgentRow } from './agent-row.ts';

/** The prefix of this list's parameters in an address. */
export const AGENT_LIST = '';

export const STATUSES = ['all', 'active', 'inactive'] as const;
export const SORTS = ['lastActive', 'name', 'location'] as const;

/** The list's search, filter and order, and their names in the address; invalid values there are ignored. */
const viewSchema = z.object({
  search: z.string().catch(''),
  status: z.enum(STATUSES).catch('all'),
  sort: z.enum(SORTS).catch('lastActive'),
  direction: z.enum(['asc', 'desc']).catch('desc'),
});
export type AgentsView = z.infer<typeof viewSchema>;

/** The view in the address, and a function that changes it. */
export const useAgentsView = () => useListView(viewSchema, AGENT_LIST);

/** Removes search and filter, and keeps the order. */
export function unfiltered({ sort, direction }: AgentsView): AgentsView {
  return { ...viewSchema.parse({}), sort, direction };
}

/** The rows of a view in its order, then by name. `nameOf` returns a location's name in the user's language. */
export function selectAgents(
  rows: readonly AgentRow[],
  { search, status, sort, direction }: AgentsView,
  nameOf: (location: LocationCode) => string,
): AgentRow[] {
  const query = search.trim().toLowerCase();
  const matches = ({ name, location }: AgentRow['agent']) =>
    [name, nameOf(location), locationName(location), location].some((text) => text.toLowerCase().includes(query));
  const found = rows.filter(
    (row) => matches(row.agent) && (status === 'all' || row.isActive === (status === 'active')),
  );
  const sortBy: Record<AgentsView['sort'], (row: AgentRow) => SortValue> = {
    name: ({ agent }) => agent.name,
    location: ({ agent }) => nameOf(agent.location),
    // An agent that was never active is sorted by its creation, so that new ones come first.
    lastActive: ({ agent }) => agent.lastReportAt ?? agent.createdAt,
  };
  return sorted(sorted(found, 'asc', sortBy.name), direction, sortBy[sort]);
}
