import { searchedUrl } from '@farwatch/core/readable-url';
import { finder } from '@farwatch/core/search';
import { withPage } from '../../lib/list/list-address.ts';
import type { EndpointRow } from './endpoint-row.ts';

/** The prefix of this list's parameters in an address. */
export const WATCHLIST = 'watchlist';
const SEARCH = `${WATCHLIST}-search`;
const ONLY = `${WATCHLIST}-only`;

/** The search and the filter of a watchlist. */
export type WatchlistView = { search: string; only: 'all' | 'failing' };

export const WHOLE_LIST: WatchlistView = { search: '', only: 'all' };

/** The view in an address's query. */
export function viewIn(query: URLSearchParams): WatchlistView {
  return { search: query.get(SEARCH) ?? '', only: query.get(ONLY) === 'failing' ? 'failing' : 'all' };
}

/** The query for the view's first page, with all other parameters kept. */
export function withView(query: URLSearchParams, { search, only }: WatchlistView): URLSearchParams {
  const next = withPage(query, WATCHLIST, 1);
  if (search === '') next.delete(SEARCH);
  else next.set(SEARCH, search);
  if (only === 'all') next.delete(ONLY);
  else next.set(ONLY, only);
  return next;
}

/** The endpoints whose URL or name contains all words, ignoring case; only failing ones if the view says so. */
export function selectEndpoints(endpoints: readonly EndpointRow[], { search, only }: WatchlistView): EndpointRow[] {
  const isFound = finder(search);
  return endpoints.filter(
    ({ url, name, isFailing }) => (only === 'all' || isFailing) && isFound(searchedUrl(url), name),
  );
}
