import type { Incident } from '../../documents/incident.ts';
import type { Page } from '../../documents/page.ts';
import type { Publication } from '../../documents/publication.ts';
import { SERVER_TEXTS } from '../../texts/server/server-texts.ts';
import { RETENTION } from '../../values/limits.ts';
import { isolate, oneLine, shorten } from '../../values/outside-text.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';
import { type AutomaticPost, isAbout } from './automatic-posts.ts';
import { componentsOf } from './page-groups.ts';

/** How many components a text names; of the others it has the number. */
const NAMED = 2;

type Named = Pick<Page, 'groups' | 'language'>;

/** Returns the automatic post about an outage, in the page's language. */
export function automaticPublication(page: Named, post: AutomaticPost, nowMs: number): Publication {
  const texts = SERVER_TEXTS[page.language].automatic;
  const names = namesOf(page, post.components);
  return {
    title: shorten(texts.title(names), STATUS_PAGE.titleLength),
    components: post.components,
    updates: [{ state: 'investigating', text: texts.failing(names), at: nowMs }],
    startedAt: post.startedAt,
    resolvedAt: null,
    incidentId: post.incidentId,
    otherIncidentIds: post.otherIncidentIds,
    automatic: true,
    deleted: false,
    createdAt: nowMs,
    updatedAt: nowMs,
    expireAt: null,
  };
}

/**
 * Returns an automatic post whose components do not fail any more, and whether they have recovered: what was paused,
 * changed, deleted or taken off the page has not, so it gets a neutral text. `incidents`: those that the post is about.
 */
export function resolvedAutomatically(
  page: Named,
  publication: Publication,
  incidents: readonly Pick<Incident, 'monitorId' | 'endpointId' | 'updates'>[],
  nowMs: number,
): { resolved: Publication; hasRecovered: boolean } {
  const texts = SERVER_TEXTS[page.language].automatic;
  const shown = componentsOf(page).filter(({ key }) => publication.components.includes(key));
  const over = incidents.filter(({ updates }) => updates.at(-1)?.event === 'recovered');
  const recovered = shown.filter((component) => over.some((incident) => isAbout(incident, component)));
  const hasRecovered = recovered.length > 0;
  const names = namesOf(
    page,
    (hasRecovered ? recovered : shown).map(({ key }) => key),
  );
  const text = hasRecovered ? texts.recovered(names) : texts.unmonitored(names);
  return { resolved: withUpdate(publication, { state: 'resolved', text }, nowMs), hasRecovered };
}

/** Returns a posted incident with one more update, whose state becomes the incident's. */
export function withUpdate(
  publication: Publication,
  { state, text }: Pick<Publication['updates'][number], 'state' | 'text'>,
  nowMs: number,
): Publication {
  const isResolved = state === 'resolved';
  return {
    ...publication,
    updates: [...publication.updates, { state, text, at: nowMs }],
    resolvedAt: isResolved ? nowMs : null,
    expireAt: isResolved ? nowMs + RETENTION.statusMs : null,
    updatedAt: nowMs,
  };
}

/** Components that the page no longer has are not named; empty if it has none of them. */
function namesOf(page: Named, keys: readonly string[]): string {
  const names = componentsOf(page).flatMap(({ key, name }) => (keys.includes(key) ? [isolate(oneLine(name))] : []));
  const named = names.length === NAMED + 1 ? names : names.slice(0, NAMED);
  return SERVER_TEXTS[page.language].automatic.list(named, names.length - named.length);
}
