import type { Page } from '../../documents/page.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';
import type { PageComponent, PageGroup } from '../../values/status-page/page-fields.ts';

/** A component as it is requested, maybe without a key. */
type RequestedComponent = Omit<PageComponent, 'key'> & { key?: string | undefined };
export type RequestedGroup = { name: string; components: readonly RequestedComponent[] };

/** Whether visitors can see a page: then it has a snapshot. */
export function isVisible({ published, blockedReason }: Pick<Page, 'published' | 'blockedReason'>): boolean {
  return published && blockedReason === null;
}

export function componentsOf({ groups }: { groups: readonly PageGroup[] }): PageComponent[] {
  return groups.flatMap(({ components }) => components);
}

/** Returns the ids of the monitors that a page shows, or of which it shows an endpoint. */
export function monitorsOn({ groups }: { groups: readonly RequestedGroup[] }): Set<string> {
  return new Set(groups.flatMap(({ components }) => components.map(({ monitorId }) => monitorId)));
}

export function hasTooManyComponents(groups: readonly RequestedGroup[]): boolean {
  return groups.reduce((sum, { components }) => sum + components.length, 0) > STATUS_PAGE.components;
}

/** Returns the groups with keys: a component keeps one that the page has already, others get new ones. */
export function withKeys(
  groups: readonly RequestedGroup[],
  known: readonly PageComponent[],
  newKey: () => string,
): PageGroup[] {
  const free = new Set(known.map(({ key }) => key));
  const taken = new Set(free);
  const unused = () => {
    let key = newKey();
    while (taken.has(key)) key = newKey();
    taken.add(key);
    return key;
  };
  return groups.map(({ name, components }) => ({
    name,
    components: components.map(({ key, ...component }) =>
      key !== undefined && free.delete(key) ? { key, ...component } : { key: unused(), ...component },
    ),
  }));
}

/** Endpoints of a monitor that are gone, all with the monitor itself if `endpointIds` is null. */
export type Gone = { monitorId: string; endpointIds: ReadonlySet<string> | null };

/** Returns the groups without the components of what is gone. */
export function withoutGone(groups: readonly PageGroup[], { monitorId, endpointIds }: Gone): PageGroup[] {
  const isGone = (component: PageComponent) =>
    component.monitorId === monitorId &&
    (endpointIds === null || (component.endpointId !== null && endpointIds.has(component.endpointId)));
  return groups.map((group) => ({ ...group, components: group.components.filter((each) => !isGone(each)) }));
}

/** Returns the groups after endpoints have moved to another monitor. */
export function withMoved(
  groups: readonly PageGroup[],
  endpointIds: ReadonlySet<string>,
  monitorId: string,
): PageGroup[] {
  const moved = (component: PageComponent) =>
    component.endpointId !== null && endpointIds.has(component.endpointId) ? { ...component, monitorId } : component;
  return groups.map((group) => ({ ...group, components: group.components.map(moved) }));
}
