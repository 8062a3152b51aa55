import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import { endpointDisplayStatus, monitorDisplayStatus } from '@farwatch/core/decisions/status/display-status';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { LANGUAGE_CODES, languageName } from '@farwatch/core/values/languages';
import { readableUrl, searchedUrl } from '@farwatch/core/values/readable-url';
import { createMatcher } from '@farwatch/core/values/search';
import type { TFunction } from 'i18next';
import { ENDPOINT_LOOKS, MONITOR_LOOKS } from '../../domain/status/looks.ts';
import type { StatusLook } from '../../domain/status/status.tsx';
import { channelName } from '../../lib/format/channel-name.ts';
import { withoutJoiners } from '../../lib/format/text.ts';
import { sorted } from '../../lib/list/sorting.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { endpointPath, monitorPath } from '../../lib/navigation/paths.ts';
import {
  channelPath,
  type SettingsCard,
  type SettingsTab,
  settingsCardPath,
  settingsTabPath,
} from '../../lib/navigation/settings-cards.ts';

/** An entry of the palette: a page to open or an action to run. */
export type PaletteItem = {
  id: string;
  group: (typeof GROUPS)[number];
  text: string;
  /** Shown next to the text. */
  about?: string;
  /** Found by searches, but not shown. */
  searched?: string;
  look?: StatusLook;
} & ({ path: string; run?: undefined } | { path?: undefined; run: () => void });

/** The groups in the order in which equally good results are shown. */
const GROUPS = ['monitors', 'endpoints', 'channels', 'actions', 'settings'] as const;

/** The most entries shown of a group; a longer query narrows them down. */
const MAX_SHOWN = 8;

/** Entries for the account's monitors, by name, and for their endpoints. */
export function monitorItems(listed: readonly WithId<Monitor>[]): PaletteItem[] {
  const monitors = sorted(listed, 'asc', (monitor) => monitor.name);
  const ofMonitors = monitors.map((monitor): PaletteItem => {
    const look = MONITOR_LOOKS[monitorDisplayStatus(Object.values(monitor.endpoints))];
    const { id, name: text, tags } = monitor;
    const found = tags.length > 0 ? { about: tags.join(' · '), searched: tags.join(' ') } : {};
    return { id, group: 'monitors', text, ...found, look, path: monitorPath(id) };
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

/** Entries for the account's channels, by name and type. */
export function channelItems(channels: readonly Pick<ChannelAnswer, 'id' | 'name' | 'type'>[], t: TFunction) {
  const items = channels.map((channel): PaletteItem => {
    const about = t(`channels.types.${channel.type}.name`);
    const { id } = channel;
    return { id, group: 'channels', text: channelName(channel, t), about, searched: about, path: channelPath(id) };
  });
  return sorted(items, 'asc', ({ text }) => text);
}

/** The tabs of the settings and their cards that the person may open, by title and synonyms. */
export function settingsItems(t: TFunction, shown: readonly SettingsCard[]): PaletteItem[] {
  const settings = t('settings.title');
  const tabItem = (tab: SettingsTab, contents: string[], synonyms = ''): PaletteItem => {
    const about = contents.join(' · ');
    const searched = `${settings} ${about} ${synonyms}`;
    return { id: tab, group: 'settings', text: t(`settings.${tab}`), about, searched, path: settingsTabPath(tab) };
  };
  const cards = shown.map((card): PaletteItem => {
    const { id, tab, title } = card;
    const about = t(`settings.${tab}`);
    const searched = `${settings} ${about} ${t(`palette.synonyms.${id}`)}`;
    return { id: `#${id}`, group: 'settings', text: t(title), about, searched, path: settingsCardPath(card) };
  });
  return [
    tabItem('account', [t('settings.name')]),
    ...(shown.some(({ tab }) => tab === 'monitor') ? [tabItem('monitor', [])] : []),
    tabItem('integrations', []),
    tabItem(
      'languages',
      [t('settings.language'), t('theme.label')],
      `${LANGUAGE_CODES.map(languageName).join(' ')} ${t('palette.synonyms.theme')}`,
    ),
    ...cards,
  ];
}

/**
 * The entries that contain all words of the query, ignoring case: the group with the best match first, and in each the
 * best matches. An empty query lists actions and monitors.
 */
export function searchItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const lowerQuery = query.trim().toLowerCase();
  const inGroup = (group: PaletteItem['group']) => items.filter((item) => item.group === group);
  if (lowerQuery === '') return [...inGroup('actions'), ...inGroup('monitors').slice(0, MAX_SHOWN)];
  const isFound = createMatcher(query);
  const found = items
    .filter(({ text, searched = '' }) => isFound(withoutJoiners(text), withoutJoiners(searched)))
    .map((item) => ({ item, match: matchOf(withoutJoiners(item.text).toLowerCase(), lowerQuery) }));
  // A longer query would not help to find a name that many others contain.
  const ordered = sorted(found, 'asc', ({ match }) => match);
  const groups = GROUPS.map((group) => ordered.filter(({ item }) => item.group === group).slice(0, MAX_SHOWN));
  return sorted(groups, 'asc', ([best]) => groupRank(best?.match ?? MATCH.elsewhere))
    .flat()
    .map(({ item }) => item);
}

/** How well a text matches: equal to the query, starting with it, with words that do, containing it, or found elsewhere. */
const MATCH = { exact: 0, start: 1, words: 2, within: 3, elsewhere: 4 } as const;

/** Names that start with the query and names with such a word keep the order of their groups. */
function groupRank(best: number): number {
  return best === MATCH.exact ? best : Math.max(MATCH.words, best);
}

function matchOf(text: string, query: string): number {
  if (text === query) return MATCH.exact;
  if (text.startsWith(query)) return MATCH.start;
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u);
  const terms = query.split(/\s+/);
  if (terms.every((term) => words.some((word) => word.startsWith(term)))) return MATCH.words;
  return terms.every((term) => text.includes(term)) ? MATCH.within : MATCH.elsewhere;
}
