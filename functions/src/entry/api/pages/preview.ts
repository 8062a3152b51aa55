import { pageCalls } from '@farwatch/core/contracts/api/pages';
import { monitorsOn } from '@farwatch/core/decisions/status-page/page-groups';
import { shownIncidents } from '@farwatch/core/decisions/status-page/shown-incidents';
import { wholeSnapshot } from '@farwatch/core/decisions/status-page/snapshot';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { Page } from '@farwatch/core/documents/page';
import { readHistories } from '../../../domain/pages/read-histories.ts';
import { readPublications } from '../../../domain/pages/read-page.ts';
import { monitors } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { route } from '../../../platform/http/route.ts';
import { appUrl } from '../../../platform/links/app-url.ts';
import { renderPage } from '../../site/render-page.ts';
import { refuseUnknown } from './edit-page.ts';
import { readLogoUrl } from './page-answer.ts';
import { keyedGroups } from './pages.ts';
import { readOwnPage } from './read-own-page.ts';

/** The slug in the address of a page that has none yet. */
const NEW_SLUG = 'preview';

export const previewPage = route(pageCalls.preview, {
  run: async (run, caller, { body: { slug, ...input } }) => {
    const stored = slug === null ? null : await readOwnPage(run, caller, slug);
    const page = { ...input, groups: keyedGroups(input.groups, stored), ...unsaved(run, caller, stored) };
    const shown = await readShown(run, caller, page);
    const [histories, publications, logo] = await Promise.all([
      readHistories(run, page, shown),
      slug === null ? new Map() : readPublications(run, null, slug),
      slug === null ? null : readLogoUrl(run, slug, page),
    ]);
    const incidents = shownIncidents(page, publications, run.nowMs);
    const snapshot = wholeSnapshot({ page, monitors: shown, incidents }, histories, null, run.nowMs);
    const html = renderPage(snapshot, {
      slug: slug ?? NEW_SLUG,
      origin: appUrl(process.env),
      language: page.language,
      nowMs: run.nowMs,
      confirmedAtMs: run.nowMs,
      isPreview: true,
      logo,
    });
    return { html };
  },
});

/** What the editor does not send. */
function unsaved(run: Run, { accountId }: Caller, stored: Page | null) {
  const first = { ownerId: accountId, passwordHash: null, passwordVersion: 0, logoTag: null, blockedReason: null };
  const { logoTag = null, version = 0, createdAt = run.nowMs } = stored ?? {};
  return { ...first, logoTag, version, dueAt: null, createdAt, updatedAt: run.nowMs };
}

/** The monitors of a draft. Throws ApiError unknown_monitor if one is not the caller's. */
async function readShown(run: Run, caller: Caller, page: Pick<Page, 'groups'>): Promise<Map<string, Monitor>> {
  const ids = [...monitorsOn(page)];
  const documents = ids.length === 0 ? [] : await run.db.getAll(...ids.map((id) => monitors.ref(run.db, id)));
  const own = new Map(
    documents.flatMap((document) => {
      const monitor = monitors.readIfValid(document);
      return monitor?.ownerId === caller.accountId ? [[document.id, monitor] as const] : [];
    }),
  );
  refuseUnknown(page, own);
  return own;
}
