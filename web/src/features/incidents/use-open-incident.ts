import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { openedHere, wasOpenedHere } from '../../lib/navigation-state.ts';

const NAME = 'incident';

/**
 * The incident whose dialog the address asks for, if any, and how to open and close it. Opening is a step in the
 * history, so that Back closes it; if the first address had it, closing stays on the page.
 */
export function useOpenIncident(): { id: string | null; open: (id: string) => void; close: () => void } {
  const { pathname, search, state, key } = useLocation();
  const navigate = useNavigate();
  const closedAt = useRef<string>(null);
  const id = new URLSearchParams(search).get(NAME);

  // The browser's Forward comes back to the same place in the history.
  useEffect(() => {
    if (id === null) closedAt.current = null;
  }, [id]);

  function open(opened: string) {
    const query = new URLSearchParams(search);
    query.set(NAME, opened);
    void navigate(`${pathname}?${query}`, { state: openedHere(), preventScrollReset: true });
  }

  function close() {
    // A second key press may come before the address has changed, and would go back twice.
    if (id === null || closedAt.current === key) return;
    closedAt.current = key;
    if (wasOpenedHere(state)) return void navigate(-1);
    const query = new URLSearchParams(search);
    query.delete(NAME);
    void navigate({ pathname, search: query.toString() }, { replace: true, preventScrollReset: true });
  }

  return { id: id || null, open, close };
}
