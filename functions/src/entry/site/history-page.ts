import type { Snapshot, SnapshotIncident } from '@farwatch/core/documents/snapshot';
import { RETENTION } from '@farwatch/core/values/limits';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { wallClock } from '@farwatch/core/values/zone';
import { type Html, html } from './html.ts';
import { incidentPart } from './incident-part.ts';
import { pageDocument } from './layout.ts';
import { contextOf, type PageView, pathBelow } from './page-view.ts';

/** The document of an incident alone. */
export function renderIncident(snapshot: Snapshot, view: PageView, incident: SnapshotIncident): string {
  const context = contextOf(snapshot, view);
  const state = context.texts.state[incident.updates.at(-1)?.state ?? 'investigating'];
  const back = html`<p class="more"><a href="${pathBelow(context)}">${context.texts.back}</a></p>`;
  return pageDocument(context, {
    title: `${incident.title} – ${snapshot.title}`,
    description: `${state}: ${incident.updates.at(-1)?.text ?? ''}`.replace(/\s+/g, ' ').slice(0, 160),
    below: `/incidents/${incident.id}`,
    isIndexed: snapshot.access === 'public',
    main: html`${incidentPart(context, incident, 'h1')}${back}`,
  });
}

/** The document of a month's incidents, the newest first, of which it shows the first hundred. `month`: YYYY-MM. */
export function renderMonth(
  snapshot: Snapshot,
  view: PageView,
  { month, incidents }: { month: string; incidents: readonly SnapshotIncident[] },
): string {
  const context = contextOf(snapshot, view);
  const { texts, format } = context;
  const title = texts.history.title(format.month(month));
  const now = wallClock(snapshot.timeZone).at(view.nowMs).date.slice(0, 7);
  const link = (other: string, text: string): Html =>
    html`<a href="${pathBelow(context, `/history/${other}`)}">${text}</a>`;
  const list =
    incidents.length > 0
      ? incidents.slice(0, STATUS_PAGE.listed).map((each) => incidentPart(context, each, 'h2'))
      : html`<p class="empty">${texts.history.none}</p>`;
  const older = month > oldestMonth(snapshot, view.nowMs) && link(monthAfter(month, -1), texts.history.older);
  const isCut = incidents.length > STATUS_PAGE.listed;
  const note = isCut && html`<p class="empty">${texts.history.cut(STATUS_PAGE.listed)}</p>`;
  return pageDocument(context, {
    title: `${title} – ${snapshot.title}`,
    description: texts.description(snapshot.title),
    below: `/history/${month}`,
    isIndexed: snapshot.access === 'public' && incidents.length > 0,
    main: html`<h1>${title}</h1>${list}${note}<p class="more">${older}<a href="${pathBelow(context)}">${texts.back}</a>${month < now && link(monthAfter(month, 1), texts.history.newer)}</p>`,
  });
}

/** The first month of which incidents are kept, YYYY-MM. */
export function oldestMonth({ timeZone }: Pick<Snapshot, 'timeZone'>, nowMs: number): string {
  return wallClock(timeZone)
    .at(nowMs - RETENTION.statusMs)
    .date.slice(0, 7);
}

/** The month `count` months after another, YYYY-MM. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7);
}
