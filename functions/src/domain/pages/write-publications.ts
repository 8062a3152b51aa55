import { nextMailingsAt } from '@farwatch/core/decisions/status-page/mailing-restarts';
import { isVisible } from '@farwatch/core/decisions/status-page/page-groups';
import { shownIncidents } from '@farwatch/core/decisions/status-page/shown-incidents';
import type { Page } from '@farwatch/core/documents/page';
import type { Publication } from '@farwatch/core/documents/publication';
import { DAY_MS } from '@farwatch/core/values/time';
import { mailings, pages, publications } from '../../platform/db/collections.ts';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { writeSnapshotChange } from './change-snapshot.ts';
import type { CurrentPage } from './read-page.ts';

/** How long it is known who was mailed. */
const MAILING_KEPT_MS = 30 * DAY_MS;

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
      mailingIds.push(createMailing(run, access.writer, slug, change.id, change.after));
  }
  const { page, snapshot } = current;
  const postsAt =
    snapshot && changes.length > 0
      ? await writeSnapshotChange(run, access, slug, { page, snapshot }, shownIncidents(page, after, run.nowMs))
      : null;
  if (mailingIds.length > 0) writeMailingsDue(run, access.writer, slug, page, postsAt);
  return mailingIds;
}

/** The task of a mailing may be lost before it is enqueued, so the page is due when it should have ended. */
function writeMailingsDue(run: Run, writer: Writer, slug: string, { dueAt }: Page, postsAt: number | null): void {
  const known = [dueAt, postsAt].filter((atMs) => atMs !== null);
  const mailingsAt = nextMailingsAt([{ startedAt: run.nowMs }], run.nowMs);
  if (mailingsAt === null || known.some((atMs) => atMs <= mailingsAt)) return;
  writer.update(pages.ref(run.db, slug), pages.toUpdate({ dueAt: mailingsAt }));
}

function writePublication(run: Run, writer: Writer, slug: string, { id, before, after }: PublicationChange): void {
  const ref = publications.ref(run.db, id, slug);
  if (!after) writer.delete(ref);
  else if (before) writer.update(ref, publications.toUpdate(after));
  else writer.create(ref, publications.toDocument(after));
}

/** Mails the newest update to everybody who has subscribed by now. */
function createMailing(run: Run, writer: Writer, slug: string, publicationId: string, after: Publication): string {
  const { title, components, updates, startedAt, resolvedAt } = after;
  const ref = mailings.ref(run.db, mailings.collection(run.db, slug).doc().id, slug);
  const mailing = {
    publicationId,
    incident: { title, components, updates, startedAt, resolvedAt },
    sentUntil: null,
    deferred: [],
    deferredAt: null,
    sent: 0,
    failed: 0,
    startedAt: run.nowMs,
    endedAt: null,
    expireAt: run.nowMs + MAILING_KEPT_MS,
  };
  writer.create(ref, mailings.toDocument(mailing));
  return ref.id;
}
