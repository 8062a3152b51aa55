import type { CollectionReference, DocumentReference, DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import type { z } from 'zod';
import { fromStored, toStored } from './timestamps.ts';

/** A collection of documents of one shape. `{}` in its path stands for the parent's id. */
export type Kind<Schema extends z.ZodType> = {
  collection(db: Firestore, parentId?: string): CollectionReference;
  ref(db: Firestore, id: string, parentId?: string): DocumentReference;
  /** The document parsed by its schema, or null if there is none; throws ZodError for a document of another shape. */
  read(snapshot: DocumentSnapshot): z.infer<Schema> | null;
  /** A whole document as it is stored. */
  whole(value: z.infer<Schema>): FirebaseFirestore.DocumentData;
  /** Some fields, or dotted paths into them, as they are stored. */
  part(value: Partial<z.infer<Schema>> | Record<`${string}.${string}`, unknown>): FirebaseFirestore.DocumentData;
};

/** Binds a collection's path to the schema of its documents. */
export function kind<Schema extends z.ZodType<Record<string, unknown>>>(path: string, schema: Schema): Kind<Schema> {
  const collection: Kind<Schema>['collection'] = (db, parentId) => db.collection(path.replace('{}', parentId ?? ''));
  return {
    collection,
    ref: (db, id, parentId) => collection(db, parentId).doc(id),
    read: (snapshot) => (snapshot.exists ? schema.parse(fromStored(snapshot.data())) : null),
    whole: (value) => toStored(value),
    part: (value) => toStored(value),
  };
}
