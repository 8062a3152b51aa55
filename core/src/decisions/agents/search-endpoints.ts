import type { MonitoredEndpoint } from '../../contracts/api/agent-metrics.ts';
import { searchedUrl } from '../../values/readable-url.ts';
import { createMatcher } from '../../values/search.ts';

/** Returns the endpoints whose name, URL or group contain all terms of `search`, in any case. */
export function searchEndpoints<T extends Pick<MonitoredEndpoint, 'name' | 'url' | 'groupName'>>(
  endpoints: readonly T[],
  search: string,
): readonly T[] {
  const isFound = createMatcher(search);
  return endpoints.filter(({ name, url, groupName }) => isFound(name, searchedUrl(url), groupName));
}
