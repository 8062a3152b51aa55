import type { Monitor } from '../../documents/monitor.ts';
import type { Page } from '../../documents/page.ts';
import type { Snapshot, SnapshotComponent, SnapshotIncident } from '../../documents/snapshot.ts';
import { isSame } from '../../values/is-same.ts';
import type { PageComponent } from '../../values/status-page/page-fields.ts';
import { wallClock } from '../../values/zone.ts';
import { type ComponentHistory, componentDays, NO_DAYS } from './component-days.ts';
import { componentState } from './component-state.ts';
import { componentsOf } from './page-groups.ts';
import { continuedSteps } from './page-steps.ts';

export type SnapshotContext = {
  page: Page;
  /** The monitors by id: all of the page for a whole snapshot, otherwise those that have changed. */
  monitors: ReadonlyMap<string, Monitor>;
  incidents: readonly SnapshotIncident[];
};

/**
 * Returns the whole snapshot of a page. `histories`: of its components, by their keys; missing for those whose monitor is
 * gone. `before`: the snapshot that is shown, null for none.
 */
export function wholeSnapshot(
  { page, monitors, incidents }: SnapshotContext,
  histories: ReadonlyMap<string, ComponentHistory>,
  before: Snapshot | null,
  nowMs: number,
): Snapshot {
  const clock = wallClock(page.timeZone);
  const known = new Map(
    before?.groups.flatMap(({ components }) => components.map((each) => [each.key, each] as const)),
  );
  const build = (component: PageComponent): SnapshotComponent => {
    const { key, name, monitorId } = component;
    const history = histories.get(key);
    const monitor = monitors.get(monitorId) ?? null;
    return {
      key,
      name,
      ...componentState(monitor, component, known.get(key) ?? null, page.showsSlow, nowMs),
      ...(history ? componentDays(history, clock, nowMs) : NO_DAYS),
    };
  };
  return {
    ...visibleFields(page),
    groups: page.groups.map(({ name, components }) => ({ name, components: components.map(build) })),
    incidents: [...incidents],
    maintenance: shownMaintenance([], componentsOf(page), monitors, nowMs),
    today: clock.at(nowMs).date,
    builtAt: nowMs,
    changedAt: nowMs,
  };
}

/** What visitors may see of the page's own fields. */
function visibleFields(page: Page) {
  const { title, description, website, language, timeZone, accent, showsUptime } = page;
  const { showsResponseTime, showsSlow, access, takesSubscribers, embedding, logoTag, passwordVersion } = page;
  const texts = { title, description, website, language, timeZone, accent };
  const shown = { showsUptime, showsResponseTime, showsSlow };
  return { ...texts, ...shown, access, takesSubscribers, embedding, logoTag, passwordVersion };
}

/** Whether a snapshot is of another local day than now, so that each of its bars is one day off. */
export function isOfAnotherDay({ timeZone, today }: Pick<Snapshot, 'timeZone' | 'today'>, nowMs: number): boolean {
  return wallClock(timeZone).at(nowMs).date !== today;
}

/** Whether an earlier version built a snapshot, without the steps that its figures are derived from. */
export function lacksSteps({ groups }: Pick<Snapshot, 'groups'>): boolean {
  return groups.some(({ components }) =>
    components.some(({ days, steps }) => days.uptime.length > 0 && steps.atMs.length === 0),
  );
}

/** Returns the snapshot after changes of some monitors and of the posted incidents; the same one if nothing differs. */
export function changeSnapshot(
  before: Snapshot,
  { page, monitors, incidents }: SnapshotContext,
  nowMs: number,
): Snapshot {
  const components = new Map(componentsOf(page).map((each) => [each.key, each]));
  const groups = before.groups.map(({ name, components: shown }) => ({
    name,
    components: shown.map((each) => {
      const component = components.get(each.key);
      const monitor = component && monitors.get(component.monitorId);
      return component && monitor ? changeComponent(each, component, monitor, before.showsSlow, nowMs) : each;
    }),
  }));
  const maintenance = shownMaintenance(before.maintenance, [...components.values()], monitors, nowMs);
  const after = { ...before, groups, maintenance, incidents: [...incidents] };
  return isSame(after, before) ? before : { ...after, changedAt: nowMs };
}

function changeComponent(
  shown: SnapshotComponent,
  component: PageComponent,
  monitor: Monitor,
  showsSlow: boolean,
  nowMs: number,
): SnapshotComponent {
  return {
    ...shown,
    ...componentState(monitor, component, shown, showsSlow, nowMs),
    steps: continuedSteps(shown.steps, monitor, component, nowMs),
  };
}

type ShownMaintenance = Snapshot['maintenance'];

/** More are not of interest to visitors. */
const MOST_MAINTENANCE = 50;

/**
 * Returns the maintenance to show, the earliest first: what is shown, with that of these monitors as their documents
 * have it now, without its name. Occurrences at the same time are one.
 */
function shownMaintenance(
  before: ShownMaintenance,
  components: readonly PageComponent[],
  monitors: ReadonlyMap<string, Pick<Monitor, 'maintenance'>>,
  nowMs: number,
): ShownMaintenance {
  const all = new Map<string, ShownMaintenance[number]>();
  const add = (found: ShownMaintenance[number]) => {
    const { startsAt, endsAt } = found;
    if (endsAt <= nowMs || found.components.length === 0) return;
    const id = `${startsAt} ${endsAt}`;
    const known = new Set(all.get(id)?.components);
    for (const key of found.components) known.add(key);
    all.set(id, { startsAt, endsAt, components: [...known] });
  };
  const kept = new Set(components.flatMap(({ key, monitorId }) => (monitors.has(monitorId) ? [] : [key])));
  for (const each of before) add({ ...each, components: each.components.filter((key) => kept.has(key)) });
  for (const { key, monitorId } of components) {
    for (const { startsAt, endsAt } of monitors.get(monitorId)?.maintenance ?? []) {
      add({ startsAt, endsAt, components: [key] });
    }
  }
  const order = components.map(({ key }) => key);
  return [...all.values()]
    .sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt)
    .slice(0, MOST_MAINTENANCE)
    .map((each) => ({ ...each, components: each.components.sort((a, b) => order.indexOf(a) - order.indexOf(b)) }));
}
