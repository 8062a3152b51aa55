import { type ShownComponent, shownGroups } from '@farwatch/core/decisions/status-page/component-days';
import { overallStatus, shownStatus } from '@farwatch/core/decisions/status-page/shown-status';
import type { Snapshot } from '@farwatch/core/documents/snapshot';
import type { ComponentStatus } from '@farwatch/core/values/status-page/component-status';
import type { OverallStatus } from '@farwatch/core/values/status-page/overall-status';
import { wallClock } from '@farwatch/core/values/zone';
import { barLegend, barsOf } from './bars.ts';
import { type Html, html } from './html.ts';
import { affectedPart, incidentPart } from './incident-part.ts';
import { pageDocument } from './layout.ts';
import { contextOf, ownTab, type PageContext, type PageView, pathBelow } from './page-view.ts';

const TONES: Record<OverallStatus, ComponentStatus> = {
  up: 'up',
  someUnknown: 'unknown',
  unknown: 'unknown',
  maintenance: 'maintenance',
  incident: 'partial',
  partial: 'partial',
  someDown: 'down',
  allDown: 'down',
};

/** The finished HTML document of a status page. It needs no script and loads nothing but the owner's logo. */
export function renderPage(snapshot: Snapshot, view: PageView): string {
  const context = contextOf(snapshot, view);
  const { texts } = context;
  const overall = overallStatus(snapshot, view.nowMs);
  const tone = TONES[overall];
  const main = html`<p class="overall icon ${tone}">${texts.overall[overall]}</p>
${openIncidents(context)}${maintenancePart(context)}${componentGroups(context)}${pastIncidents(context)}${subscribePart(context)}`;
  return pageDocument(context, {
    title: texts.documentTitle(snapshot.title, texts.overall[overall]),
    description: snapshot.description || texts.description(snapshot.title),
    below: '',
    isIndexed: snapshot.access === 'public' && view.isPreview !== true,
    isHome: true,
    main,
  });
}

function openIncidents(context: PageContext): Html | null {
  const open = context.snapshot.incidents.filter(({ resolvedAt }) => resolvedAt === null);
  if (open.length === 0) return null;
  return html`<section><h2>${context.texts.current}</h2>${open.map((each) => incidentPart(context, each))}</section>`;
}

/** Running maintenance, then planned. */
function maintenancePart(context: PageContext): Html {
  const { snapshot, view, texts } = context;
  const left = snapshot.maintenance.filter(({ endsAt }) => endsAt > view.nowMs);
  const card = ({ startsAt, endsAt, components }: (typeof left)[number]) =>
    html`<article class="card post work"><h3>${texts.maintenance.title}</h3><p class="meta">${context.format.range(startsAt, endsAt)}</p>${affectedPart(context, components)}</article>`;
  const section = (heading: string, list: typeof left) =>
    list.length > 0 && html`<section><h2>${heading}</h2>${list.map(card)}</section>`;
  const isRunning = ({ startsAt }: (typeof left)[number]) => startsAt <= view.nowMs;
  return html`${section(texts.maintenance.running, left.filter(isRunning))}${section(
    texts.maintenance.planned,
    left.filter((each) => !isRunning(each)),
  )}`;
}

function pastIncidents(context: PageContext): Html {
  const { snapshot, view, texts } = context;
  const past = snapshot.incidents.filter(({ resolvedAt }) => resolvedAt !== null);
  const month = wallClock(snapshot.timeZone).at(view.nowMs).date.slice(0, 7);
  const list =
    past.length > 0 ? past.map((each) => incidentPart(context, each)) : html`<p class="empty">${texts.noPast}</p>`;
  return html`<section><h2>${texts.past}</h2>${list}<p class="more"><a href="${pathBelow(context, `/history/${month}`)}">${texts.history.link}</a></p></section>`;
}

/** The form that subscribes an address, where mail is sent, and the feeds of a page that everybody may see. */
function subscribePart({ snapshot, view, texts }: PageContext): Html | null {
  const { subscribe } = texts;
  const hasForm = snapshot.takesSubscribers && view.sendsMail !== false;
  const hasFeeds = snapshot.access !== 'password';
  if (!hasForm && !hasFeeds) return null;
  const feeds = ['RSS', 'Atom', 'JSON'].map(
    (kind) => html`<a href="/status/${view.slug}.${kind.toLowerCase()}">${kind}</a>`,
  );
  const form = html`<p class="empty">${subscribe.text}</p><form method="post" action="/status/${view.slug}/subscribe"${ownTab(snapshot)}><label>${subscribe.label}<input type="email" name="address" required autocomplete="email" maxlength="254"></label><input type="hidden" name="language" value="${view.language}">${view.visit && html`<input type="hidden" name="visit" value="${view.visit}">`}<button type="submit"${view.isPreview === true && html` disabled`}>${subscribe.button}</button></form>`;
  return html`<section class="card get"><h2>${subscribe.title}</h2>${hasForm && form}${hasFeeds && html`<p class="feeds"><span>${subscribe.feeds}</span>${feeds}</p>`}</section>`;
}

/** All groups with their components. */
function componentGroups(context: PageContext): Html {
  const { snapshot, view, texts } = context;
  const today = wallClock(snapshot.timeZone).at(view.nowMs).date;
  const groups = shownGroups(snapshot, view.nowMs).filter(({ components }) => components.length > 0);
  const sections = groups.map(({ name, components }) => {
    const heading = name === '' ? html`<h2>${texts.components}</h2>` : html`<h2>${name}</h2>`;
    return html`<section>${heading}<ul class="card rows">${components.map((each) => componentRow(context, each, today))}</ul></section>`;
  });
  return html`${sections}${groups.length > 0 && snapshot.showsUptime && barLegend(texts)}${groups.length > 0 && snapshot.showsResponseTime && html`<p class="legend">${texts.responseTimeHint}</p>`}`;
}

/** The style refers to the parts by their elements, since a page may have a hundred rows. */
function componentRow(context: PageContext, component: ShownComponent, today: string): Html {
  const { snapshot, view, texts } = context;
  const status = shownStatus(component, snapshot.maintenance, view.nowMs);
  return html`<li><h3>${component.name}</h3><span class="${status}">${texts.component[status]}</span>${snapshot.showsUptime && barsOf(component.days, { ...context, today })}${footOf(context, component)}</li>
`;
}

/** Uptime and response time, as far as the page shows them. Below bars, the style adds what days they are of. */
function footOf({ snapshot, texts, format }: PageContext, { uptime, responseMs }: ShownComponent): Html | null {
  const { showsUptime, showsResponseTime } = snapshot;
  const percent = uptime.days90 === null ? texts.noUptime : texts.uptime(format.percent(uptime.days90));
  const response = showsResponseTime && responseMs !== null && texts.responseTime(String(Math.round(responseMs)));
  const values = [showsUptime && percent, response].filter((each) => each !== false).join(' · ');
  if (values === '') return null;
  return html`<p>${showsUptime ? html`<b>${values}</b>` : values}</p>`;
}
