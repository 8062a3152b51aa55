import type { CollectionDeclaration } from '@farwatch/core/documents/collection';
import { allCollections } from '@farwatch/core/documents/collections';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { bindCollection } from '../db/collection.ts';
import { readPages } from '../db/pages.ts';

const PAGE_SIZE = 300;

/** Documents of an account, all of one collection. */
export type AccountPage = { declaration: CollectionDeclaration; documents: DocumentSnapshot[] };

/**
 * All documents of an account in pages, as core/src/documents/collections.ts declares them. Documents of a
 * subcollection come before their parents, by which they are found; the profile comes last.
 */
export async function* readAccount(
  db: Firestore,
  uid: string,
  collections: readonly CollectionDeclaration[] = allCollections(),
): AsyncGenerator<AccountPage> {
  for (const declaration of collections) {
    const subcollections = allCollections().filter(
      ({ account, path }) => account === 'with parent' && path.startsWith(`${declaration.path}/{}/`),
    );
    for await (const parents of pagesOfAccount(db, uid, declaration)) {
      for (const subcollection of subcollections) {
        for (const { id } of parents) {
          const pages = readPages(bindCollection(subcollection).collection(db, id), PAGE_SIZE);
          for await (const documents of pages) yield { declaration: subcollection, documents };
        }
      }
      const documents = parents.filter(({ exists }) => exists);
      if (documents.length > 0) yield { declaration, documents };
    }
  }
}

/** The account's documents in a top-level collection. Those with known ids may be missing but have subcollections. */
async function* pagesOfAccount(
  db: Firestore,
  uid: string,
  declaration: CollectionDeclaration,
): AsyncGenerator<DocumentSnapshot[]> {
  const { account } = declaration;
  const { collection, ref } = bindCollection(declaration);
  if (account === 'owned') yield* readPages(collection(db).where('ownerId', '==', uid), PAGE_SIZE);
  else if (typeof account === 'object') yield await db.getAll(...account.ids(uid).map((id) => ref(db, id)));
}
