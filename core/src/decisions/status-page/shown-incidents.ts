import type { Page } from '../../documents/page.ts';
import type { Publication } from '../../documents/publication.ts';
import type { SnapshotIncident } from '../../documents/snapshot.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';
import { fitIncidents } from './fit-incidents.ts';
import { componentsOf } from './page-groups.ts';

/** Returns the posted incidents that a page shows: the open ones and those resolved lately, the newest first, within a snapshot's bytes. */
export function shownIncidents(
  page: Pick<Page, 'groups'>,
  publications: ReadonlyMap<string, Publication>,
  nowMs: number,
): SnapshotIncident[] {
  const keys = new Set(componentsOf(page).map(({ key }) => key));
  const shown = [...publications].flatMap(([id, publication]) => {
    const { title, components, updates, startedAt, resolvedAt } = publication;
    if (publication.deleted) return [];
    if (resolvedAt !== null && resolvedAt <= nowMs - STATUS_PAGE.recentMs) return [];
    return [{ id, title, components: components.filter((key) => keys.has(key)), updates, startedAt, resolvedAt }];
  });
  const isOpen = ({ resolvedAt }: SnapshotIncident) => (resolvedAt === null ? 0 : 1);
  const newest = shown.sort((a, b) => isOpen(a) - isOpen(b) || b.startedAt - a.startedAt);
  return fitIncidents(newest.slice(0, STATUS_PAGE.recent)).sort((a, b) => b.startedAt - a.startedAt);
}
