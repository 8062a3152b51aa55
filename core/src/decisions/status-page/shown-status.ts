import type { Snapshot, SnapshotComponent } from '../../documents/snapshot.ts';
import type { ComponentStatus } from '../../values/status-page/component-status.ts';
import type { OverallStatus } from '../../values/status-page/overall-status.ts';

/** Returns a component's status at `nowMs`: running maintenance replaces everything but 'not monitored'. */
export function shownStatus(
  { key, status }: Pick<SnapshotComponent, 'key' | 'status'>,
  maintenance: Snapshot['maintenance'],
  nowMs: number,
): ComponentStatus {
  if (status === 'paused') return status;
  const isRunning = maintenance.some(
    ({ startsAt, endsAt, components }) => startsAt <= nowMs && nowMs < endsAt && components.includes(key),
  );
  return isRunning ? 'maintenance' : status;
}

/** Returns the state of a page at `nowMs`: the worst that is known of what it monitors. */
export function overallStatus(
  { groups, incidents, maintenance }: Pick<Snapshot, 'groups' | 'incidents' | 'maintenance'>,
  nowMs: number,
): OverallStatus {
  const all = groups.flatMap(({ components }) => components.map((each) => shownStatus(each, maintenance, nowMs)));
  const monitored: ComponentStatus[] = all.filter((status) => status !== 'paused');
  const has = (status: ComponentStatus) => monitored.includes(status);
  const isAll = (status: ComponentStatus) => has(status) && monitored.every((each) => each === status);
  if (isAll('down')) return 'allDown';
  if (has('down')) return 'someDown';
  if (has('partial')) return 'partial';
  if (incidents.some(({ resolvedAt }) => resolvedAt === null)) return 'incident';
  if (has('maintenance')) return 'maintenance';
  if (!has('up')) return 'unknown';
  return has('unknown') ? 'someUnknown' : 'up';
}
