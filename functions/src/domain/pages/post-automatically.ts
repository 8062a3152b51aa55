import { type AutomaticPosts, decideAutomaticPosts } from '@farwatch/core/decisions/status-page/automatic-posts';
import { automaticPublication, resolvedAutomatically } from '@farwatch/core/decisions/status-page/automatic-texts';
import { nextBuildAt } from '@farwatch/core/decisions/status-page/due-time';
import { mailingsToRestart, nextMailingsAt } from '@farwatch/core/decisions/status-page/mailing-restarts';
import { isVisible } from '@farwatch/core/decisions/status-page/page-groups';
import type { Page } from '@farwatch/core/documents/page';
import { incidentIdsOf, type Publication } from '@farwatch/core/documents/publication';
import { LIMITS } from '@farwatch/core/values/limits';
import { incidents, monitors, pages, publications } from '../../platform/db/collections.ts';
import { type Reader, readThenWrite } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueMailings } from './enqueue-update.ts';
import { readOpenMailings } from './open-mailings.ts';
import { publicationIdFor } from './publication-id.ts';
import { readPage, readPublications } from './read-page.ts';
import { type PublicationChange, writePublications } from './write-publications.ts';

const incidentFields = incidents.pick('monitorId', 'endpointId', 'type', 'outage', 'flapping', 'triggeredAt');
const endedFields = incidents.pick('monitorId', 'endpointId', 'updates');
const monitorFields = monitors.pick('maintenance');

/**
 * Does what a page is due for: posts outages that are long enough, resolves automatic posts whose components do not
 * fail any more, starts mailings again whose task was lost, and sets when the page is due again.
 */
export async function postAutomatically(run: Run, slug: string): Promise<void> {
  const mailingIds = await readThenWrite(run, async (reader, writer) => {
    const current = await readPage(run, reader, slug);
    if (!current?.snapshot || !isVisible(current.page)) return [];
    const { page, snapshot } = current;
    const isNeeded = page.postsAutomatically || snapshot.incidents.some(({ resolvedAt }) => resolvedAt === null);
    const { changes, shown, nextAt } = isNeeded ? await decide(run, reader, slug, page) : NOTHING;
    const open = await readOpenMailings(run, reader, slug, page);
    const builtAt = Math.min(run.nowMs, snapshot.builtAt);
    const mailed = changes.filter(({ isMailed }) => isMailed).map(() => ({ startedAt: run.nowMs }));
    const times = [nextBuildAt(page, builtAt), nextAt, nextMailingsAt([...open, ...mailed], run.nowMs)];
    const dueAt = Math.min(...times.filter((atMs) => atMs !== null));
    const target = { slug, current: { ...current, page: { ...page, dueAt } }, shown };
    const created = await writePublications(run, { reader, writer }, target, changes);
    if (dueAt !== page.dueAt) writer.update(pages.ref(run.db, slug), pages.toUpdate({ dueAt }));
    return [...created, ...mailingsToRestart(open, run.nowMs).map(({ id }) => id)];
  });
  await enqueueMailings(run, slug, mailingIds);
}

type Decided = { changes: PublicationChange[]; shown: ReadonlyMap<string, Publication>; nextAt: number | null };
const NOTHING: Decided = { changes: [], shown: new Map(), nextAt: null };

async function decide(run: Run, reader: Reader, slug: string, page: Page): Promise<Decided> {
  const [shown, context] = await Promise.all([
    readPublications(run, reader, slug),
    readContext(run, reader, slug, page),
  ]);
  const first = decideAutomaticPosts({ page, publications: shown, ...context }, run.nowMs);
  const older = first.post ? await readPosted(run, reader, slug, incidentIdsOf(first.post)) : [];
  const all = { page, publications: new Map([...shown, ...older]), ...context };
  const decided = older.length > 0 ? decideAutomaticPosts(all, run.nowMs) : first;
  return { changes: await changesOf(run, reader, slug, page, shown, decided), shown, nextAt: decided.nextAt };
}

/** Posts about these incidents that the page does not show any more, which would keep others from being posted. */
async function readPosted(
  run: Run,
  reader: Reader,
  slug: string,
  incidentIds: readonly string[],
): Promise<[string, Publication][]> {
  const refs = incidentIds.map((id) => publications.ref(run.db, publicationIdFor(slug, id), slug));
  const found = await reader.getAll(...refs);
  return found.flatMap((document) => {
    const publication = publications.readIfValid(document);
    return publication ? [[document.id, publication] as [string, Publication]] : [];
  });
}

async function readContext(run: Run, reader: Reader, slug: string, { ownerId }: Page) {
  const active = incidents.collection(run.db).where('ownerId', '==', ownerId).where('status', '==', 'active');
  const shown = monitors.collection(run.db).where('pages', 'array-contains', slug);
  const [open, own] = await Promise.all([
    incidentFields.find(active.orderBy('triggeredAt', 'desc').limit(2 * LIMITS.mostEndpointsPerOwner), reader),
    monitorFields.find(shown, reader),
  ]);
  return {
    incidents: new Map(open.map((incident) => [incident.id, incident])),
    monitors: new Map(own.map((monitor) => [monitor.id, monitor])),
  };
}

async function changesOf(
  run: Run,
  reader: Reader,
  slug: string,
  page: Page,
  shown: ReadonlyMap<string, Publication>,
  { post, resolved }: AutomaticPosts,
): Promise<PublicationChange[]> {
  const open = resolved.flatMap((id) => {
    const before = shown.get(id);
    return before ? [{ id, before }] : [];
  });
  const changes = await Promise.all(open.map((each) => resolvedChange(run, reader, page, each)));
  if (!post) return changes;
  const id = publicationIdFor(slug, post.incidentId);
  return [...changes, { id, before: null, after: automaticPublication(page, post, run.nowMs), isMailed: true }];
}

async function resolvedChange(
  run: Run,
  reader: Reader,
  page: Page,
  { id, before }: { id: string; before: Publication },
): Promise<PublicationChange> {
  const refs = incidentIdsOf(before).map((incidentId) => incidents.ref(run.db, incidentId));
  const ended = refs.length > 0 ? await endedFields.getAll(reader, ...refs) : [];
  const known = ended.filter((incident) => incident !== null);
  const { resolved, hasRecovered } = resolvedAutomatically(page, before, known, run.nowMs);
  return { id, before, after: resolved, isMailed: hasRecovered };
}
