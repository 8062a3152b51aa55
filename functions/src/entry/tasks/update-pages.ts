import { isBuildDue } from '@farwatch/core/decisions/status-page/due-time';
import { isVisible } from '@farwatch/core/decisions/status-page/page-groups';
import { isOfAnotherDay, lacksSteps } from '@farwatch/core/decisions/status-page/snapshot';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { buildSnapshot } from '../../domain/pages/build-snapshot.ts';
import { writeSnapshotChange } from '../../domain/pages/change-snapshot.ts';
import { postAutomatically } from '../../domain/pages/post-automatically.ts';
import { readPage } from '../../domain/pages/read-page.ts';
import { attemptEach } from '../../platform/db/attempt-each.ts';
import { type Clock, SYSTEM_CLOCK } from '../../platform/db/clock.ts';
import { pages } from '../../platform/db/collections.ts';
import { attemptTask } from '../../platform/db/due-work.ts';
import { readThenWrite } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import type { TaskInputs } from '../../platform/db/tasks.ts';
import { runSerially } from '../../platform/run-serially.ts';

const PAGES_AT_ONCE = 5;

/** What to do with a page next; `waitMs` is how long its snapshot must not change. */
type Next = { do: 'nothing' } | { do: 'post' } | { do: 'build'; isDue: boolean } | { do: 'wait'; waitMs: number };
type Task = { ownerId: string; isWhole: boolean; requestedAtMs: number };

/**
 * Task `updatePages` (docs/status-pages.md, Updates): brings the snapshots of an owner's pages up to date, does their
 * daily work, and decides automatic posts that are due.
 */
export async function updatePages(
  run: Run,
  { ownerId, slugs, isWhole }: TaskInputs['updatePages'],
  clock: Clock = SYSTEM_CLOCK,
): Promise<void> {
  const task = { ownerId, isWhole, requestedAtMs: clock.now() };
  const all = slugs ?? (await readSlugs(run, ownerId));
  const update = (slug: string) =>
    attemptTask(run, [pages.ref(run.db, slug)], () => updatePage(run, slug, task, clock));
  await attemptEach(all, update, { atOnce: PAGES_AT_ONCE, what: 'pages' });
}

async function readSlugs(run: Run, ownerId: string): Promise<string[]> {
  const { docs } = await pages.collection(run.db).where('ownerId', '==', ownerId).select().get();
  return docs.map(({ id }) => id);
}

async function updatePage(run: Run, slug: string, task: Task, clock: Clock): Promise<void> {
  for (;;) {
    const nowRun = { ...run, nowMs: clock.now() };
    // Of tasks that wake up together, the first one makes the others' change too.
    const next = await runSerially(`page ${slug}`, () => updateNow(nowRun, slug, task));
    if (next.do === 'nothing') return;
    if (next.do === 'post') return postAutomatically(nowRun, slug);
    if (next.do === 'wait') await clock.sleep(next.waitMs);
    else {
      await buildSnapshot(nowRun, slug);
      return next.isDue ? postAutomatically(nowRun, slug) : undefined;
    }
  }
}

/** Changes the snapshot by what has changed since, at most once in ten seconds, or returns the remaining work. */
function updateNow(run: Run, slug: string, { ownerId, isWhole, requestedAtMs }: Task): Promise<Next> {
  return readThenWrite<Next>(run, async (reader, writer) => {
    const current = await readPage(run, reader, slug);
    if (!current || current.page.ownerId !== ownerId) return { do: 'nothing' };
    const { page, snapshot } = current;
    const isDue = page.dueAt !== null && page.dueAt <= run.nowMs;
    if (!isVisible(page)) return current.hasSnapshot || isDue ? { do: 'build', isDue } : { do: 'nothing' };
    const isOld = snapshot !== null && (isOfAnotherDay(snapshot, run.nowMs) || lacksSteps(snapshot));
    const isStale = !snapshot || isOld || isBuildDue(page, snapshot, run.nowMs);
    if (isStale || (isWhole && snapshot.builtAt <= requestedAtMs)) return { do: 'build', isDue };
    if (isDue) return { do: 'post' };
    // Another task has seen what this one was enqueued for.
    if (snapshot.changedAt > requestedAtMs) return { do: 'nothing' };
    const waitMs = snapshot.changedAt + STATUS_PAGE.updateEveryMs - run.nowMs;
    if (waitMs > 0) return { do: 'wait', waitMs };
    const dueAt = await writeSnapshotChange(run, { reader, writer }, slug, { page, snapshot });
    return { do: dueAt !== null && dueAt <= run.nowMs ? 'post' : 'nothing' };
  });
}
