import { useLocation, useSearchParams } from 'react-router-dom';

/** The address's query, and how to change it in place. */
export function useQuery(): [query: URLSearchParams, setQuery: (query: URLSearchParams) => void] {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  // At once, or a choice that follows closely would be made from what this one was made from, and undo it.
  const options = { replace: true, preventScrollReset: true, flushSync: true, state };
  return [query, (next) => setQuery(next, options)];
}
