import type { AssignedEndpoint } from '../documents/assignment.ts';
import { type LocationCode, orderedLocations } from '../locations.ts';

/** The part of a monitor that concerns its agents; null before it is made or once it is deleted. */
export type WatchedMonitor = {
  name: string;
  locations: readonly LocationCode[];
  endpoints: Readonly<Record<string, { url: string; name: string; rev: number }>>;
} | null;

/**
 * An edit's changes in the owner's assignment at a location. `forget`: endpoints whose last verdict must not be
 * remembered, so that the next is news: removed ones, those with another URL, and all if the locations (and so the
 * quorum) change. `confirm`: those to check now, since their agent knows the URL and would wait.
 */
export type AssignmentEdit = {
  put: Record<string, AssignedEndpoint>;
  remove: string[];
  forget: string[];
  confirm: string[];
};

/** The edits by location, without locations where nothing changes: an edit affects no more agents than necessary. */
export function assignmentEdits(
  monitorId: string,
  before: WatchedMonitor,
  after: WatchedMonitor,
): Map<LocationCode, AssignmentEdit> {
  const edits = new Map<LocationCode, AssignmentEdit>();
  const [from, to] = [before?.locations ?? [], after?.locations ?? []].map((each) => orderedLocations(each));
  const isMoved = String(from) !== String(to);
  for (const location of orderedLocations([...(before?.locations ?? []), ...(after?.locations ?? [])])) {
    const old = assignedAt(location, monitorId, before);
    const next = assignedAt(location, monitorId, after);
    const put = Object.fromEntries(Object.entries(next).filter(([id, endpoint]) => !isSame(old[id], endpoint)));
    const remove = Object.keys(old).filter((id) => !next[id]);
    const stale = Object.keys(next).filter(
      (id) => before?.endpoints[id] && (isMoved || old[id]?.url !== next[id]?.url),
    );
    const forget = [...remove, ...stale];
    if (Object.keys(put).length === 0 && forget.length === 0) continue;
    const confirm = stale.filter((id) => before?.endpoints[id]?.url === next[id]?.url);
    edits.set(location, { put, remove, forget, confirm });
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
  return Object.fromEntries(
    entries.map(([id, { url, name, rev }]) => [id, { url, name, group: monitor.name, monitorId, rev }]),
  );
}

function isSame(a: AssignedEndpoint | undefined, b: AssignedEndpoint): boolean {
  return a?.url === b.url && a.name === b.name && a.group === b.group;
}
