import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { isVisible } from '@farwatch/core/decisions/status-page/page-groups';
import type { Page } from '@farwatch/core/documents/page';
import { CURRENT_ID } from '../../../domain/pages/snapshot-id.ts';
import { logos } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { appUrl } from '../../../platform/links/app-url.ts';

/** Where visitors find a page. */
export function pageAddress(slug: string): string {
  return `${appUrl(process.env)}/status/${slug}`;
}

/** A page's answer to its owner, with the picture of its logo while the site does not show it. */
export async function ownPageAnswer(run: Run, slug: string, page: Page): Promise<PageAnswer> {
  const answer = pageAnswer(slug, page);
  return isVisible(page) ? answer : { ...answer, logo: await readLogoUrl(run, slug, page) };
}

/** A page's logo as a data URL; null without one. */
export async function readLogoUrl(run: Run, slug: string, { logoTag }: Pick<Page, 'logoTag'>): Promise<string | null> {
  if (logoTag === null) return null;
  const logo = logos.readIfValid(await logos.ref(run.db, CURRENT_ID, slug).get());
  return logo && `data:${logo.type};base64,${Buffer.from(logo.bytes).toString('base64')}`;
}

/** A page as answers have it: without the hash of its password. */
export function pageAnswer(slug: string, page: Page): PageAnswer {
  const { ownerId: _, passwordHash, passwordVersion: __, logoTag, dueAt: ___, createdAt, updatedAt, ...stored } = page;
  const { managed = null, ...fields } = stored;
  return {
    ...fields,
    slug,
    address: pageAddress(slug),
    state: page.blockedReason !== null ? 'blocked' : page.published ? 'published' : 'draft',
    hasPassword: passwordHash !== null,
    logo: logoTag === null ? null : `${pageAddress(slug)}/logo/${logoTag}`,
    managed,
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}
