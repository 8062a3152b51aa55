import { useMemo } from 'react';
import { useQuery } from '../../lib/list/use-query.ts';
import { queryWith, viewOf } from './address-view.ts';
import type { IncidentView } from './incident-view.ts';

/** The view in the address, the same object while it does not change, and a function that changes it. */
export function useAddressView(): [view: IncidentView, setView: (view: IncidentView) => void] {
  const [query, setQuery] = useQuery();
  const { status, location, range, search } = viewOf(query);
  const view = useMemo(() => ({ status, location, range, search }), [status, location, range, search]);
  return [view, (next) => setQuery(queryWith(query, next))];
}
