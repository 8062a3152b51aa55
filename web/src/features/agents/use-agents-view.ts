import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type AgentsView, queryWith, viewOf } from './agents-view.ts';

/** The view that the address asks for, the same object while it asks for the same, and how to ask for another. */
export function useAgentsView(): [view: AgentsView, setView: (view: AgentsView) => void] {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const { search, status, sort, direction } = viewOf(query);
  const view = useMemo(() => ({ search, status, sort, direction }), [search, status, sort, direction]);
  // At once, or a choice that follows closely would be made from what this one was made from, and undo it.
  const options = { replace: true, preventScrollReset: true, flushSync: true, state };
  return [view, (next) => setQuery(queryWith(query, next), options)];
}
