import { useLocation, useSearchParams } from 'react-router-dom';

/** The address's query, and a function that replaces it. */
export function useQuery(): [query: URLSearchParams, setQuery: (query: URLSearchParams) => void] {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  // Synchronously: a choice made right afterwards would otherwise build on the former query and undo this one.
  const options = { replace: true, preventScrollReset: true, flushSync: true, state };
  return [query, (next) => setQuery(next, options)];
}
