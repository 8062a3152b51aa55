import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type PageInput, pageCalls } from '@farwatch/core/contracts/api/pages';
import { DONE } from '@farwatch/core/contracts/api/parts';
import {
  componentsOf,
  hasTooManyComponents,
  isVisible,
  withKeys,
} from '@farwatch/core/decisions/status-page/page-groups';
import type { Page } from '@farwatch/core/documents/page';
import { compareNames } from '@farwatch/core/values/compare-names';
import { isSame } from '@farwatch/core/values/is-same';
import type { PageFields, PageGroup } from '@farwatch/core/values/status-page/page-fields';
import { slugProblem } from '@farwatch/core/values/status-page/slug';
import { buildSnapshot } from '../../../domain/pages/build-snapshot.ts';
import { hashPassword } from '../../../domain/pages/password.ts';
import { reasonOf } from '../../../platform/db/attempt-each.ts';
import { pages, subscribers, takenSlugs } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { editPage } from './edit-page.ts';
import { ownPageAnswer, pageAnswer } from './page-answer.ts';
import { readOwnPage } from './read-own-page.ts';
import { isFree, isPreviousOwner } from './slugs.ts';

export const listPages = route(pageCalls.list, {
  run: async (run, caller) => {
    const { docs } = await pages.collection(run.db).where('ownerId', '==', caller.accountId).get();
    const own = docs.flatMap((doc) => {
      const page = pages.readIfValid(doc);
      return page ? [pageAnswer(doc.id, page)] : [];
    });
    return { pages: own.toSorted((a, b) => compareNames(a.title, b.title)) };
  },
});

export const checkSlug = route(pageCalls.slug, {
  run: async (run, caller, { params: { slug } }) => {
    const problem = slugProblem(slug);
    if (problem) return { available: false, reason: problem };
    const taken = takenSlugs.read(await takenSlugs.ref(run.db, slug).get());
    return isFree(run, taken, caller.accountId)
      ? { available: true, reason: null }
      : { available: false, reason: 'taken' as const };
  },
});

export const createPage = route(pageCalls.create, {
  run: async (run, caller, { body: { slug, password, ...input } }) => {
    const passwordHash = await hashIfGiven(password);
    await removeLeftovers(run, caller, slug);
    const dates = { createdAt: run.nowMs, updatedAt: run.nowMs };
    const first = { ownerId: caller.accountId, logoTag: null, blockedReason: null, version: 0, dueAt: null };
    const created = { ...requested(run, input, null, passwordHash), ...first, ...dates };
    const page = await savePage(run, caller, slug, (current) => {
      if (!current || isSamePage(current, created)) return current ?? created;
      // Another run of the same file was faster, which then finds it.
      if (created.managed && isSame(current.managed, created.managed)) throw new ApiError('conflict');
      throw new ApiError('slug_taken');
    });
    return pageAnswer(slug, page);
  },
  repeat: async (run, caller, slug) => pageAnswer(slug, await readOwnPage(run, caller, slug)),
});

export const getPage = route(pageCalls.get, {
  run: async (run, caller, { params: { slug } }) => {
    const page = await readOwnPage(run, caller, slug);
    const { docs } = await subscribers.collection(run.db, slug).get();
    const counts = docs.map((doc) => Object.keys(subscribers.readIfValid(doc)?.addresses ?? {}).length);
    return { ...(await ownPageAnswer(run, slug, page)), subscribers: counts.reduce((sum, count) => sum + count, 0) };
  },
});

export const changePage = route(pageCalls.change, {
  run: async (run, caller, { params: { slug }, body: { version, password, ...input } }) => {
    const passwordHash = await hashIfGiven(password);
    let tried: Page | null = null;
    const page = await savePage(run, caller, slug, (current) => {
      if (!current) throw new ApiError('not_found');
      if (isSamePage(current, tried)) return current;
      if (current.version !== version) throw new ApiError('edited_meanwhile');
      const edited = { version: version + 1, updatedAt: run.nowMs };
      tried = { ...current, ...requested(run, input, current, passwordHash), ...edited };
      return tried;
    });
    return ownPageAnswer(run, slug, page);
  },
});

