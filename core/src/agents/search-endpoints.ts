import type { MonitoredEndpoint } from '../api/agent-figures.ts';
import { searchedUrl } from '../readable-url.ts';

/** The endpoints whose name, URL or group contain all words of `search`, whatever the case, in the given order. */
export function searchEndpoints<T extends Pick<MonitoredEndpoint, 'name' | 'url' | 'group_name'>>(
  endpoints: readonly T[],
  search: string,
): readonly T[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return endpoints;
  return endpoints.filter(({ name, url, group_name }) => {
    const text = `${name} ${searchedUrl(url)} ${group_name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
