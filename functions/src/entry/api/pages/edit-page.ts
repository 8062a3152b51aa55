import { isVisible, monitorsOn } from '@farwatch/core/decisions/status-page/page-groups';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { Page } from '@farwatch/core/documents/page';
import type { TakenSlug } from '@farwatch/core/documents/taken-slug';
import { isSame } from '@farwatch/core/values/is-same';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import type { DocumentReference } from 'firebase-admin/firestore';
import { refuseManagedTwice } from '../../../domain/monitors/refuse-managed-twice.ts';
import { CURRENT_ID } from '../../../domain/pages/snapshot-id.ts';
import { changedNames } from '../../../platform/db/activity.ts';
import { logos, monitors, pages, snapshots, takenSlugs } from '../../../platform/db/collections.ts';
import { type Reader, readThenWrite, type Writer } from '../../../platform/db/read-then-write.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError, MAX_DETAILS } from '../../../platform/http/errors.ts';
import { runSerially } from '../../../platform/run-serially.ts';
import { subscriberLists } from '../../site/subscribers/list.ts';
import { isFree, releaseSlug, takeSlug } from './slugs.ts';

/** What the edit of a page needs of a monitor. */
export type OwnMonitor = Pick<Monitor, 'endpoints' | 'pages'>;

/** Returns the desired page, given the current one; null to delete it. Called again if the edit starts over. */
type Edit = (current: Page | null) => Page | null;

const monitorFields = monitors.pick('endpoints', 'pages');

/**
 * Creates, changes or deletes a page in one commit: its document, its slug, the monitors' `pages`, and who may see its
 * snapshot, which the caller builds afterwards; a page that visitors cannot see loses it. Throws ApiError: conflict for
 * a key that another page has, slug_taken, too_many_pages, unknown_monitor, and what `edit` throws.
 */
export function editPage(run: Run, caller: Caller, slug: string, edit: Edit): Promise<Page | null> {
  return runSerially(caller.accountId, () =>
    readThenWrite(run, (reader, writer) => editIn(run, { reader, writer }, caller, slug, edit)),
  );
}

type Access = { reader: Reader; writer: Writer };

async function editIn(run: Run, access: Access, caller: Caller, slug: string, edit: Edit): Promise<Page | null> {
  const { reader, writer } = access;
  const [pageDoc, slugDoc, snapshotDoc] = await reader.getAll(
    pages.ref(run.db, slug),
    takenSlugs.ref(run.db, slug),
    snapshots.ref(run.db, CURRENT_ID, slug),
  );
  const stored = pageDoc ? pages.read(pageDoc) : null;
  const before = stored?.ownerId === caller.accountId ? stored : null;
  const taken = slugDoc ? takenSlugs.read(slugDoc) : null;
  const desired = edit(before);
  if (desired === before) return before;
  const after = desired && afterEdit(run, desired, before, taken);
  const fields = changedNames(before, after, ['dueAt', 'passwordVersion', 'updatedAt', 'version']);
  run.activity?.describe({ id: slug, name: (after ?? before)?.title ?? '', fields });
  if (after) await refuseSameKey(run, reader, slug, after, before);
  if (after && !before) await takeNew(run, access, caller, slug, taken);
  await writeMonitors(run, access, caller, slug, before, after);
  const ref = pages.ref(run.db, slug);
  if (!after) {
    writer.delete(ref);
    writer.delete(logos.ref(run.db, CURRENT_ID, slug));
    // With the page, so that no crash leaves addresses that nobody can remove.
    for (const each of subscriberLists(run, slug)) writer.delete(each);
    if (taken) releaseSlug(run, writer, slug, before?.blockedReason ?? null);
  } else if (before) writer.update(ref, pages.toUpdate(after));
  else writer.create(ref, pages.toDocument(after));
  // A new page takes over no snapshot that a deleted one may have left.
  if (snapshotDoc?.exists) writeAccess(writer, snapshotDoc.ref, before && after);
  return after;
}