export const removePage = route(pageCalls.remove, {
  run: async (run, caller, { params: { slug } }) => {
    const taken = takenSlugs.read(await takenSlugs.ref(run.db, slug).get());
    // An earlier call may have removed the page and not what belongs to it.
    let hasExisted = isPreviousOwner(taken, caller.accountId);
    await editPage(run, caller, slug, (current) => {
      if (!current && !hasExisted) throw new ApiError('not_found');
      hasExisted = true;
      return null;
    });
    await removeParts(run, slug);
    return DONE;
  },
});

/** Removes what is left of the page that had a slug before, also of another owner's: its removal may not have ended. */
async function removeLeftovers(run: Run, { accountId }: Caller, slug: string): Promise<void> {
  const [pageDoc, slugDoc] = await run.db.getAll(pages.ref(run.db, slug), takenSlugs.ref(run.db, slug));
  if (pageDoc?.exists) return;
  if (isFree(run, slugDoc ? takenSlugs.read(slugDoc) : null, accountId)) await removeParts(run, slug);
}

/** Deletes what belongs to a page that is gone: posted incidents, mailings, and subscribers that an older version left. */
async function removeParts(run: Run, slug: string): Promise<void> {
  for (const collection of await pages.ref(run.db, slug).listCollections()) {
    // The commit that deletes a page deletes these. Here they may be of one that is created at the same time.
    if (!WITH_PAGE.has(collection.id)) await run.db.recursiveDelete(collection);
  }
}

const WITH_PAGE: ReadonlySet<string> = new Set(['snapshots', 'logos']);

/** Saves a page, then builds its snapshot. If that fails, the next sweep does it. */
async function savePage(run: Run, caller: Caller, slug: string, edit: (current: Page | null) => Page): Promise<Page> {
  const page = await editPage(run, caller, slug, edit);
  if (!page) throw new ApiError('not_found');
  if (isVisible(page)) {
    await buildSnapshot(run, slug).catch((error: unknown) => {
      console.error(`pages/${slug} has no snapshot yet: ${reasonOf(error)}`);
    });
  }
  return page;
}

/** The fields that a commit sets and an edit does not contain. */
const BY_COMMIT = { dueAt: null, blockedReason: null };

/** Whether a page is stored as this call tried: its first attempt was committed and only its answer was lost. */
function isSamePage(current: Page, tried: Page | null): boolean {
  return tried !== null && isDeepStrictEqual({ ...current, ...BY_COMMIT }, { ...tried, ...BY_COMMIT });
}

/**
 * The version of a new password. A time, because the cookie of a deleted page's password must not open a page that is
 * created again.
 */
function nextPasswordVersion({ nowMs }: Run, current: Page | null): number {
  return Math.max(nowMs, (current?.passwordVersion ?? 0) + 1);
}

async function hashIfGiven(password: string | undefined): Promise<string | null> {
  return password === undefined ? null : hashPassword(password);
}

/** The requested fields. Throws ApiError: too_many_components, password_missing. */
function requested(
  run: Run,
  { groups, ...fields }: Omit<PageFields, 'groups'> & Pick<PageInput, 'groups'> & Pick<Page, 'managed'>,
  current: Page | null,
  passwordHash: string | null,
) {
  const hash = passwordHash ?? current?.passwordHash ?? null;
  if (fields.access === 'password' && hash === null) throw new ApiError('password_missing');
  return {
    ...fields,
    groups: keyedGroups(groups, current),
    passwordHash: hash,
    passwordVersion: passwordHash === null ? (current?.passwordVersion ?? 0) : nextPasswordVersion(run, current),
  };
}

/** The requested groups with keys for all components. Throws ApiError too_many_components. */
export function keyedGroups(groups: PageInput['groups'], current: Pick<Page, 'groups'> | null): PageGroup[] {
  if (hasTooManyComponents(groups)) throw new ApiError('too_many_components');
  return withKeys(groups, current ? componentsOf(current) : [], newKey);
}

const KEY_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const KEY_LENGTH = 8;

function newKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)]).join('');
}
