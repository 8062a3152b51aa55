import { type Html, html } from './html.ts';
import type { PageContext } from './page-view.ts';

/** The form that subscribes an address, where mail is sent, and the feeds of a page that everybody may see. */
export function subscribePart({ snapshot, view, texts }: PageContext): Html | null {
  const { subscribe } = texts;
  const hasForm = snapshot.takesSubscribers && view.sendsMail !== false;
  const hasFeeds = snapshot.access !== 'password';
  if (!hasForm && !hasFeeds) return null;
  const feeds = ['RSS', 'Atom', 'JSON'].map(
    (kind) => html`<a href="/status/${view.slug}.${kind.toLowerCase()}">${kind}</a>`,
  );
  const form = html`<p class="empty">${subscribe.text}</p><form method="post" action="/status/${view.slug}/subscribe"><label>${subscribe.label}<input type="email" name="address" required autocomplete="email" maxlength="254"></label><input type="hidden" name="language" value="${view.language}">${view.visit && html`<input type="hidden" name="visit" value="${view.visit}">`}<button type="submit"${view.isPreview === true && html` disabled`}>${subscribe.button}</button></form>`;
  return html`<section class="card get"><h2>${subscribe.title}</h2>${hasForm && form}${hasFeeds && html`<p class="feeds"><span>${subscribe.feeds}</span>${feeds}</p>`}</section>`;
}
