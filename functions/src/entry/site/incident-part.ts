import type { Snapshot, SnapshotIncident } from '@farwatch/core/documents/snapshot';
import { type Html, html } from './html.ts';
import { type PageContext, pathBelow } from './page-view.ts';

/** A time that the page's script turns into how long ago it was, unless it is exact. */
export function timeOf({ format }: PageContext, atMs: number, { isExact = false } = {}): Html {
  return html`<time datetime="${new Date(atMs).toISOString()}"${!isExact && html` data-r`}>${format.time(atMs)}</time>`;
}

/** The names of components that the page has, by their keys. */
export function namesOf({ groups }: Pick<Snapshot, 'groups'>, keys: readonly string[]): string[] {
  const names = new Map(groups.flatMap(({ components }) => components.map(({ key, name }) => [key, name] as const)));
  return keys.flatMap((key) => names.get(key) ?? []);
}

/** An incident with its updates, the newest first; those in a list may have no text. `level`: of its heading; 'h1' if it is what its page is about. */
export function incidentPart(context: PageContext, incident: SnapshotIncident, level: 'h1' | 'h2' | 'h3' = 'h3'): Html {
  const { texts } = context;
  const { id, title, updates, startedAt, resolvedAt } = incident;
  const path = pathBelow(context, `/incidents/${id}`);
  const link = html`<a href="${path}">${title}</a>`;
  const headings = { h1: html`<h1>${title}</h1>`, h2: html`<h2>${link}</h2>`, h3: html`<h3>${link}</h3>` };
  const list = updates
    .toReversed()
    .map(
      ({ state, text, at }) =>
        html`<li><p><b>${texts.state[state]}</b> <span class="meta">${timeOf(context, at)}</span></p>${text !== '' && html`<p class="text">${text}</p>`}</li>`,
    );
  const more = incident.isCut === true && html`<p><a href="${path}">${texts.allUpdates}</a></p>`;
  const times = html`<p class="meta">${texts.started} ${timeOf(context, startedAt, { isExact: true })}${resolvedAt !== null && html` · ${texts.resolved} ${timeOf(context, resolvedAt, { isExact: true })}`}</p>`;
  return html`<article class="card post${resolvedAt === null && ' open'}">${headings[level]}${times}${affectedPart(context, incident.components)}<ol class="updates">${list}</ol>${more}</article>`;
}

/** Which components something affects; nothing if the page has none of them. */
export function affectedPart({ snapshot, texts }: PageContext, keys: readonly string[]): Html | null {
  const names = namesOf(snapshot, keys);
  return names.length > 0 ? html`<p class="meta">${texts.affects(names.join(texts.comma))}</p>` : null;
}
