import type { Subscribers } from '@farwatch/core/documents/subscribers';
import type { Language } from '@farwatch/core/values/languages';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { type DocumentReference, FieldValue, type Transaction } from 'firebase-admin/firestore';
import { pages, subscribers } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { addressHash } from './address.ts';

/** How many documents a page's subscribers have at most. */
export const DOCUMENTS = Math.ceil(STATUS_PAGE.subscribers / STATUS_PAGE.subscribersPerDocument);

/**
 * Adds an address, or leaves it as it is. `full`: the page has as many as it may. `gone`: there is no such page; the
 * site shows one for some seconds after it is deleted, and its next owner must not get its subscribers.
 */
export async function addSubscriber(
  run: Run,
  slug: string,
  { address, language }: { address: string; language: Language },
): Promise<'added' | 'full' | 'gone'> {
  const hash = addressHash(address);
  return run.db.runTransaction(async (tx) => {
    if (!(await tx.get(pages.ref(run.db, slug))).exists) return 'gone';
    const lists = await readAll(run, tx, slug);
    if (lists.some((list) => list && hash in list.addresses)) return 'added';
    const sizes = lists.map((list) => Object.keys(list?.addresses ?? {}).length);
    const index = sizes.findIndex((size) => size < STATUS_PAGE.subscribersPerDocument);
    if (index < 0) return 'full';
    const ref = subscribers.ref(run.db, String(index), slug);
    tx.set(ref, subscribers.toDocument({ addresses: { [hash]: { address, language, since: run.nowMs } } }), {
      merge: true,
    });
    return 'added';
  });
}

/** Removes an address by its hash; nothing if it is not there. */
export async function removeSubscriber(run: Run, slug: string, hash: string): Promise<void> {
  await run.db.runTransaction(async (tx) => {
    const lists = await readAll(run, tx, slug);
    lists.forEach((list, index) => {
      if (!list || !(hash in list.addresses)) return;
      tx.update(subscribers.ref(run.db, String(index), slug), { [`addresses.${hash}`]: FieldValue.delete() });
    });
  });
}

/** The documents that a page's subscribers are in, also those that do not exist. */
export function subscriberLists(run: Run, slug: string): DocumentReference[] {
  return Array.from({ length: DOCUMENTS }, (_, index) => subscribers.ref(run.db, String(index), slug));
}

async function readAll(run: Run, tx: Transaction, slug: string): Promise<(Subscribers | null)[]> {
  return (await tx.getAll(...subscriberLists(run, slug))).map((each) => subscribers.read(each));
}
