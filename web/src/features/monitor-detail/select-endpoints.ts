import { withPage } from '../../lib/list/list-address.ts';
import type { EndpointRow } from './endpoint-row.ts';

/** The list's name in an address. */
export const WATCHLIST = 'watchlist';
const SEARCH = `${WATCHLIST}-search`;
const ONLY = `${WATCHLIST}-only`;

/** What of a watchlist is asked for. */
export type WatchlistView = { search: string; only: 'all' | 'failing' };

export const WHOLE_LIST: WatchlistView = { search: '', only: 'all' };

/** The view that an address's query asks for. */
export function viewIn(query: URLSearchParams): WatchlistView {
  return { search: query.get(SEARCH) ?? '', only: query.get(ONLY) === 'failing' ? 'failing' : 'all' };
}

/** The query that asks for the view from its first page on, and keeps all else. */
export function withView(query: URLSearchParams, { search, only }: WatchlistView): URLSearchParams {
  const next = withPage(query, WATCHLIST, 1);
  if (search === '') next.delete(SEARCH);
  else next.set(SEARCH, search);
  if (only === 'all') next.delete(ONLY);
  else next.set(ONLY, only);
  return next;
}

/** The endpoints whose URL or name has all the words, without regard to case; the failing ones where only they are wanted. */
export function selectEndpoints(endpoints: readonly EndpointRow[], { search, only }: WatchlistView): EndpointRow[] {
  const words = search.trim().toLowerCase().split(/\s+/);
  return endpoints.filter((endpoint) => {
    const text = `${endpoint.url}\n${endpoint.name}`.toLowerCase();
    return (only === 'all' || endpoint.isFailing) && words.every((word) => text.includes(word));
  });
}
