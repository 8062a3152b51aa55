import { postsDueAt } from '@farwatch/core/decisions/status-page/due-time';
import { changeSnapshot, isOfAnotherDay } from '@farwatch/core/decisions/status-page/snapshot';
import type { Page } from '@farwatch/core/documents/page';
import type { Snapshot, SnapshotIncident } from '@farwatch/core/documents/snapshot';
import { pages, snapshots } from '../../platform/db/collections.ts';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { readMonitors } from './read-page.ts';
import { CURRENT_ID } from './snapshot-id.ts';

/** So many changed monitors are not read again the next time, even if they have changed nothing that is shown. */
const READ_AGAIN = 2;

type Known = { page: Page; snapshot: Snapshot };

/**
 * Brings a snapshot up to date with the monitors that have changed since it did, and with the posted incidents if there
 * are other ones. Returns when automatic posts are to be decided because of that, which is on the page then; null if
 * nothing of that kind has changed.
 */
export async function writeSnapshotChange(
  run: Run,
  { reader, writer }: { reader: Reader; writer: Writer },
  slug: string,
  { page, snapshot: before }: Known,
  incidents: readonly SnapshotIncident[] = before.incidents,
): Promise<number | null> {
  const ref = snapshots.ref(run.db, CURRENT_ID, slug);
  if (isOfAnotherDay(before, run.nowMs)) {
    // The daily build brings its bars and components up to date.
    writer.update(ref, snapshots.toUpdate({ incidents: [...incidents] }));
    return null;
  }
  const monitors = await readMonitors(run, reader, slug, before.changedAt);
  const after = changeSnapshot(before, { page, monitors, incidents }, run.nowMs);
  if (after === before && monitors.size <= READ_AGAIN) return null;
  const { groups, maintenance } = after;
  writer.update(ref, snapshots.toUpdate({ groups, maintenance, incidents: after.incidents, changedAt: run.nowMs }));
  const dueAt = postsDueAt(page, before, after, monitors, run.nowMs);
  if (dueAt === null || (page.dueAt !== null && page.dueAt <= dueAt)) return dueAt;
  writer.update(pages.ref(run.db, slug), pages.toUpdate({ dueAt }));
  return dueAt;
}
