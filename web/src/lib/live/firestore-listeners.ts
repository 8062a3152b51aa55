import { idSchema } from '@farwatch/core/values/fields';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import {
  collection,
  type DocumentData,
  type DocumentReference,
  doc,
  onSnapshot,
  type Query,
  type QueryConstraint,
  type QuerySnapshot,
  query,
  where,
} from 'firebase/firestore';
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { useFirestore } from 'reactfire';
import type { z } from 'zod';
import { useOnline } from '../browser/online.ts';
import { openInAccount } from '../session/account-address.ts';
import { useAccountId } from '../session/session.ts';
import { type Listen, listenWithRetry } from './listen.ts';
import { liveStore } from './live-store.ts';
import { readDocument, type WithId } from './read-document.ts';

/** Live data: undefined until the first answer. The last data stays after an error. */
export type Live<T> = { data: T | undefined; error: Error | undefined };

/** A query's documents in order. */
export type LiveList<T> = {
  items: WithId<T>[];
  /** How many documents do not match their schema. */
  unreadable: number;
};

/** Whether the list is at its limit, so that there may be more documents. */
export function isCut({ items, unreadable }: LiveList<unknown>): boolean {
  return items.length + unreadable >= LIST_LIMITS.byPerson;
}

/**
 * Listens to a query. Only changed documents are parsed again; the others stay the same objects. Results from the cache
 * before the server has answered are ignored, because they may be incomplete.
 */
function listenToQuery<T extends object>(source: Query, schema: z.ZodType<T>): Listen<LiveList<T>> {
  return ({ next, fail }) => {
    const known = new Map<string, WithId<T> | null>();
    let hasAnswer = false;
    return onSnapshot(
      source,
      { includeMetadataChanges: true },
      (snapshot) => {
        hasAnswer ||= !snapshot.metadata.fromCache;
        const list = merge(snapshot, known, schema);
        if (hasAnswer) next(list);
      },
      fail,
    );
  };
}

function merge<T extends object>(
  snapshot: QuerySnapshot<DocumentData>,
  known: Map<string, WithId<T> | null>,
  schema: z.ZodType<T>,
): LiveList<T> {
  for (const { type, doc: changed } of snapshot.docChanges()) {
    if (type === 'removed') known.delete(changed.id);
    else known.set(changed.id, readDocument(changed, schema));
  }
  const all = snapshot.docs.map(({ id }) => known.get(id) ?? null);
  const items = all.filter((item) => item !== null);
  return { items, unreadable: all.length - items.length };
}

/**
 * Listens to one document: null if it does not exist or does not match its schema. A missing document from
 * the cache is ignored, because the document may exist.
 */
export function listenToDocument<T extends object>(
  document: DocumentReference,
  schema: z.ZodType<T>,
): Listen<WithId<T> | null> {
  return ({ next, fail }) =>
    onSnapshot(
      document,
      { includeMetadataChanges: true },
      (snapshot) => {
        if (snapshot.exists()) next(readDocument(snapshot, schema));
        else if (!snapshot.metadata.fromCache) next(null);
      },
      fail,
    );
}

/**
 * Returns the data of one listener on the signed-in user's documents, shared by all callers with the same key. Without
 * a user or a key, there is no listener (docs/web.md, Live documents). It ends when unused; its last data is kept for
 * the next use.
 */
export function useLive<T>(key: string | null, listen: (accountId: string) => Listen<T>): Live<T> {
  const accountId = useAccountId();
  const name = accountId && key ? `${accountId}/${key}` : null;
  const hold = useEffectEvent((held: string) =>
    liveStore.hold(held, (sink) => listenWithRetry(listen(accountId ?? ''), sink)),
  );
  useEffect(() => (name === null ? undefined : hold(name)), [name]);
  const known = useSyncExternalStore(liveStore.subscribe, () => knownAs<T>(name));
  const online = useOnline();
  // The page already shows that the device is offline.
  const offline = useMemo(() => ({ data: known.data, error: undefined }), [known.data]);
  return !online && known.data !== undefined ? offline : known;
}

/** A key's data, typed as its listener's data: each key names one kind of document. */
function knownAs<T>(key: string | null): Live<T> {
  return liveStore.known(key) as Live<T>;
}

/** The signed-in user's own documents of a collection, live; `key` distinguishes several queries on one collection. */
export function useOwnDocuments<T extends object>(
  name: string,
  schema: z.ZodType<T>,
  constraints: readonly QueryConstraint[],
  key = name,
): Live<LiveList<T>> {
  const firestore = useFirestore();
  return useLive(key, (accountId) =>
    listenToQuery(query(collection(firestore, name), where('ownerId', '==', accountId), ...constraints), schema),
  );
}

/**
 * Listens to one document; null if it does not exist or cannot be read, undefined without an id. Invalid ids are not
 * requested.
 */
export function useDocument<T extends object>(
  name: string,
  id: string | null,
  schema: z.ZodType<T>,
): Live<WithId<T> | null> {
  const firestore = useFirestore();
  const isId = idSchema.safeParse(id).success;
  const live = useLive(isId ? `${name}/${id}` : null, () => listenToDocument(doc(firestore, name, id ?? ''), schema));
  const isElsewhere = useAccountOf(name, live.data);
  if (id !== null && !isId) return NOT_FOUND;
  return isElsewhere ? LOADING : live;
}

const NOT_FOUND = { data: null, error: undefined };
const LOADING = { data: undefined, error: undefined };

/** What links in messages open. */
const LINKED: readonly string[] = ['endpoints', 'incidents', 'monitors'];

/**
 * Opens the address in the account of a linked document, since a link in a message names no account. Returns whether it
 * does. The rules let a person read no other accounts than theirs.
 */
function useAccountOf(name: string, data: object | null | undefined): boolean {
  const accountId = useAccountId();
  const owner = LINKED.includes(name) && data && 'ownerId' in data ? data.ownerId : null;
  const elsewhere = typeof owner === 'string' && accountId !== null && owner !== accountId ? owner : null;
  useEffect(() => {
    if (elsewhere !== null) openInAccount(elsewhere);
  }, [elsewhere]);
  return elsewhere !== null;
}

/** Whether the rules denied access, because the document belongs to another account. */
export function isRefused(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && error.code === 'permission-denied';
}
