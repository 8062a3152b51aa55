import { searchedUrl } from '@farwatch/core/values/readable-url';
import { createMatcher } from '@farwatch/core/values/search';
import { z } from 'zod';
import { useListView } from '../../../lib/list/list-view.ts';
import type { EndpointRow } from './endpoint-row.ts';

/** The prefix of this list's parameters in an address. */
export const WATCHLIST = 'watchlist';

const viewSchema = z.object({ search: z.string().catch(''), only: z.enum(['all', 'failing']).catch('all') });
export type WatchlistView = z.infer<typeof viewSchema>;

export const WHOLE_LIST: WatchlistView = { search: '', only: 'all' };

/** The view in the address, and a function that changes it. */
export const useWatchlistView = () => useListView(viewSchema, WATCHLIST);

/** Selects the endpoints whose URL or name contains all terms of the search, ignoring case; only failing ones if filtered. */
export function selectEndpoints(endpoints: readonly EndpointRow[], { search, only }: WatchlistView): EndpointRow[] {
  const matches = createMatcher(search);
  return endpoints.filter(
    ({ url, name, isFailing }) => (only === 'all' || isFailing) && matches(searchedUrl(url), name),
  );
}
