import type { MonitoredEndpoint } from '../api/agent-figures.ts';

/** The endpoints in whose name, URL or group all words of `search` stand, whatever the case, in the given order. */
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
    const text = `${name} ${url} ${group_name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
