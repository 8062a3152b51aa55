import type { CollectionDeclaration } from '@farwatch/core/documents/collection';
import { allCollections } from '@farwatch/core/documents/collections';
import { type DocumentSnapshot, FieldPath, type Firestore, type Query } from 'firebase-admin/firestore';
import { bindCollection } from '../../platform/db/collection.ts';
import { readPages } from '../../platform/db/pages.ts';

const PAGE_SIZE = 300;

/** Documents of an account, all of one collection. */
export type AccountPage = { declaration: CollectionDeclaration; documents: DocumentSnapshot[] };

type Options = {
  collections?: readonly CollectionDeclaration[];
  pageSize?: number;
  /** Reads only these fields. */
  fields?: readonly string[];
  /** The path of a document that was read before: starts after it. */
  after?: string | undefined;
};

/** Where to start: after the document `id`, or after `childId` in its subcollection `child`. */
type Position = { collection: string; id: string; child: string | undefined; childId: string | undefined };

type Source = { db: Firestore; accountId: string; pageSize: number; fields: readonly string[] | undefined };

/**
 * All documents of an account in pages, as core/src/documents/collections.ts declares them, always in the same order.
 * Documents of a subcollection come before their parent, by which they are found; the profile comes last.
 */
export async function* readAccount(
  db: Firestore,
  accountId: string,
  { collections = allCollections(), pageSize = PAGE_SIZE, fields, after }: Options = {},
): AsyncGenerator<AccountPage> {
  const source: Source = { db, accountId, pageSize, fields };
  const start = after === undefined ? null : positionOf(after);
  const startIndex = start
    ? collections.findIndex((each) => each.path === start.collection && isTopOfAccount(each))
    : 0;
  if (startIndex < 0) throw new RangeError(`No collection of an account has the document ${after}`);
  for (const declaration of collections.slice(startIndex)) {
    const from = declaration.path === start?.collection ? start : null;
    const children = allCollections().filter(
      ({ account, path }) => account === 'with parent' && path.startsWith(`${declaration.path}/{}/`),
    );
    for await (const documents of pagesOfAccount(source, declaration, from)) {
      const stored = documents.filter(({ exists }) => exists);
      if (children.length > 0) yield* readFamilies(source, declaration, children, documents, from);
      else if (stored.length > 0) yield { declaration, documents: stored };
    }
  }
}

function isTopOfAccount({ account }: CollectionDeclaration): boolean {
  return account === 'owned' || typeof account === 'object';
}

function positionOf(path: string): Position {
  const [collection = '', id = '', child, childId] = path.split('/');
  return { collection, id, child, childId };
}

/** Each parent after its subcollections. Parents with known ids may be missing and still have subcollections. */
async function* readFamilies(
  source: Source,
  declaration: CollectionDeclaration,
  children: readonly CollectionDeclaration[],
  parents: readonly DocumentSnapshot[],
  from: Position | null,
): AsyncGenerator<AccountPage> {
  for (const parent of parents) {
    const within = parent.id === from?.id && from.child !== undefined ? from : null;
    const skipped = within ? children.findIndex(({ path }) => path === `${declaration.path}/{}/${within.child}`) : 0;
    for (const [index, child] of children.slice(Math.max(0, skipped)).entries()) {
      const query = bindCollection(child).collection(source.db, parent.id);
      const pages = pagesAfter(source, query, index === 0 ? within?.childId : undefined);
      for await (const documents of pages) yield { declaration: child, documents };
    }
    if (parent.exists) yield { declaration, documents: [parent] };
  }
}

/** The account's documents in a top-level collection. Those with known ids may be missing. */
async function* pagesOfAccount(
  source: Source,
  { account, ...declaration }: CollectionDeclaration,
  from: Position | null,
): AsyncGenerator<DocumentSnapshot[]> {
  const { db, accountId, fields } = source;
  const { collection, ref } = bindCollection({ account, ...declaration });
  const isInside = from?.child !== undefined;
  if (account === 'owned') {
    yield* pagesAfter(source, collection(db).where('ownerId', '==', accountId), from?.id, isInside);
  } else if (typeof account === 'object') {
    const ids = account.ids(accountId);
    const done = from ? ids.indexOf(from.id) + (isInside ? 0 : 1) : 0;
    const refs = ids.slice(Math.max(0, done)).map((id) => ref(db, id));
    if (refs.length > 0) yield await db.getAll(...refs, fields ? { fieldMask: [...fields] } : {});
  }
}

/** The query's documents in the order of their ids, from the one after `id`, or from `id` on. */
function pagesAfter(
  { pageSize, fields }: Source,
  query: Query,
  id: string | undefined,
  isIncluded = false,
): AsyncGenerator<DocumentSnapshot[]> {
  const ordered = query.orderBy(FieldPath.documentId());
  const selected = fields ? ordered.select(...fields) : ordered;
  if (id === undefined) return readPages(selected, pageSize);
  return readPages(isIncluded ? selected.startAt(id) : selected.startAfter(id), pageSize);
}
