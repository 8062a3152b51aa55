import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import { tagOf } from '@farwatch/core/values/languages';
import { Feed } from 'feed';
import { html, withoutControls } from './html.ts';
import { namesOf } from './incident-part.ts';
import type { PageView } from './page-view.ts';
import { addressOf } from './status-json.ts';

export const FEED_TYPES = { rss: 'application/rss+xml', atom: 'application/atom+xml' } as const;
export type FeedKind = keyof typeof FEED_TYPES;

const MAX_ITEMS = 50;

/** The page's incidents as a feed: an item for each update, the newest first, so that readers show each. */
export function renderFeed(snapshot: Snapshot, view: PageView, kind: FeedKind): string {
  const texts = STATUS_PAGE_TEXTS[snapshot.language];
  const address = addressOf(snapshot, view);
  const own = (each: string) => `${view.origin}/status/${view.slug}.${each}`;
  const items = itemsOf(snapshot, view, kind);
  const feed = new Feed({
    id: idOf(view, ''),
    title: withoutControls(snapshot.title),
    description: withoutControls(snapshot.description || texts.description(snapshot.title)),
    link: address,
    language: tagOf(snapshot.language),
    updated: items[0]?.date ?? new Date(snapshot.builtAt),
    generator: 'Farwatch',
    // Atom requires one.
    author: { name: withoutControls(snapshot.title) },
    feedLinks: { rss: own('rss'), atom: own('atom') },
  });
  for (const item of items) feed.addItem(item);
  return kind === 'rss' ? feed.rss2() : feed.atom1();
}

function itemsOf(snapshot: Snapshot, view: PageView, kind: FeedKind) {
  // The library declares an entry's title to be HTML in Atom; in RSS it is text.
  const titleOf = (title: string) => (kind === 'atom' ? html`${title}`.text : withoutControls(title));
  const texts = STATUS_PAGE_TEXTS[snapshot.language];
  const all = snapshot.incidents.flatMap(({ id, title, components, updates }) =>
    updates.map(({ state, text, at }, index) => {
      const affected = namesOf(snapshot, components).join(texts.comma);
      const lines = [text, ...(affected === '' ? [] : [texts.affects(affected)])];
      const paragraphs = lines.map((each) => html`<p>${linesOf(each)}</p>`);
      return {
        id: idOf(view, `/${id}/${index + 1}`),
        guid: idOf(view, `/${id}/${index + 1}`),
        title: titleOf(`${texts.state[state]}${texts.mail.colon}${title}`),
        link: addressOf(snapshot, view, `/incidents/${id}`),
        date: new Date(at),
        published: new Date(at),
        description: html`${lines.join('\n')}`.text,
        content: html`${paragraphs}`.text,
      };
    }),
  );
  return all.toSorted((a, b) => b.date.getTime() - a.date.getTime()).slice(0, MAX_ITEMS);
}

function linesOf(text: string) {
  return text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`);
}

/** A tag URI (RFC 4151), which stays the same wherever the page is served. */
function idOf({ origin, slug }: PageView, below: string): string {
  return `tag:${new URL(origin).hostname},2026:status/${slug}${below}`;
}