/**
 * No visitor sees a page that is hidden, or reads one without its new password, even if its snapshot cannot be built.
 * Visitors who may see more than before wait for the build, because the old snapshot may show what the edit removes.
 */
function writeAccess(writer: Writer, ref: DocumentReference, after: Page | null): void {
  if (!after || !isVisible(after)) {
    writer.delete(ref);
  } else if (after.access === 'password') {
    const { access, passwordVersion } = after;
    writer.update(ref, snapshots.toUpdate({ access, passwordVersion }));
  }
}

/** A page that is seen is due until its snapshot is built. One whose predecessor was blocked is blocked, too. */
function afterEdit(run: Run, desired: Page, before: Page | null, taken: TakenSlug | null): Page {
  const after = before ? desired : { ...desired, blockedReason: taken?.blockedReason ?? null };
  return { ...after, dueAt: isVisible(after) ? run.nowMs : null };
}

const keyOfPage = pages.pick('managed');

async function refuseSameKey(run: Run, reader: Reader, slug: string, after: Page, before: Page | null): Promise<void> {
  if (!after.managed || isSame(after.managed, before?.managed)) return;
  const own = pages.collection(run.db).where('ownerId', '==', after.ownerId);
  refuseManagedTwice({ id: slug, managed: after.managed }, await keyOfPage.find(own, reader));
}

async function takeNew(
  run: Run,
  { reader, writer }: Access,
  { accountId }: Caller,
  slug: string,
  taken: TakenSlug | null,
): Promise<void> {
  if (!isFree(run, taken, accountId)) throw new ApiError('slug_taken');
  const { docs } = await reader.get(pages.collection(run.db).where('ownerId', '==', accountId).select());
  if (docs.length >= STATUS_PAGE.perOwner) throw new ApiError('too_many_pages');
  takeSlug(run, writer, slug, taken, accountId);
}

/** Writes which monitors the page shows. Throws ApiError unknown_monitor if one is not the owner's. */
async function writeMonitors(
  run: Run,
  { reader, writer }: Access,
  { accountId }: Caller,
  slug: string,
  before: Page | null,
  after: Page | null,
): Promise<void> {
  const found = await monitorFields.find(monitors.collection(run.db).where('ownerId', '==', accountId), reader);
  const own = new Map(found.map(({ id, ...monitor }) => [id, monitor]));
  if (after && JSON.stringify(after.groups) !== JSON.stringify(before?.groups)) refuseUnknown(after, own);
  const shown = after ? monitorsOn(after) : new Set<string>();
  for (const [id, { pages: slugs }] of own) {
    if (slugs.includes(slug) === shown.has(id)) continue;
    const others = slugs.filter((each) => each !== slug);
    const all = shown.has(id) ? [...others, slug] : others;
    writer.update(monitors.ref(run.db, id), monitors.toUpdate({ pages: all }));
  }
}

/** Throws ApiError unknown_monitor, with the paths, if a component is of no monitor or endpoint of its owner. */
export function refuseUnknown(
  { groups }: { groups: readonly { components: readonly { monitorId: string; endpointId: string | null }[] }[] },
  own: ReadonlyMap<string, Pick<Monitor, 'endpoints'>>,
): void {
  const isKnown = ({ monitorId, endpointId }: { monitorId: string; endpointId: string | null }) => {
    const monitor = own.get(monitorId);
    return monitor !== undefined && (endpointId === null || Object.hasOwn(monitor.endpoints, endpointId));
  };
  const details = groups.flatMap(({ components }, group) =>
    components.flatMap((each, index) => {
      const path = `groups.${group}.components.${index}`;
      return isKnown(each) ? [] : [{ path, message: 'not of this account' }];
    }),
  );
  if (details.length > 0) throw new ApiError('unknown_monitor', { details: details.slice(0, MAX_DETAILS) });
}
