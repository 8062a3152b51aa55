import { endpointDisplayStatus, monitorDisplayStatus } from '@farwatch/core/decisions/status/display-status';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { readableUrl, searchedUrl } from '@farwatch/core/values/readable-url';
import { createMatcher } from '@farwatch/core/values/search';
import { ENDPOINT_LOOKS, MONITOR_LOOKS } from '../../components/status/looks.ts';
import type { StatusLook } from '../../components/status/status.tsx';
import { sorted } from '../../lib/list/sorting.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { endpointPath, monitorPath } from '../../lib/navigation/paths.ts';

/**
 * An entry of the palette: a page to open or an action to run. `about` is shown next to the text; `searched` is also
 * searched.
 */
export type PaletteItem = {
  id: string;
  group: 'actions' | 'monitors' | 'endpoints';
  text: string;
  about?: string;
  searched?: string;
  look?: StatusLook;
} & ({ path: string; run?: undefined } | { path?: undefined; run: () => void });

/** The most entries shown of a group; typing more words narrows them down. */
const MAX_SHOWN = 8;

/** Entries for the account's monitors, by name, and for their endpoints. */
export function monitorItems(listed: readonly WithId<Monitor>[]): PaletteItem[] {
  const monitors = sorted(listed, 'asc', (monitor) => monitor.name);
  const ofMonitors = monitors.map((monitor): PaletteItem => {
    const look = MONITOR_LOOKS[monitorDisplayStatus(Object.values(monitor.endpoints))];
    return { id: monitor.id, group: 'monitors', text: monitor.name, look, path: monitorPath(monitor.id) };
  });
  const ofEndpoints = monitors.flatMap((monitor) =>
    Object.entries(monitor.endpoints).map(([id, endpoint]): PaletteItem => {
      const { name, url } = endpoint;
      const about = `${monitor.name} · ${readableUrl(url)}`;
      return {
        id,
        group: 'endpoints',
        text: name,
        about,
        searched: `${monitor.name} ${searchedUrl(url)}`,
        look: ENDPOINT_LOOKS[endpointDisplayStatus(endpoint)],
        path: endpointPath(id),
      };
    }),
  );
  return [...ofMonitors, ...ofEndpoints];
}

/**
 * The entries that contain all words of the query, ignoring case: of each group the first, exact matches before
 * prefixes before others. An empty query leaves out endpoints.
 */
export function searchItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const lowerQuery = query.trim().toLowerCase();
  const isFound = createMatcher(query);
  const found = items.filter(({ group, text, searched = '' }) =>
    lowerQuery === '' ? group !== 'endpoints' : isFound(text, searched),
  );
  // More words would not help to find a name that many others contain.
  const ordered = sorted(found, 'asc', ({ text }) => distance(text.toLowerCase(), lowerQuery));
  return (['actions', 'monitors', 'endpoints'] as const).flatMap((group) =>
    ordered.filter((item) => item.group === group).slice(0, MAX_SHOWN),
  );
}

function distance(text: string, query: string): number {
  if (text === query) return 0;
  return text.startsWith(query) ? 1 : 2;
}
