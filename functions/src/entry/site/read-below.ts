import type { Logo } from '@farwatch/core/documents/page';
import type { Publication } from '@farwatch/core/documents/publication';
import type { SnapshotIncident } from '@farwatch/core/documents/snapshot';
import { idSchema } from '@farwatch/core/values/fields';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { wallClock } from '@farwatch/core/values/zone';
import { Timestamp } from 'firebase-admin/firestore';
import { CURRENT_ID } from '../../domain/pages/snapshot-id.ts';
import { logos, publications } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { monthAfter } from './history-page.ts';

/** The key of a month in its cache: a month is cut in the page's time zone. */
export function monthKey(slug: string, month: string, timeZone: string): string {
  return [slug, month, timeZone].join(' ');
}

/** A month's incidents, the newest first, as its list shows them: one more than it shows, if there are more. */
export async function readMonth(run: Run, key: string): Promise<SnapshotIncident[]> {
  const [slug = '', month = '', timeZone = 'UTC'] = key.split(' ');
  const { dayStart } = wallClock(timeZone);
  const [from, to] = [month, monthAfter(month, 1)].map((each) => Timestamp.fromMillis(dayStart(`${each}-01`)));
  const found = await publications
    .collection(run.db, slug)
    .where('startedAt', '>=', from)
    .where('startedAt', '<', to)
    .orderBy('startedAt', 'desc')
    .limit(STATUS_PAGE.listed + 1)
    .get();
  return found.docs.flatMap((document) => {
    const publication = publications.readIfValid(document);
    return publication && !publication.deleted ? [asListed(asShown(document.id, publication))] : [];
  });
}

export function incidentKey(slug: string, id: string): string {
  return `${slug} ${id}`;
}

/** An incident that the snapshot has no more. */
export async function readIncident(run: Run, key: string): Promise<SnapshotIncident | null> {
  const [slug = '', id = ''] = key.split(' ');
  if (!idSchema.safeParse(id).success) return null;
  const found = publications.readIfValid(await publications.ref(run.db, id, slug).get());
  return found && !found.deleted ? asShown(id, found) : null;
}

export async function readLogo(run: Run, key: string): Promise<Logo | null> {
  const [slug = ''] = key.split(' ');
  return logos.readIfValid(await logos.ref(run.db, CURRENT_ID, slug).get());
}

/** An incident in a list, where full ones would be megabytes: without components, and with only its last text. */
export function asListed(incident: SnapshotIncident): SnapshotIncident {
  const last = incident.updates.length - 1;
  const updates = incident.updates.map((each, index) => (index === last ? each : { ...each, text: '' }));
  return { ...incident, components: [], updates };
}

/** What visitors may see of a publication. */
function asShown(id: string, { title, components, updates, startedAt, resolvedAt }: Publication): SnapshotIncident {
  return { id, title, components, updates, startedAt, resolvedAt };
}
