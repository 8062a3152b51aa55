import type { Page } from '../../documents/page.ts';
import type { Publication } from '../../documents/publication.ts';
import { AUTOMATIC_TEXTS } from '../../texts/status-page/automatic-updates.ts';
import { clip } from '../../values/clip.ts';
import { RETENTION } from '../../values/limits.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';
import type { AutomaticPost } from './automatic-posts.ts';
import { componentsOf } from './page-groups.ts';

/** How many components a text names; of the others it has the number. */
const NAMED = 2;

type Named = Pick<Page, 'groups' | 'language'>;

/** Returns the automatic post about an outage, in the page's language. */
export function automaticPublication(page: Named, post: AutomaticPost, nowMs: number): Publication {
  const texts = AUTOMATIC_TEXTS[page.language];
  const names = namesOf(page, post.components);
  return {
    title: clip(texts.title(names), STATUS_PAGE.titleLength),
    components: post.components,
    updates: [{ state: 'investigating', text: texts.failing(names), at: nowMs }],
    startedAt: post.startedAt,
    resolvedAt: null,
    incidentId: post.incidentId,
    automatic: true,
    createdAt: nowMs,
    updatedAt: nowMs,
    expireAt: null,
  };
}

/** Returns an automatic post whose components have recovered. */
export function resolvedAutomatically(page: Named, publication: Publication, nowMs: number): Publication {
  const text = AUTOMATIC_TEXTS[page.language].recovered(namesOf(page, publication.components));
  return withUpdate(publication, { state: 'resolved', text }, nowMs);
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

/** Components that the page no longer has are not named. */
function namesOf(page: Named, keys: readonly string[]): string {
  const names = componentsOf(page).flatMap(({ key, name }) => (keys.includes(key) ? [name] : []));
  const listed = names.length > 0 ? names : ['…'];
  const named = listed.length === NAMED + 1 ? listed : listed.slice(0, NAMED);
  return AUTOMATIC_TEXTS[page.language].list(named, listed.length - named.length);
}
