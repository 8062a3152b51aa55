import { useMemo } from 'react';
import { useQuery } from '../../lib/list/use-query.ts';
import { queryWith, viewOf } from './address-view.ts';
import type { IncidentView } from './incident-view.ts';

/** The view that the address asks for, the same object while it asks for the same, and how to ask for another. */
export function useAddressView(): [view: IncidentView, setView: (view: IncidentView) => void] {
  const [query, setQuery] = useQuery();
  const { status, location, range, search } = viewOf(query);
  const view = useMemo(() => ({ status, location, range, search }), [status, location, range, search]);
  return [view, (next) => setQuery(queryWith(query, next))];
}
