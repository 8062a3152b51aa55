import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import type { Page } from '@farwatch/core/documents/page';
import { appUrl } from '../../links/app-url.ts';

/** Where visitors find a page. */
export function pageAddress(slug: string): string {
  return `${appUrl(process.env)}/status/${slug}`;
}

/** A page as answers have it: without the hash of its password. */
export function pageAnswer(slug: string, page: Page): PageAnswer {
  const { ownerId: _, passwordHash, passwordVersion: __, logoTag, dueAt: ___, createdAt, updatedAt, ...fields } = page;
  return {
    ...fields,
    slug,
    address: pageAddress(slug),
    state: page.blockedReason !== null ? 'blocked' : page.published ? 'published' : 'draft',
    hasPassword: passwordHash !== null,
    logo: logoTag === null ? null : `${pageAddress(slug)}/logo/${logoTag}`,
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}
