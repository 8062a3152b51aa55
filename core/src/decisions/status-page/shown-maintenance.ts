import type { Monitor } from '../../documents/monitor.ts';
import type { Snapshot } from '../../documents/snapshot.ts';
import type { PageComponent } from '../../values/status-page/page-fields.ts';

type Shown = Snapshot['maintenance'];

/** More are not of interest to visitors. */
const MOST = 50;

/**
 * Returns the maintenance to show, the earliest first: what is shown, with that of these monitors as their documents
 * have it now, without its name. Occurrences at the same time are one.
 */
export function shownMaintenance(
  before: Shown,
  components: readonly PageComponent[],
  monitors: ReadonlyMap<string, Pick<Monitor, 'maintenance'>>,
  nowMs: number,
): Shown {
  const all = new Map<string, Shown[number]>();
  const add = (found: Shown[number]) => {
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
    .slice(0, MOST)
    .map((each) => ({ ...each, components: each.components.sort((a, b) => order.indexOf(a) - order.indexOf(b)) }));
}
