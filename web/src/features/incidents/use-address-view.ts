import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { IncidentView } from '../../components/incidents/incident-view.ts';
import { queryWith, viewOf } from './address-view.ts';

/** The view that the address asks for, the same object while it asks for the same, and how to ask for another. */
export function useAddressView(): [view: IncidentView, setView: (view: IncidentView) => void] {
  const [query, setQuery] = useSearchParams();
  const { status, location, range, search } = viewOf(query);
  const view = useMemo(() => ({ status, location, range, search }), [status, location, range, search]);
  return [view, (next) => setQuery(queryWith(query, next), { replace: true, preventScrollReset: true })];
}
