import type { DocumentData, Firestore, Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { AggregateField, FieldPath, FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { Random } from '../platform/random.ts';
import type { Operator } from './query.ts';

/** Operations that only the SDK has, or that only the functions' tests use. */
export type SdkOperation =
  | { do: 'bulk'; writes: { do: 'create' | 'set' | 'update' | 'delete'; path: string; n: number }[] }
  | { do: 'list'; path: string }
  | { do: 'delete-under'; path: string }
  | { do: 'server-time'; path: string }
  | { do: 'odd-names'; path: string; isMerged: boolean }
  | ({ do: 'find' } & Find);

type Find = {
  collection: string;
  isGroup: boolean;
  where: { field: string; op: Operator; value: unknown }[];
  orders: readonly { field: string; direction: 'asc' | 'desc' }[];
  limit: { count: number; isLast: boolean } | null;
  offset: number;
  /** The limits of the values of the first order. */
  from: { value: unknown; isIncluded: boolean } | null;
  to: { value: unknown; isIncluded: boolean } | null;
  result: 'documents' | 'count' | 'sums' | 'pages';
  isInTransaction: boolean;
};

const COLLECTIONS = ['one', 'one/a/inner', 'one/b/inner', 'one/b/inner/c/inner'];
const IDS = ['a', 'b', 'c', 'A', '1'];
const TAGS = ['red', 'green', 'blue'];

/** A random operation that the SDK does by calls which the other operations do not need. */
export function randomSdkOperation(random: Random): SdkOperation {
  const kind = random.pick([
    'bulk',
    'bulk',
    'list',
    'find',
    'find',
    'find',
    'find',
    'delete-under',
    'server-time',
    'odd-names',
  ] as const);
  const path = `${random.pick(COLLECTIONS)}/${random.pick(IDS)}`;
  if (kind === 'find') return { do: kind, ...randomFind(random) };
  if (kind === 'odd-names') return { do: kind, path, isMerged: random.chance(0.5) };
  if (kind !== 'bulk') return { do: kind, path };
  const paths = new Set(
    Array.from({ length: random.between(1, 6) }, () => `${random.pick(COLLECTIONS)}/${random.pick(IDS)}`),
  );
  const writes = [...paths].map((each) => ({
    do: random.pick(['create', 'set', 'set', 'update', 'delete'] as const),
    path: each,
    n: random.between(-2, 2),
  }));
  return { do: 'bulk', writes };
}

/** All documents, summed. */
const ANY = {
  orders: [],
  limit: null,
  offset: 0,
  from: null,
  to: null,
  result: 'sums',
  isInTransaction: false,
} as const;

function randomFind(random: Random): Find {
  const where = randomFilters(random);
  const unequal = where.find(({ op }) => op !== '==' && op !== 'array-contains-any')?.field;
  const first = unequal ?? random.pick(['n', 'tag', 'at', 'blob', 'map', 'list', '__name__']);
  const isOrdered = random.chance(0.7);
  const isGroup = random.chance(0.3);
  const direction = first === '__name__' && where.length > 0 ? 'asc' : random.pick(['asc', 'desc'] as const);
  const orders = isOrdered ? [{ field: first, direction }] : [];
  if (isOrdered && first !== 'tag' && first !== '__name__' && random.chance(0.4))
    orders.push({ field: 'tag', direction: random.pick(['asc', 'desc'] as const) });
  const bound = () =>
    isOrdered && (first === 'n' || first === 'tag') && random.chance(0.3)
      ? { value: first === 'n' ? random.between(-2, 2) : random.pick(TAGS), isIncluded: random.chance(0.5) }
      : null;
  const result = random.pick(['documents', 'documents', 'count', 'sums', 'pages'] as const);
  // The emulator sums no query that has more than filters as it sums others.
  if (result === 'sums') return { ...ANY, collection: isGroup ? 'inner' : random.pick(COLLECTIONS), isGroup, where };
  return {
    collection: isGroup ? 'inner' : random.pick(COLLECTIONS),
    isGroup,
    where,
    orders,
    limit: random.chance(0.4) ? { count: random.between(1, 3), isLast: isOrdered && random.chance(0.3) } : null,
    offset: random.chance(0.2) ? 1 : 0,
    from: bound(),
    to: bound(),
    result,
    isInTransaction: random.chance(0.2),
  };
}

function randomFilters(random: Random): Find['where'] {
  const none: Find['where'] = [];
  return random.pick([
    none,
    none,
    [{ field: 'list', op: 'array-contains-any', value: ['red', random.pick(TAGS)] }],
    [{ field: 'tag', op: 'not-in', value: ['red', 'none'] }],
    [{ field: 'n', op: '!=', value: random.chance(0.3) ? null : 1 }],
    [{ field: 'map', op: '==', value: { one: random.between(0, 2), inner: {} } }],
    [
      { field: 'n', op: '>=', value: 0 },
      { field: 'n', op: '<', value: 2 },
    ],
  ]);
}

/** The operation's result in plain values, or the error's code. */
export async function applySdkOperation(db: Firestore, operation: SdkOperation): Promise<unknown> {
  switch (operation.do) {
    case 'bulk':
      return writeInBulk(db, operation.writes);
    case 'list': {
      const [collections, documents] = await Promise.all([
        db.doc(operation.path).listCollections(),
        db.doc(operation.path).parent.listDocuments(),
      ]);
      const top = await db.listCollections();
      return [top, collections, documents].map((each) => each.map(({ path }) => path).sort());
    }
    case 'delete-under':
      await db.recursiveDelete(db.doc(operation.path));
      return 'done';
    case 'server-time': {
      const ref = db.doc(operation.path);
      await ref.set({ at: FieldValue.serverTimestamp(), tag: 'red' }, { merge: true });
      const isTime = (await ref.get()).get('at') instanceof Timestamp;
      await ref.update({ at: null });
      return isTime;
    }
    case 'odd-names': {
      const ref = db.doc(operation.path);
      const data = { map: { 'a.b': 1, '`': 2, 'x y': { 'é-1': 3 } } };
      await ref.set(data, operation.isMerged ? { merge: true } : {});
      await ref.update(new FieldPath('map', 'a.b'), FieldValue.delete(), new FieldPath('map', '`'), 4);
      const found = (await ref.get()).get('map');
      await ref.update({ map: {} });
      return found;
    }
    case 'find':
      return found(db, operation);
  }
}

async function writeInBulk(db: Firestore, writes: Extract<SdkOperation, { do: 'bulk' }>['writes']): Promise<unknown> {
  const writer = db.bulkWriter();
  const results = writes.map(({ do: kind, path, n }) => {
    const ref = db.doc(path);
    const data = { n, tag: TAGS[n + 2] ?? 'none', list: TAGS.slice(0, Math.abs(n)) };
    if (kind === 'create') return writer.create(ref, data);
    if (kind === 'set') return writer.set(ref, data);
    return kind === 'update' ? writer.update(ref, { n }) : writer.delete(ref);
  });
  const outcomes = results.map((result) => result.then(() => 'done', codeOf));
  await writer.close();
  return Promise.all(outcomes);
}

async function found(db: Firestore, { result, isInTransaction, limit, ...find }: Find): Promise<unknown> {
  let query: Query = find.isGroup ? db.collectionGroup(find.collection) : db.collection(find.collection);
  for (const { field, op, value } of find.where) query = query.where(field, op, value);
  for (const { field, direction } of find.orders)
    query = query.orderBy(field === '__name__' ? FieldPath.documentId() : field, direction);
  const { from, to, offset } = find;
  if (from) query = from.isIncluded ? query.startAt(from.value) : query.startAfter(from.value);
  if (to) query = to.isIncluded ? query.endAt(to.value) : query.endBefore(to.value);
  if (offset > 0) query = query.offset(offset);
  if (limit) query = limit.isLast ? query.limitToLast(limit.count) : query.limit(limit.count);
  try {
    if (result === 'count') return (await query.count().get()).data();
    if (result === 'sums')
      return (await query.aggregate({ n: AggregateField.sum('n'), all: AggregateField.count() }).get()).data();
    if (result === 'pages' && !limit?.isLast && offset === 0) return await pages(query.limit(2));
    const { docs } = isInTransaction ? await db.runTransaction((tx) => tx.get(query)) : await query.get();
    return docs.map(plain);
  } catch (error) {
    return codeOf(error);
  }
}

async function pages(query: Query): Promise<unknown> {
  const all: unknown[][] = [];
  for (let page = query; ; ) {
    const { docs } = await page.get();
    const last = docs.at(-1);
    if (!last) return all;
    all.push(docs.map(plain));
    page = query.startAfter(last);
  }
}

function plain(doc: QueryDocumentSnapshot): [string, DocumentData] {
  return [doc.ref.path, doc.data()];
}

function codeOf(error: unknown): unknown {
  if (error instanceof Error && 'code' in error) return { code: error.code };
  throw error;
}
