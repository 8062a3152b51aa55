import { endpointDisplayStatus, monitorDisplayStatus } from '@farwatch/core/decisions/status/display-status';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { LANGUAGE_CODES, languageName } from '@farwatch/core/values/languages';
import { readableUrl, searchedUrl } from '@farwatch/core/values/readable-url';
import { createMatcher } from '@farwatch/core/values/search';
import type { TFunction } from 'i18next';
import { ENDPOINT_LOOKS, MONITOR_LOOKS } from '../../domain/status/looks.ts';
import type { StatusLook } from '../../domain/status/status.tsx';
import { sorted } from '../../lib/list/sorting.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { type AccountCard, accountCardPath, endpointPath, monitorPath, PATHS } from '../../lib/navigation/paths.ts';

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
const GROUPS = ['monitors', 'endpoints', 'actions', 'settings'] as const;

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

/** The sections of the settings and the cards of Account, found by the names of what they contain and by synonyms. */
export function settingsItems(t: TFunction): PaletteItem[] {
  const settings = t('settings.title');
  const sectionItem = (tab: string, text: string, contents: string[], synonyms = ''): PaletteItem => {
    const about = contents.join(' · ');
    const path = `${PATHS.settings}?${new URLSearchParams({ tab })}`;
    return { id: tab, group: 'settings', text, about, searched: `${settings} ${about} ${synonyms}`, path };
  };
  const cardItem = (card: AccountCard, text: string): PaletteItem => {
    const about = t('settings.account');
    const searched = `${settings} ${about} ${t(`palette.synonyms.${card}`)}`;
    return { id: card, group: 'settings', text, about, searched, path: accountCardPath(card) };
  };
  return [
    sectionItem('account', t('settings.account'), [t('settings.name'), t('payments.title')]),
    cardItem('plan', t('settings.plan.title')),
    cardItem('password', t('account.password.title')),
    cardItem('copy', t('account.copy.start')),
    cardItem('close', t('account.close.title')),
    sectionItem('monitor', t('settings.monitor'), [t('settings.interval')]),
    sectionItem('integrations', t('settings.integrations'), [
      t('notifications.telegram'),
      t('notifications.thresholds'),
      t('notifications.silence'),
      t('browserAlerts.title'),
      t('notifications.alerts.title'),
    ]),
    sectionItem(
      'languages',
      t('settings.languages'),
      [t('settings.language'), t('theme.label')],
      LANGUAGE_CODES.map(languageName).join(' '),
    ),
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
    .filter(({ text, searched = '' }) => isFound(text, searched))
    .map((item) => ({ item, match: matchOf(item.text.toLowerCase(), lowerQuery) }));
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
