import { nextDueAt } from '../../documents/history.ts';
import type { Monitor } from '../../documents/monitor.ts';
import type { Page } from '../../documents/page.ts';
import type { Snapshot, SnapshotComponent } from '../../documents/snapshot.ts';
import { SPREAD } from '../../values/limits.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { addDays, wallClock } from '../../values/zone.ts';
import { endpointsShown } from './component-state.ts';
import { componentsOf } from './page-groups.ts';

/** The job that builds histories starts five minutes after they are due, spreads its accounts, and takes a while. */
const AFTER_HISTORY_MS = SPREAD.hourlyMs + 10 * MINUTE_MS;

/** Returns when a snapshot that is built now is to be built again: with the next local day, and with the day's history. */
export function nextBuildAt({ timeZone, ownerId }: Pick<Page, 'timeZone' | 'ownerId'>, nowMs: number): number {
  const clock = wallClock(timeZone);
  let { date } = clock.at(nowMs);
  let dayAt: number;
  do {
    date = addDays(date, 1);
    dayAt = clock.dayStart(date);
  } while (dayAt <= nowMs);
  const historyAt = nextDueAt(ownerId, nowMs - AFTER_HISTORY_MS) + AFTER_HISTORY_MS;
  return Math.min(dayAt, historyAt);
}

/** Whether a snapshot is to be built again, because of the time or because its page was edited since. */
export function isBuildDue(
  page: Pick<Page, 'timeZone' | 'ownerId' | 'updatedAt'>,
  { builtAt }: Pick<Snapshot, 'builtAt'>,
  nowMs: number,
): boolean {
  return page.updatedAt > builtAt || nextBuildAt(page, builtAt) <= nowMs;
}

/** A task that was due this long ago may have been missed: deciding it again does nothing twice. */
const MISSED_MS = 2 * MINUTE_MS;

const isFailing = ({ status }: Pick<SnapshotComponent, 'status'>) => status === 'down' || status === 'partial';

/**
 * Returns when automatic posts are to be decided after a change of these monitors, null if it concerns none: five
 * minutes after an endpoint of a component failed, and immediately once a component of an open post has recovered.
 */
export function postsDueAt(
  page: Pick<Page, 'groups' | 'postsAutomatically'>,
  before: Snapshot | null,
  after: Snapshot,
  monitors: ReadonlyMap<string, Pick<Monitor, 'endpoints'>>,
  nowMs: number,
): number | null {
  const known = new Map(shownIn(before).map((each) => [each.key, each]));
  const open = new Set(after.incidents.flatMap((each) => (each.resolvedAt === null ? each.components : [])));
  const components = new Map(componentsOf(page).map((each) => [each.key, each]));
  const times = shownIn(after).flatMap((shown) => {
    const component = components.get(shown.key);
    const monitor = component && monitors.get(component.monitorId);
    if (!component || !monitor) return [];
    const last = known.get(shown.key);
    // A component may recover by way of 'no data', during which its outage runs on.
    if (!isFailing(shown)) return open.has(shown.key) && last?.status !== shown.status ? [nowMs] : [];
    const wasFailing = last !== undefined && isFailing(last);
    if (!page.postsAutomatically) return [];
    const down = endpointsShown(monitor, component).filter(([, { status }]) => status === 'down');
    const due = down.map(([, { since }]) => since + STATUS_PAGE.postAfterMs);
    const left = wasFailing ? due.filter((atMs) => atMs > nowMs - MISSED_MS) : due;
    return left.map((atMs) => Math.max(atMs, nowMs));
  });
  return times.length === 0 ? null : Math.min(...times);
}

function shownIn(snapshot: Snapshot | null): SnapshotComponent[] {
  return snapshot?.groups.flatMap(({ components }) => components) ?? [];
}
