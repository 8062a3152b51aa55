import { createHash } from 'node:crypto';
import { pageCalls } from '@farwatch/core/contracts/api/pages';
import { isVisible } from '@farwatch/core/decisions/status-page/page-groups';
import type { Logo, Page } from '@farwatch/core/documents/page';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { readPage } from '../../../domain/pages/read-page.ts';
import { isPicture } from '../../../domain/pages/read-picture.ts';
import { CURRENT_ID } from '../../../domain/pages/snapshot-id.ts';
import { logos, pages, snapshots } from '../../../platform/db/collections.ts';
import { readThenWrite } from '../../../platform/db/read-then-write.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { runSerially } from '../../../platform/run-serially.ts';
import { ownPageAnswer, pageAnswer } from './page-answer.ts';

const TAG_LENGTH = 16;

export const putLogo = route(pageCalls.logo, {
  run: async (run, caller, { params: { slug }, body: { type, base64 } }) => {
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length > STATUS_PAGE.logoBytes) throw new ApiError('too_large');
    if (!isPicture(type, bytes)) throw new ApiError('bad_picture');
    return ownPageAnswer(run, slug, await changeLogo(run, caller, slug, { type, bytes }));
  },
});

export const removeLogo = route(pageCalls.removeLogo, {
  run: async (run, caller, { params: { slug } }) => pageAnswer(slug, await changeLogo(run, caller, slug, null)),
});

/** Stores a page's logo, null for none. Its tag, in its address, changes with it, so that it can be cached forever. */
function changeLogo(run: Run, caller: Caller, slug: string, logo: Logo | null): Promise<Page> {
  const logoTag = logo && createHash('sha256').update(logo.bytes).digest('hex').slice(0, TAG_LENGTH);
  return runSerially(caller.accountId, () =>
    readThenWrite(run, async (reader, writer) => {
      const current = await readPage(run, reader, slug);
      if (current?.page.ownerId !== caller.accountId) throw new ApiError('not_found');
      run.activity?.describe({ id: slug, name: current.page.title, fields: ['logo'] });
      const ref = logos.ref(run.db, CURRENT_ID, slug);
      if (logo) writer.set(ref, logos.toDocument(logo));
      else writer.delete(ref);
      writer.update(pages.ref(run.db, slug), pages.toUpdate({ logoTag }));
      if (current.hasSnapshot && isVisible(current.page))
        writer.update(snapshots.ref(run.db, CURRENT_ID, slug), snapshots.toUpdate({ logoTag }));
      return { ...current.page, logoTag };
    }),
  );
}
