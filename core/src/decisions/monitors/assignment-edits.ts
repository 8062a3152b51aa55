import type { AssignedEndpoint } from '../../documents/assignment.ts';
import { toAssignedUrl } from '../../values/assigned-url.ts';
import { isSame } from '../../values/is-same.ts';
import { type LocationCode, orderedLocations } from '../../values/locations.ts';
import { assignedValues } from '../../values/monitor-fields/field.ts';
import {
  ENDPOINT_FIELDS,
  type EndpointFields,
  MONITOR_FIELDS,
  type MonitorFields,
} from '../../values/monitor-fields/table.ts';
import { isEndpointPaused } from '../../values/pause.ts';
import { type SlowLimits, slowLimitAt } from '../../values/slow.ts';
import { isRunByServer } from '../../values/url.ts';
import { isSameTarget } from './monitor-content.ts';

/** A monitor with its endpoints' secrets, revisions and limits, by id; null before it is created or once it is deleted. */
export type AssignedMonitor =
  | (MonitorFields & { endpoints: Readonly<Record<string, EndpointFields & { rev: number; slowLimits: SlowLimits }>> })
  | null;

/**
 * An edit's changes in the owner's assignment at a location. `forget`: endpoints whose verdict leaves the agent's
 * memory, so that the next is reported: removed and resumed ones, those with another target, and all if the locations
 * (and so the quorum) change. `confirm`: those to check now, because their agent knows the target and would wait.
 */
export type AssignmentEdit = {
  put: Record<string, AssignedEndpoint>;
  remove: string[];
  forget: string[];
  confirm: string[];
};

/**
 * Returns the edits by location, without those where nothing changes: an edit affects no more agents than necessary.
 */
export function assignmentEdits(
  monitorId: string,
  before: AssignedMonitor,
  after: AssignedMonitor,
): Map<LocationCode, AssignmentEdit> {
  const edits = new Map<LocationCode, AssignmentEdit>();
  const [from, to] = [before?.locations ?? [], after?.locations ?? []].map((each) => orderedLocations(each));
  const isMoved = String(from) !== String(to);
  for (const location of orderedLocations([...(before?.locations ?? []), ...(after?.locations ?? [])])) {
    const old = assignedAt(location, monitorId, before);
    const next = assignedAt(location, monitorId, after);
    const put = Object.fromEntries(Object.entries(next).filter(([id, endpoint]) => !isSame(old[id], endpoint)));
    const remove = Object.keys(old).filter((id) => !next[id]);
    const kept = Object.keys(next).filter((id) => before?.endpoints[id]);
    const isResumed = (id: string) => !old[id] && from?.includes(location) === true;
    const restarted = new Set(
      kept.filter((id) => isResumed(id) || !isKept(before?.endpoints[id], after?.endpoints[id])),
    );
    const stale = kept.filter((id) => isMoved || restarted.has(id));
    const forget = [...remove, ...stale];
    if (Object.keys(put).length === 0 && forget.length === 0) continue;
    const confirm = stale.filter((id) => !restarted.has(id));
    edits.set(location, { put, remove, forget, confirm });
  }
  return edits;
}

/** The edits of two monitors in one commit, by location. An endpoint that one gives to the other stays assigned. */
export function joinAssignmentEdits(
  one: ReadonlyMap<LocationCode, AssignmentEdit>,
  other: ReadonlyMap<LocationCode, AssignmentEdit>,
): Map<LocationCode, AssignmentEdit> {
  const locations = orderedLocations([...one.keys(), ...other.keys()]);
  return new Map(
    locations.map((location) => {
      const edits = [one.get(location), other.get(location)].filter((edit) => edit !== undefined);
      const put: AssignmentEdit['put'] = Object.assign({}, ...edits.map((edit) => edit.put));
      const listOf = (part: 'remove' | 'forget' | 'confirm') => [...new Set(edits.flatMap((edit) => edit[part]))];
      const remove = listOf('remove').filter((id) => !put[id]);
      return [location, { put, remove, forget: listOf('forget'), confirm: listOf('confirm') }];
    }),
  );
}

function assignedAt(
  location: LocationCode,
  monitorId: string,
  monitor: AssignedMonitor,
): Record<string, AssignedEndpoint> {
  if (!monitor?.locations.includes(location)) return {};
  const shared = { ...assignedValues(MONITOR_FIELDS, monitor), monitorId };
  return Object.fromEntries(
    Object.entries(monitor.endpoints)
      .filter(([, endpoint]) => !isRunByServer(endpoint.url) && !isEndpointPaused(monitor, endpoint))
      .map(([id, endpoint]) => {
        const slowMs = slowLimitAt(endpoint, location);
        const assigned = {
          ...assignedValues(ENDPOINT_FIELDS, endpoint),
          url: toAssignedUrl(endpoint.url, endpoint.check),
          ...shared,
          rev: endpoint.rev,
          ...(slowMs !== null && { slowMs }),
        };
        return [id, assigned];
      }),
  );
}

function isKept(before: EndpointFields | undefined, after: EndpointFields | undefined): boolean {
  return before !== undefined && after !== undefined && isSameTarget(before, after);
}
