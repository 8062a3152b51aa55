import { nextBuildAt, postsDueAt } from '@farwatch/core/decisions/status-page/due-time';
import { nextMailingsAt } from '@farwatch/core/decisions/status-page/mailing-restarts';
import { isVisible } from '@farwatch/core/decisions/status-page/page-groups';
import { shownIncidents } from '@farwatch/core/decisions/status-page/shown-incidents';
import { changeSnapshot, wholeSnapshot } from '@farwatch/core/decisions/status-page/snapshot';
import type { Publication } from '@farwatch/core/documents/publication';
import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { pages, snapshots } from '../../platform/db/collections.ts';
import { readThenWrite, type Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { runSerially } from '../../platform/run-serially.ts';
import { readOpenMailings } from './open-mailings.ts';
import { readHistories } from './read-histories.ts';
import { type CurrentPage, readMonitors, readPage, readPublications } from './read-page.ts';
import { CURRENT_ID } from './snapshot-id.ts';

/**
 * Builds a page's snapshot as a whole: from its monitors, their history and the posted incidents. A page that visitors
 * cannot see gets none, and loses the one that it has.
 */
export function buildSnapshot(run: Run, slug: string): Promise<void> {
  return runSerially(`page ${slug}`, () => build(run, slug));
}

async function build(run: Run, slug: string): Promise<void> {
  const page = pages.read(await pages.ref(run.db, slug).get());
  if (!page || !isVisible(page)) return removeSnapshot(run, slug);
  const monitors = await readMonitors(run, null, slug);
  const histories = await readHistories(run, page, monitors);
  await readThenWrite(run, async (reader, writer) => {
    const current = await readPage(run, reader, slug);
    // The call that edited the page builds its snapshot afterwards.
    if (!current || !isVisible(current.page) || current.page.version !== page.version) return;
    const publications = await readPublications(run, reader, slug);
    const changed = await readMonitors(run, reader, slug, run.nowMs);
    const context = { page: current.page, incidents: shownIncidents(current.page, publications, run.nowMs) };
    const whole = wholeSnapshot({ ...context, monitors }, histories, current.snapshot, run.nowMs);
    const after = changeSnapshot(whole, { ...context, monitors: changed }, run.nowMs);
    const shown = new Map([...monitors, ...changed]);
    const postsAt = postsDueAt(current.page, current.snapshot, after, shown, run.nowMs);
    const mailingsAt = nextMailingsAt(await readOpenMailings(run, reader, slug, current.page), run.nowMs);
    writeBuilt(run, writer, slug, current, after, [postsAt ?? openPostsAt(publications, run.nowMs), mailingsAt]);
  });
}

/** When automatic posts that are open are decided again, since an edit can take what failed off the page. */
function openPostsAt(publications: ReadonlyMap<string, Publication>, nowMs: number): number | null {
  const isOpen = [...publications.values()].some(({ automatic, resolvedAt }) => automatic && resolvedAt === null);
  return isOpen ? nowMs + STATUS_PAGE.postAfterMs : null;
}

function writeBuilt(
  run: Run,
  writer: Writer,
  slug: string,
  { page, hasSnapshot }: CurrentPage,
  snapshot: Snapshot,
  otherTimes: readonly (number | null)[],
): void {
  const ref = snapshots.ref(run.db, CURRENT_ID, slug);
  if (hasSnapshot) writer.update(ref, snapshots.toUpdate(snapshot));
  else writer.create(ref, snapshots.toDocument(snapshot));
  const dueAt = Math.min(nextBuildAt(page, run.nowMs), ...otherTimes.filter((atMs) => atMs !== null));
  if (dueAt !== page.dueAt) writer.update(pages.ref(run.db, slug), pages.toUpdate({ dueAt }));
}

async function removeSnapshot(run: Run, slug: string): Promise<void> {
  await readThenWrite(run, async (reader, writer) => {
    const current = await readPage(run, reader, slug);
    if (!current || isVisible(current.page)) return;
    if (current.hasSnapshot) writer.delete(snapshots.ref(run.db, CURRENT_ID, slug));
    if (current.page.dueAt !== null) writer.update(pages.ref(run.db, slug), pages.toUpdate({ dueAt: null }));
  });
}
