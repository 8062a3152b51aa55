import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { IncidentView } from '../../components/incidents/incident-view.ts';
import { queryWith, viewOf } from './address-view.ts';

/** The view that the address asks for, the same object while it asks for the same, and how to ask for another. */
export function useAddressView(): [view: IncidentView, setView: (view: IncidentView) => void] {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const { status, location, range, search } = viewOf(query);
  const view = useMemo(() => ({ status, location, range, search }), [status, location, range, search]);
  // At once, or a choice that follows closely would be made from what this one was made from, and undo it.
  const options = { replace: true, preventScrollReset: true, flushSync: true, state };
  return [view, (next) => setQuery(queryWith(query, next), options)];
}
