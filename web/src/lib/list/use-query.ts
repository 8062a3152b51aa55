import { useLocation, useSearchParams } from 'react-router-dom';

/** The address's query, and a function that replaces it. */
export function useQuery(): [query: URLSearchParams, setQuery: (query: URLSearchParams) => void] {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  // Synchronous, because an immediate second change would otherwise start from the old query and undo this one.
  const options = { replace: true, preventScrollReset: true, flushSync: true, state };
  return [query, (next) => setQuery(next, options)];
}
