import type { StatusJson } from '@farwatch/core/contracts/status-json';
import { type ShownComponent, shownGroups } from '@farwatch/core/decisions/status-page/component-days';
import { overallStatus, shownStatus } from '@farwatch/core/decisions/status-page/shown-status';
import type { Snapshot, SnapshotIncident } from '@farwatch/core/documents/snapshot';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import { type PageView, pathOf } from './page-view.ts';

const iso = (atMs: number) => new Date(atMs).toISOString();

/** The page as JSON for programs (docs/status-site.md, JSON). */
export function statusJson(snapshot: Snapshot, view: PageView): StatusJson {
  const { title, language, timeZone, incidents, maintenance, changedAt } = snapshot;
  const status = overallStatus(snapshot, view.nowMs);
  return {
    title,
    address: addressOf(snapshot, view),
    language,
    timeZone,
    status,
    statusText: STATUS_PAGE_TEXTS[language].overall[status],
    confirmedAt: iso(view.confirmedAtMs),
    changedAt: iso(changedAt),
    groups: shownGroups(snapshot, view.nowMs).map(({ name, components }) => ({
      name,
      components: components.map((each) => componentOf(snapshot, each, view.nowMs)),
    })),
    incidents: incidents.map((each) => incidentOf(snapshot, each, view)),
    maintenance: maintenance
      .filter(({ endsAt }) => endsAt > view.nowMs)
      .map(({ startsAt, endsAt, components }) => ({
        name: STATUS_PAGE_TEXTS[language].maintenance.title,
        startsAt: iso(startsAt),
        endsAt: iso(endsAt),
        components,
      })),
  };
}

/** The whole address of a page in its own language, or of what is below it. */
export function addressOf({ language }: Pick<Snapshot, 'language'>, { origin, slug }: PageView, below = ''): string {
  return `${origin}${pathOf(slug, { language, own: language, below })}`;
}

function componentOf(
  { maintenance, showsUptime, showsResponseTime }: Snapshot,
  component: ShownComponent,
  nowMs: number,
): StatusJson['groups'][number]['components'][number] {
  const { key, name, since, uptime, responseMs } = component;
  return {
    key,
    name,
    status: shownStatus(component, maintenance, nowMs),
    since: iso(since),
    ...(showsUptime && { uptime }),
    ...(showsResponseTime && { responseMs }),
  };
}

function incidentOf(snapshot: Snapshot, incident: SnapshotIncident, view: PageView): StatusJson['incidents'][number] {
  const { id, title, components, startedAt, resolvedAt, updates } = incident;
  return {
    id,
    title,
    address: addressOf(snapshot, view, `/incidents/${id}`),
    state: updates.at(-1)?.state ?? 'investigating',
    components,
    startedAt: iso(startedAt),
    resolvedAt: resolvedAt === null ? null : iso(resolvedAt),
    updates: updates.map(({ state, text, at }) => ({ state, text, at: iso(at) })),
  };
}
