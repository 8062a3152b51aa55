import { shownStatus } from '@farwatch/core/decisions/status-page/shown-status';
import type { SnapshotComponent } from '@farwatch/core/documents/snapshot';
import { barLegend, barsOf } from './bars.ts';
import { type Html, html } from './html.ts';
import type { PageContext } from './page-view.ts';

/** All groups with their components. */
export function componentGroups(context: PageContext): Html {
  const { snapshot, texts } = context;
  const groups = snapshot.groups.filter(({ components }) => components.length > 0);
  const sections = groups.map(({ name, components }) => {
    const heading = name === '' ? html`<h2>${texts.components}</h2>` : html`<h2>${name}</h2>`;
    return html`<section>${heading}<ul class="card rows">${components.map((each) => componentRow(context, each))}</ul></section>`;
  });
  return html`${sections}${groups.length > 0 && snapshot.showsUptime && barLegend(texts)}`;
}

/** The style refers to the parts by their elements, since a page may have a hundred rows. */
function componentRow(context: PageContext, component: SnapshotComponent): Html {
  const { snapshot, view, texts } = context;
  const status = shownStatus(component, snapshot.maintenance, view.nowMs);
  return html`<li><h3>${component.name}</h3><span class="${status}">${texts.component[status]}</span>${snapshot.showsUptime && barsOf(component.days, { ...context, today: snapshot.today })}${footOf(context, component)}</li>
`;
}

/** Uptime and response time, as far as the page shows them. Below bars, the style adds what days they are of. */
function footOf({ snapshot, texts, format }: PageContext, { uptime, responseMs }: SnapshotComponent): Html | null {
  const { showsUptime, showsResponseTime } = snapshot;
  const percent = uptime.days90 === null ? texts.noUptime : texts.uptime(format.percent(uptime.days90));
  const response = showsResponseTime && responseMs !== null && texts.responseTime(String(Math.round(responseMs)));
  const values = [showsUptime && percent, response].filter((each) => each !== false).join(' · ');
  if (values === '') return null;
  return html`<p>${showsUptime ? html`<b>${values}</b>` : values}</p>`;
}
