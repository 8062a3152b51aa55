import { deletedPost } from '@farwatch/core/decisions/status-page/deleted-post';
import { componentsOf } from '@farwatch/core/decisions/status-page/page-groups';
import type { Page } from '@farwatch/core/documents/page';
import type { Publication } from '@farwatch/core/documents/publication';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { enqueueMailings } from '../../../domain/pages/enqueue-update.ts';
import { readPage, readPublications } from '../../../domain/pages/read-page.ts';
import { writePublications } from '../../../domain/pages/write-publications.ts';
import { publications } from '../../../platform/db/collections.ts';
import { readThenWrite } from '../../../platform/db/read-then-write.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { runSerially } from '../../../platform/run-serially.ts';

type Target = { slug: string; id: string; isMailed: boolean };

/**
 * Returns the desired post, given the current one, null if it is deleted, and its page; null to delete it. Called again
 * if the edit starts over.
 */
type Edit = (current: Publication | null, page: Page) => Publication | null;

/**
 * Creates, changes or deletes a posted incident in one commit with the page's snapshot and the mails about it. Throws
 * ApiError: not_found for another owner's page, too_many_open, and what `edit` throws.
 */
export async function editPublication(
  run: Run,
  caller: Caller,
  { slug, id, isMailed }: Target,
  edit: Edit,
): Promise<Publication | null> {
  const { after, mailingIds } = await runSerially(caller.uid, () =>
    readThenWrite(run.db, async (reader, writer) => {
      const current = await readPage(run, reader, slug);
      if (current?.page.ownerId !== caller.uid) throw new ApiError('not_found');
      const [document] = await reader.getAll(publications.ref(run.db, id, slug));
      const stored = document ? publications.read(document) : null;
      const before = stored?.deleted ? null : stored;
      const desired = edit(before, current.page);
      if (desired === before) return { after: before, mailingIds: [] };
      const shown = await readPublications(run, reader, slug);
      if (desired) refuseManyOpen(desired, before, shown);
      const after = desired ?? (before && deletedPost(before, run.nowMs));
      const change = { id, before: stored, after, isMailed: isMailed && desired !== null };
      const created = await writePublications(run, { reader, writer }, { slug, current, shown }, [change]);
      return { after: desired, mailingIds: created };
    }),
  );
  await enqueueMailings(run, slug, mailingIds);
  return after;
}

function refuseManyOpen(
  desired: Publication,
  before: Publication | null,
  shown: ReadonlyMap<string, Publication>,
): void {
  const wasOpen = before !== null && before.resolvedAt === null;
  if (wasOpen || desired.resolvedAt !== null) return;
  const open = [...shown.values()].filter(({ resolvedAt }) => resolvedAt === null);
  if (open.length >= STATUS_PAGE.openIncidents) throw new ApiError('too_many_open');
}

/** The keys that the page has, each once; others are left out, since their components may have been removed meanwhile. */
export function knownKeys(page: Page, keys: readonly string[]): string[] {
  const known = new Set(componentsOf(page).map(({ key }) => key));
  return [...new Set(keys)].filter((key) => known.has(key));
}
