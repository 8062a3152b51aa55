import type { SnapshotIncident } from '../../documents/snapshot.ts';
import { clip } from '../../values/clip.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';

/**
 * Returns the incidents in the order of `incidents`, which defines who goes first, within the bytes that a page's snapshot
 * has for them. Of those that are too long the newest updates are kept, and `isCut` is set: the incident's own page has
 * all of them. What does not fit even so is left out, the last first.
 */
export function fitIncidents(incidents: readonly SnapshotIncident[]): SnapshotIncident[] {
  const shortest = incidents.map(shortened);
  const kept = countFitting(shortest);
  let spare = STATUS_PAGE.incidentBytes - sum(shortest.slice(0, kept).map(bytesOf));
  return incidents.slice(0, kept).map((incident, index) => {
    const short = shortest[index] ?? incident;
    const longest = longestWithin(incident, short, bytesOf(short) + spare);
    spare -= bytesOf(longest) - bytesOf(short);
    return longest;
  });
}

function countFitting(incidents: readonly SnapshotIncident[]): number {
  let left: number = STATUS_PAGE.incidentBytes;
  const firstTooMany = incidents.findIndex((each) => {
    left -= bytesOf(each);
    return left < 0;
  });
  return firstTooMany === -1 ? incidents.length : firstTooMany;
}

/** The incident with as many of its newest updates as fit; `short` if not even the newest one does. */
function longestWithin(incident: SnapshotIncident, short: SnapshotIncident, most: number): SnapshotIncident {
  const { updates } = incident;
  let left = most - bytesOf({ ...incident, updates: [], isCut: true });
  let first = updates.length;
  for (const update of updates.toReversed()) {
    left -= bytesOf(update) + 1;
    if (left < 0) break;
    first -= 1;
  }
  if (first === 0) return incident;
  return first === updates.length ? short : { ...incident, updates: updates.slice(first), isCut: true };
}

/** The newest update, and only the start of its text. The incident itself if that is all of it. */
function shortened(incident: SnapshotIncident): SnapshotIncident {
  const newest = incident.updates.at(-1);
  if (!newest) return incident;
  const isWhole = incident.updates.length === 1 && newest.text.length <= STATUS_PAGE.cutLength;
  if (isWhole) return incident;
  const text =
    newest.text.length <= STATUS_PAGE.cutLength ? newest.text : `${clip(newest.text, STATUS_PAGE.cutLength)}…`;
  return { ...incident, updates: [{ ...newest, text }], isCut: true };
}

/** Firestore stores a map in about as many bytes as its JSON has. */
function bytesOf(part: SnapshotIncident | SnapshotIncident['updates'][number]): number {
  return new TextEncoder().encode(JSON.stringify(part)).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
