import type { AssignedEndpoint } from '../documents/assignment.ts';
import { type LocationCode, orderedLocations } from '../locations.ts';

/** What of a monitor concerns its agents; null where there is no such monitor, before it is made or once it is deleted. */
export type WatchedMonitor = {
  name: string;
  locations: readonly LocationCode[];
  endpoints: Readonly<Record<string, { url: string; name: string }>>;
} | null;

/**
 * What an edit of a monitor changes in the owner's assignment at a location. `forget`: endpoints whose last verdict there must
 * not be remembered, so that the next one is news: those that go, those with another URL and those that come anew.
 */
export type AssignmentEdit = { put: Record<string, AssignedEndpoint>; remove: string[]; forget: string[] };

/** The edits by location; locations where nothing changes are left out, so that an edit touches no more agents than it must. */
export function assignmentEdits(
  monitorId: string,
  before: WatchedMonitor,
  after: WatchedMonitor,
): Map<LocationCode, AssignmentEdit> {
  const edits = new Map<LocationCode, AssignmentEdit>();
  for (const location of orderedLocations([...(before?.locations ?? []), ...(after?.locations ?? [])])) {
    const was = assignedAt(location, monitorId, before);
    const will = assignedAt(location, monitorId, after);
    const put = Object.fromEntries(Object.entries(will).filter(([id, next]) => !isSame(was[id], next)));
    const remove = Object.keys(was).filter((id) => !will[id]);
    if (Object.keys(put).length === 0 && remove.length === 0) continue;
    const existed = Object.keys(put).filter((id) => before?.endpoints[id] && was[id]?.url !== put[id]?.url);
    edits.set(location, { put, remove, forget: [...remove, ...existed] });
  }
  return edits;
}

function assignedAt(
  location: LocationCode,
  monitorId: string,
  monitor: WatchedMonitor,
): Record<string, AssignedEndpoint> {
  if (!monitor?.locations.includes(location)) return {};
  const entries = Object.entries(monitor.endpoints);
  return Object.fromEntries(entries.map(([id, { url, name }]) => [id, { url, name, group: monitor.name, monitorId }]));
}

function isSame(a: AssignedEndpoint | undefined, b: AssignedEndpoint): boolean {
  return a?.url === b.url && a.name === b.name && a.group === b.group;
}
