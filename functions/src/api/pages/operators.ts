import { pageOperatorCalls } from '@farwatch/core/contracts/api/pages';
import { DONE, isoOf } from '@farwatch/core/contracts/api/parts';
import { isVisible } from '@farwatch/core/decisions/status-page/page-groups';
import { pageReports, pages, snapshots } from '../../db/collections.ts';
import { readThenWrite } from '../../db/read-then-write.ts';
import { buildSnapshot } from '../../pages/build-snapshot.ts';
import { readPage } from '../../pages/read-page.ts';
import { CURRENT_ID } from '../../pages/snapshot-id.ts';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';

const MOST_REPORTS = 100;
const reportFields = pageReports.pick('slug', 'text', 'createdAt');
const blockField = pages.pick('blockedReason');

export const listPageReports = route(pageOperatorCalls.reports, {
  run: async (run) => {
    const newest = pageReports.collection(run.db).orderBy('createdAt', 'desc').limit(MOST_REPORTS);
    const reports = await reportFields.find(newest);
    const slugs = [...new Set(reports.map(({ slug }) => slug))];
    const found =
      slugs.length === 0 ? [] : await blockField.getAll(run.db, ...slugs.map((slug) => pages.ref(run.db, slug)));
    const blocked = new Set(slugs.filter((_, index) => found[index]?.blockedReason));
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
    await readThenWrite(run.db, async (reader, writer) => {
      const current = await readPage(run, reader, slug);
      if (!current) throw new ApiError('not_found');
      const isSeen = isVisible({ ...current.page, blockedReason: reason });
      const change = { blockedReason: reason, dueAt: isSeen ? run.nowMs : null };
      writer.update(pages.ref(run.db, slug), pages.toUpdate(change));
      if (current.hasSnapshot && !isSeen) writer.delete(snapshots.ref(run.db, CURRENT_ID, slug));
    });
    await buildSnapshot(run, slug);
    return DONE;
  },
});
