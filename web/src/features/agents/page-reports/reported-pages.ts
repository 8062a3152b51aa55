import type { CallAnswer } from '@farwatch/core/contracts/api/call';
import type { pageOperatorCalls } from '@farwatch/core/contracts/api/pages';

type Report = CallAnswer<typeof pageOperatorCalls.reports>['reports'][number];

/** A status page with the abuse reports about it, newest first. */
export type ReportedPage = { slug: string; isBlocked: boolean; reports: { text: string; createdAt: string }[] };

/** The pages of reports that are ordered from the newest; the one that was reported last is the first. */
export function reportedPages(reports: readonly Report[]): ReportedPage[] {
  const pages = new Map<string, ReportedPage>();
  for (const { slug, isBlocked, text, createdAt } of reports) {
    const page = pages.get(slug) ?? { slug, isBlocked, reports: [] };
    pages.set(slug, { ...page, reports: [...page.reports, { text, createdAt }] });
  }
  return [...pages.values()];
}
