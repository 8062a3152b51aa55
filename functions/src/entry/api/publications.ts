import { isDeepStrictEqual } from 'node:util';
import { DONE, isoOf } from '@farwatch/core/contracts/api/parts';
import { type PublicationAnswer, publicationCalls } from '@farwatch/core/contracts/api/publications';
import { withUpdate } from '@farwatch/core/decisions/status-page/automatic-texts';
import { deletedPost } from '@farwatch/core/decisions/status-page/deleted-post';
import { componentsOf } from '@farwatch/core/decisions/status-page/page-groups';
import type { Page } from '@farwatch/core/documents/page';
import type { Publication } from '@farwatch/core/documents/publication';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { Timestamp } from 'firebase-admin/firestore';
import { enqueueMailings } from '../../domain/pages/enqueue-update.ts';
import { publicationIdFor } from '../../domain/pages/publication-id.ts';
import { readPage, readPublications } from '../../domain/pages/read-page.ts';
import { writePublications } from '../../domain/pages/write-publications.ts';
import { changedNames } from '../../platform/db/activity.ts';
import { incidents, publications } from '../../platform/db/collections.ts';
import { readThenWrite } from '../../platform/db/read-then-write.ts';
import { isInvalid } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import type { Caller } from '../../platform/http/authenticate.ts';
import { ApiError, fieldError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { runSerially } from '../../platform/run-serially.ts';
import { pageAddress } from './pages/page-answer.ts';
import { readOwnPage } from './pages/read-own-page.ts';

const LISTED = 50;
const incidentFields = incidents.pick('ownerId', 'outage', 'triggeredAt');

export const listPublications = route(publicationCalls.list, {
  run: async (run, caller, { params: { slug }, query: { before } }) => {
    await readOwnPage(run, caller, slug);
    const newest = publications.collection(run.db, slug).orderBy('startedAt', 'desc');
    const from =
      before === undefined ? newest : newest.where('startedAt', '<', Timestamp.fromMillis(Date.parse(before)));
    const { docs } = await from.limit(LISTED + 1).get();
    const read = docs.slice(0, LISTED).flatMap((doc) => {
      const publication = publications.readIfValid(doc);
      return publication ? [{ id: doc.id, publication }] : [];
    });
    const page = read.filter(({ publication }) => !publication.deleted);
    return {
      incidents: page.map(({ id, publication }) => answerOf(slug, id, publication)),
      next: docs.length > LISTED ? isoOf(read.at(-1)?.publication.startedAt ?? null) : null,
    };
  },
});

export const createPublication = route(publicationCalls.create, {
  run: async (run, caller, { params: { slug }, body }) => {
    const { incidentId, notify, title, components, state, text } = body;
    const startedAt = incidentId === null ? run.nowMs : await readStart(run, caller, incidentId);
    const id =
      incidentId === null ? publications.collection(run.db, slug).doc().id : publicationIdFor(slug, incidentId);
    const dates = { createdAt: run.nowMs, updatedAt: run.nowMs, expireAt: null };
    let tried: Publication | null = null;
    const created = await editPublication(run, caller, { slug, id, isMailed: notify }, (current, page) => {
      if (current && isStored(current, tried)) return current;
      if (current) throw new ApiError('already_posted');
      const fields = {
        title,
        components: knownKeys(page, components),
        incidentId,
        otherIncidentIds: [],
        automatic: false,
        deleted: false,
      };
      const first = { ...fields, ...dates, updates: [], startedAt, resolvedAt: null };
      tried = withUpdate(first, { state, text }, run.nowMs);
      return tried;
    });
    return answerOf(slug, id, existing(created));
  },
  repeat: async (run, caller, id, { params: { slug } }) => {
    await readOwnPage(run, caller, slug);
    const stored = publications.read(await publications.ref(run.db, id, slug).get());
    return answerOf(slug, id, existing(stored?.deleted ? null : stored));
  },
});

export const changePublication = route(publicationCalls.change, {
  run: async (run, caller, { params: { slug, id }, body: { title, components } }) => {
    const changed = await editPublication(run, caller, { slug, id, isMailed: false }, (current, page) => ({
      ...existing(current),
      title,
      components: knownKeys(page, components),
      automatic: false,
      updatedAt: run.nowMs,
    }));
    return answerOf(slug, id, existing(changed));
  },
});

export const updatePublication = route(publicationCalls.update, {
  run: async (run, caller, { params: { slug, id }, body: { notify, state, text } }) => {
    let tried: Publication | null = null;
    const updated = await editPublication(run, caller, { slug, id, isMailed: notify }, (current) => {
      const publication = existing(current);
      if (isStored(publication, tried)) return publication;
      if (publication.updates.length >= STATUS_PAGE.updates) throw new ApiError('too_many_updates');
      tried = { ...withUpdate(publication, { state, text }, run.nowMs), automatic: false };
      return tried;
    });
    return answerOf(slug, id, existing(updated));
  },
});

export const removePublication = route(publicationCalls.remove, {
  run: async (run, caller, { params: { slug, id } }) => {
    let hasExisted = false;
    await editPublication(run, caller, { slug, id, isMailed: false }, (current) => {
      // If it is gone on a retry, the first attempt was committed and only its answer was lost.
      if (!hasExisted) existing(current);
      hasExisted = true;
      return null;
    });
    return DONE;
  },
});

/** Whether a post is stored as this call tried: its first attempt was committed and only its answer was lost. */
function isStored(current: Publication, tried: Publication | null): boolean {
  return tried !== null && isDeepStrictEqual(current, tried);
}

function existing(publication: Publication | null): Publication {
  if (!publication) throw new ApiError('not_found');
  return publication;
}

/** When a detected incident's newest outage started. Throws ApiError invalid if it is not the caller's. */
async function readStart(run: Run, caller: Caller, incidentId: string): Promise<number> {
  const [incident] = await incidentFields.getAll(run.db, incidents.ref(run.db, incidentId));
  if (incident?.ownerId !== caller.accountId) {
    throw fieldError('incidentId', 'no such incident');
  }
  return incident.outage?.startedAt ?? incident.triggeredAt;
}

function answerOf(slug: string, id: string, publication: Publication): PublicationAnswer {
  const { title, components, updates, startedAt, resolvedAt, incidentId, automatic } = publication;
  return {
    id,
    title,
    components,
    incidentId,
    automatic,
    address: `${pageAddress(slug)}/incidents/${id}`,
    updates: updates.map(({ at, ...update }) => ({ ...update, at: isoOf(at) })),
    startedAt: isoOf(startedAt),
    resolvedAt: isoOf(resolvedAt),
  };
}

type Target = { slug: string; id: string; isMailed: boolean };

/**
 * Returns the desired post, given the current one, null if it is deleted, and its page; null to delete it. Called again
 * if the edit starts over.
 */
type Edit = (current: Publication | null, page: Page) => Publication | null;

/**
 * Creates, changes or deletes a posted incident in one commit with the page's snapshot and the mails about it. Throws
 * ApiError: not_found for another owner's page, too_many_open, and what `edit` throws.
 */
async function editPublication(
  run: Run,
  caller: Caller,
  { slug, id, isMailed }: Target,
  edit: Edit,
): Promise<Publication | null> {
  const { after, mailingIds } = await runSerially(caller.accountId, () =>
    readThenWrite(run, async (reader, writer) => {
      const current = await readPage(run, reader, slug);
      if (current?.page.ownerId !== caller.accountId) throw new ApiError('not_found');
      const [document] = await reader.getAll(publications.ref(run.db, id, slug));
      const stored = document ? publications.read(document) : null;
      const before = stored?.deleted ? null : stored;
      const desired = edit(before, current.page);
      if (desired === before) return { after: before, mailingIds: [] };
      const shown = await readPublications(run, reader, slug);
      if (desired) refuseManyOpen(desired, before, shown);
      const after = desired ?? (before && deletedPost(before, run.nowMs));
      run.activity?.describe({
        id,
        name: (desired ?? before)?.title ?? '',
        fields: changedNames(before, desired, ['updatedAt']),
      });
      const change = { id, before: stored, after, isMailed: isMailed && desired !== null };
      const created = await writePublications(run, { reader, writer }, { slug, current, shown }, [change]);
      return { after: desired, mailingIds: created };
    }).catch((error) => {
      // Firestore refuses a snapshot that is larger than a document may be.
      throw isInvalid(error) ? new ApiError('page_full') : error;
    }),
  );
  await enqueueMailings(run, slug, mailingIds);
  return after;
}

function refuseManyOpen(
  desired: Publication,
  before: Publication | null,
  shown: ReadonlyMap<string, Publication>,
): void {
  const wasOpen = before !== null && before.resolvedAt === null;
  if (wasOpen || desired.resolvedAt !== null) return;
  const open = [...shown.values()].filter(({ resolvedAt }) => resolvedAt === null);
  if (open.length >= STATUS_PAGE.openIncidents) throw new ApiError('too_many_open');
}

/** The keys that the page has, each once; others are left out, since their components may have been removed meanwhile. */
function knownKeys(page: Page, keys: readonly string[]): string[] {
  const known = new Set(componentsOf(page).map(({ key }) => key));
  return [...new Set(keys)].filter((key) => known.has(key));
}
