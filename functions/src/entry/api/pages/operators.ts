import { pageOperatorCalls } from '@farwatch/core/contracts/api/pages';
import { DONE, isoOf } from '@farwatch/core/contracts/api/parts';
import { isVisible } from '@farwatch/core/decisions/status-page/page-groups';
import { buildSnapshot } from '../../../domain/pages/build-snapshot.ts';
import { readPage } from '../../../domain/pages/read-page.ts';
import { CURRENT_ID } from '../../../domain/pages/snapshot-id.ts';
import { pageReports, pages, snapshots, takenSlugs } from '../../../platform/db/collections.ts';
import { type Reader, readThenWrite, type Writer } from '../../../platform/db/read-then-write.ts';
import type { Run } from '../../../platform/db/run.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { releaseSlug } from './slugs.ts';

const MOST_REPORTS = 100;
const reportFields = pageReports.pick('slug', 'text', 'createdAt');
const pageBlock = pages.pick('blockedReason');
const slugBlock = takenSlugs.pick('blockedReason');

export const listPageReports = route(pageOperatorCalls.reports, {
  run: async (run) => {
    const newest = pageReports.collection(run.db).orderBy('createdAt', 'desc').limit(MOST_REPORTS);
    const reports = await reportFields.find(newest);
    const slugs = [...new Set(reports.map(({ slug }) => slug))];
    const blocked = await blockedAmong(run, slugs);
    return {
      reports: reports.map(({ slug, text, createdAt }) => ({
        slug,
        text,
        createdAt: isoOf(createdAt),
        isBlocked: blocked.has(slug),
      })),
    };
  },
});

export const blockPage = route(pageOperatorCalls.block, {
  run: async (run, _caller, { params: { slug }, body: { reason } }) => {
    await readThenWrite(run, async (reader, writer) => {
      const current = await readPage(run, reader, slug);
      if (!current) return blockSlug(run, { reader, writer }, slug, reason);
      const { ownerId, title } = current.page;
      run.activity?.describe({ id: slug, name: title, ownerId, fields: [reason === null ? 'unblocked' : 'blocked'] });
      const isSeen = isVisible({ ...current.page, blockedReason: reason });
      const change = { blockedReason: reason, dueAt: isSeen ? run.nowMs : null };
      writer.update(pages.ref(run.db, slug), pages.toUpdate(change));
      if (current.hasSnapshot && !isSeen) writer.delete(snapshots.ref(run.db, CURRENT_ID, slug));
    });
    await buildSnapshot(run, slug);
    return DONE;
  },
});

/** The slugs whose page is blocked, or was when it was deleted. */
async function blockedAmong(run: Run, slugs: readonly string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const [ofPages, ofSlugs] = await Promise.all([
    pageBlock.getAll(run.db, ...slugs.map((slug) => pages.ref(run.db, slug))),
    slugBlock.getAll(run.db, ...slugs.map((slug) => takenSlugs.ref(run.db, slug))),
  ]);
  return new Set(slugs.filter((_, index) => ofPages[index]?.blockedReason ?? ofSlugs[index]?.blockedReason));
}

/** Blocks the slug of a deleted page, for the next page. The slug of a closed account has no next page. */
async function blockSlug(
  run: Run,
  { reader, writer }: { reader: Reader; writer: Writer },
  slug: string,
  reason: string | null,
): Promise<void> {
  const [document] = await reader.getAll(takenSlugs.ref(run.db, slug));
  const taken = document ? takenSlugs.read(document) : null;
  if (taken?.expireAt == null) throw new ApiError('not_found');
  releaseSlug(run, writer, slug, reason);
}
