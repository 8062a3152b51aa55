import type { Monitor } from '@farwatch/core/documents/monitor';
import type { Page } from '@farwatch/core/documents/page';
import type { Publication } from '@farwatch/core/documents/publication';
import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { type Query, Timestamp } from 'firebase-admin/firestore';
import type { Finder } from '../../platform/db/collection.ts';
import { monitors, pages, publications, snapshots } from '../../platform/db/collections.ts';
import type { Reader } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { CURRENT_ID } from './snapshot-id.ts';

/** Clocks differ, and a monitor may be committed while a snapshot is made. */
const CHANGED_BEFORE_MS = 10_000;

/** A page and what visitors see of it. `hasSnapshot`: also true for an unreadable one, which is built again. */
export type CurrentPage = { page: Page; snapshot: Snapshot | null; hasSnapshot: boolean };

/** Reads a page with its snapshot; null if there is no such page. */
export async function readPage(run: Run, reader: Reader, slug: string): Promise<CurrentPage | null> {
  const [pageDoc, snapshotDoc] = await reader.getAll(pages.ref(run.db, slug), snapshots.ref(run.db, CURRENT_ID, slug));
  const page = pageDoc ? pages.read(pageDoc) : null;
  const snapshot = snapshotDoc ? snapshots.readIfValid(snapshotDoc) : null;
  return page && { page, snapshot, hasSnapshot: snapshotDoc?.exists === true };
}

/** The monitors of a page by id. `sinceMs`: those that have changed since, including shortly before. */
export async function readMonitors(
  run: Run,
  finder: Finder | null,
  slug: string,
  sinceMs?: number,
): Promise<Map<string, Monitor>> {
  const all = monitors.collection(run.db).where('pages', 'array-contains', slug);
  const changed = (atMs: number) => all.where('updatedAt', '>=', Timestamp.fromMillis(atMs - CHANGED_BEFORE_MS));
  const query = sinceMs === undefined ? all : changed(sinceMs);
  const { docs } = await find(query, finder);
  return new Map(
    docs.flatMap((doc) => {
      const monitor = monitors.readIfValid(doc);
      return monitor ? [[doc.id, monitor] as const] : [];
    }),
  );
}

/** The posted incidents that a page shows, by id: the open ones and those resolved lately, also deleted ones. */
export async function readPublications(
  run: Run,
  finder: Finder | null,
  slug: string,
): Promise<Map<string, Publication>> {
  const all = publications.collection(run.db, slug);
  const since = Timestamp.fromMillis(run.nowMs - STATUS_PAGE.recentMs);
  const recent = all.where('resolvedAt', '>', since).orderBy('resolvedAt', 'desc').limit(STATUS_PAGE.recent);
  const found = await Promise.all([find(all.where('resolvedAt', '==', null), finder), find(recent, finder)]);
  return new Map(
    found.flatMap(({ docs }) =>
      docs.flatMap((doc) => {
        const publication = publications.readIfValid(doc);
        return publication ? [[doc.id, publication] as const] : [];
      }),
    ),
  );
}

function find(query: Query, finder: Finder | null) {
  return finder ? finder.get(query) : query.get();
}
