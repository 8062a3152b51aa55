import { isVisible } from '@farwatch/core/decisions/status-page/page-groups';
import { shownIncidents } from '@farwatch/core/decisions/status-page/shown-incidents';
import type { Publication } from '@farwatch/core/documents/publication';
import { publications } from '../../platform/db/collections.ts';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { writeSnapshotChange } from './change-snapshot.ts';
import type { CurrentPage } from './read-page.ts';
import { createMailing, writeMailingsDue } from './write-mailings.ts';

/** A posted incident that is created (`before` null), changed or deleted (`after` null). */
export type PublicationChange = {
  id: string;
  before: Publication | null;
  after: Publication | null;
  /** Whether subscribers are mailed. */
  isMailed: boolean;
};

/**
 * Writes posted incidents of a page, mails to its subscribers about them, and the incidents of its snapshot. `shown`: those
 * that it showed before, by id. Returns the ids of the mailings, whose tasks the caller enqueues after the commit.
 */
export async function writePublications(
  run: Run,
  access: { reader: Reader; writer: Writer },
  { slug, current, shown }: { slug: string; current: CurrentPage; shown: ReadonlyMap<string, Publication> },
  changes: readonly PublicationChange[],
): Promise<string[]> {
  const after = new Map(shown);
  const mailingIds: string[] = [];
  const canMail = isVisible(current.page) && current.page.takesSubscribers;
  for (const change of changes) {
    writePublication(run, access.writer, slug, change);
    if (!change.after) after.delete(change.id);
    else after.set(change.id, change.after);
    if (change.after && change.isMailed && canMail)
      mailingIds.push(createMailing(run, access.writer, slug, mailOf(change.id, change.after)));
  }
  const { page, snapshot } = current;
  const postsAt =
    snapshot && changes.length > 0
      ? await writeSnapshotChange(run, access, slug, { page, snapshot }, shownIncidents(page, after, run.nowMs))
      : null;
  if (mailingIds.length > 0) writeMailingsDue(run, access.writer, slug, page, [postsAt]);
  return mailingIds;
}

function writePublication(run: Run, writer: Writer, slug: string, { id, before, after }: PublicationChange): void {
  const ref = publications.ref(run.db, id, slug);
  if (!after) writer.delete(ref);
  else if (before) writer.update(ref, publications.toUpdate(after));
  else writer.create(ref, publications.toDocument(after));
}

/** The mail about the newest update. */
function mailOf(publicationId: string, after: Publication) {
  const { title, components, updates, startedAt, resolvedAt } = after;
  return { publicationId, incident: { title, components, updates, startedAt, resolvedAt }, maintenance: null };
}
