import type { WindowWithId } from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import { maintenanceMail } from '@farwatch/core/decisions/status-page/maintenance-mail';
import { isVisible } from '@farwatch/core/decisions/status-page/page-groups';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { DAY_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { mailings, pages } from '../../platform/db/collections.ts';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { createMailing, writeMailingsDue } from './write-mailings.ts';

const sentFields = mailings.pick('maintenance');

/** A mailing whose task the caller enqueues after the commit. */
export type CreatedMailing = { slug: string; mailingId: string };

/**
 * Writes the mailings about an edit of a maintenance window to subscribers of these pages, with the edit in one commit.
 * It reads nothing if the window's owner does not have subscribers mailed.
 */
export async function mailMaintenance(
  run: Run,
  { reader, writer }: { reader: Reader; writer: Writer },
  edited: { id: string; before: WindowWithId | null; after: WindowWithId | null },
  slugs: Iterable<string>,
): Promise<CreatedMailing[]> {
  const all = [...new Set(slugs)];
  if (all.length === 0 || !(edited.before?.mailsSubscribers || edited.after?.mailsSubscribers)) return [];
  const documents = await reader.getAll(...all.map((slug) => pages.ref(run.db, slug)));
  const created: CreatedMailing[] = [];
  for (const [index, slug] of all.entries()) {
    const page = documents[index] ? pages.readIfValid(documents[index]) : null;
    if (!page?.takesSubscribers || !isVisible(page)) continue;
    const mail = maintenanceMail(edited, page, run.nowMs);
    if (!mail || (await isAtLimit(run, reader, slug))) continue;
    const maintenance = { windowId: edited.id, ...mail };
    const mailingId = createMailing(run, writer, slug, { publicationId: null, incident: null, maintenance });
    writeMailingsDue(run, writer, slug, page);
    created.push({ slug, mailingId });
  }
  return created;
}

/** Whether the page's subscribers have got as many mails about maintenance today as they may. */
async function isAtLimit(run: Run, reader: Reader, slug: string): Promise<boolean> {
  const since = Timestamp.fromMillis(run.nowMs - DAY_MS);
  const recent = mailings.collection(run.db, slug).where('startedAt', '>', since).orderBy('startedAt', 'desc');
  const found = await sentFields.find(recent.limit(5 * STATUS_PAGE.maintenanceMailsPerDay), reader);
  return found.filter(({ maintenance }) => maintenance !== null).length >= STATUS_PAGE.maintenanceMailsPerDay;
}
