import { useMemo } from 'react';
import { withPage } from '../../lib/list/list-address.ts';
import { useQuery } from '../../lib/list/use-query.ts';
import { AGENT_LIST, type AgentsView, queryWith, viewOf } from './agents-view.ts';

/** The view that the address asks for, the same object while it asks for the same, and how to ask for another, from its first page on. */
export function useAgentsView(): [view: AgentsView, setView: (view: AgentsView) => void] {
  const [query, setQuery] = useQuery();
  const { search, status, sort, direction } = viewOf(query);
  const view = useMemo(() => ({ search, status, sort, direction }), [search, status, sort, direction]);
  return [view, (next) => setQuery(withPage(queryWith(query, next), AGENT_LIST, 1))];
}
