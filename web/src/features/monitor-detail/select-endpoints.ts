import type { EndpointRow } from './endpoint-row.ts';

/** What of a watchlist is asked for. */
export type WatchlistView = { search: string; only: 'all' | 'failing' };

export const WHOLE_LIST: WatchlistView = { search: '', only: 'all' };

/** The endpoints whose URL or name contains all words, whatever the case; only the failing ones if asked for. */
export function selectEndpoints(endpoints: readonly EndpointRow[], { search, only }: WatchlistView): EndpointRow[] {
  const words = search.trim().toLowerCase().split(/\s+/);
  return endpoints.filter((endpoint) => {
    const text = `${endpoint.url}\n${endpoint.name}`.toLowerCase();
    return (only === 'all' || endpoint.isFailing) && words.every((word) => text.includes(word));
  });
}
