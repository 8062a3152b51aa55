import { type Gone, monitorsOn, withMoved, withoutGone } from '@farwatch/core/decisions/status-page/page-groups';
import type { Page } from '@farwatch/core/documents/page';
import { isSame } from '@farwatch/core/values/is-same';
import type { PageGroup } from '@farwatch/core/values/status-page/page-fields';
import { pages } from '../../platform/db/collections.ts';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';

/** Pages by their slugs. */
export type PagesBySlug = ReadonlyMap<string, Page>;

/** Reads the pages that show a monitor; of one that cannot be read, nothing. */
export async function readPagesOf(run: Run, reader: Reader, slugs: readonly string[]): Promise<PagesBySlug> {
  if (slugs.length === 0) return new Map();
  const documents = await reader.getAll(...slugs.map((slug) => pages.ref(run.db, slug)));
  return new Map(
    documents.flatMap((document) => {
      const page = pages.readIfValid(document);
      return page ? [[document.id, page] as const] : [];
    }),
  );
}

/** Takes the components of what is gone from pages. Returns the slugs of those that do not show the monitor any more. */
export function forgetOnPages(run: Run, writer: Writer, shown: PagesBySlug, gone: Gone): string[] {
  const after = changeGroups(run, writer, shown, (groups) => withoutGone(groups, gone));
  return slugsShowing(after, gone.monitorId, false);
}

/**
 * Components of endpoints that move to another monitor stay on the pages. Returns the slugs of the pages that show each
 * monitor then.
 */
export function moveOnPages(
  run: Run,
  writer: Writer,
  shown: PagesBySlug,
  { endpointIds, from, to }: { endpointIds: ReadonlySet<string>; from: string; to: string },
): { from: string[]; to: string[] } {
  const after = changeGroups(run, writer, shown, (groups) => withMoved(groups, endpointIds, to));
  return { from: slugsShowing(after, from, true), to: slugsShowing(after, to, true) };
}

type GroupsBySlug = ReadonlyMap<string, PageGroup[]>;

function changeGroups(
  run: Run,
  writer: Writer,
  shown: PagesBySlug,
  change: (groups: readonly PageGroup[]) => PageGroup[],
): GroupsBySlug {
  const all = [...shown].map(([slug, page]) => {
    const groups = change(page.groups);
    if (!isSame(groups, page.groups)) {
      const edited = { groups, version: page.version + 1, updatedAt: run.nowMs };
      writer.update(pages.ref(run.db, slug), pages.toUpdate(edited));
    }
    return [slug, groups] as const;
  });
  return new Map(all);
}

function slugsShowing(after: GroupsBySlug, monitorId: string, isShown: boolean): string[] {
  return [...after].flatMap(([slug, groups]) => (monitorsOn({ groups }).has(monitorId) === isShown ? [slug] : []));
}
