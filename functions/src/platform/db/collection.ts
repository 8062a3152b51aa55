import type { CollectionDeclaration } from '@farwatch/core/documents/collection';
import type {
  CollectionReference,
  DocumentData,
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  Query,
  QuerySnapshot,
  ReadOptions,
} from 'firebase-admin/firestore';
import { z } from 'zod';
import { reasonOf } from './attempt-each.ts';
import { fromStored, toStored } from './timestamps.ts';

/** Firestore or a transaction: what gets documents. */
export type Getter = { getAll(...refsOrOptions: (DocumentReference | ReadOptions)[]): Promise<DocumentSnapshot[]> };
/** A transaction: what runs queries. */
export type Finder = { get(query: Query): Promise<QuerySnapshot> };

/** Some fields of a collection's documents; only these are read. Throws ZodError for an invalid field. */
export type Fields<Value> = {
  /** The fields for Firestore's `fieldMask` and `select`. */
  names: string[];
  read(snapshot: DocumentSnapshot | undefined): Value | null;
  /** Null, and a line in the log, for an invalid document: it must not stop the work on others. */
  readIfValid(snapshot: DocumentSnapshot): Value | null;
  /** Reads the documents in the order of `refs`, at least one; null for a missing document. */
  getAll(from: Getter, ...refs: DocumentReference[]): Promise<(Value | null)[]>;
  /** The valid documents that the query finds, in its order. */
  find(query: Query, from?: Finder): Promise<(Value & { id: string })[]>;
};

/** A collection with typed documents. `parentId` fills the `{}` in its path. */
export type Collection<Schema extends z.ZodObject> = {
  collection(db: Firestore, parentId?: string): CollectionReference;
  ref(db: Firestore, id: string, parentId?: string): DocumentReference;
  /** The document, or null if it is missing; throws ZodError for an invalid one. */
  read(snapshot: DocumentSnapshot): z.infer<Schema> | null;
  /** Null, and a line in the log, for an invalid document: it must not stop the work on others. */
  readIfValid(snapshot: DocumentSnapshot): z.infer<Schema> | null;
  /**
   * The document without the invalid entries of its field `record`, one for each owner; `invalid` has their errors by
   * key. Throws ZodError if anything else is invalid.
   */
  readSkippingInvalid(
    snapshot: DocumentSnapshot,
    record: keyof z.infer<Schema> & string,
  ): { value: z.infer<Schema> | null; invalid: Map<string, string> };
  pick<Name extends keyof z.infer<Schema> & string>(...names: Name[]): Fields<Pick<z.infer<Schema>, Name>>;
  /** For each document the entry `key` of its field `record`, undefined if missing. Reads nothing else. */
  getEntries<Name extends keyof z.infer<Schema> & string>(
    from: Getter,
    refs: readonly DocumentReference[],
    record: Name,
    key: string,
  ): Promise<(Entry<z.infer<Schema>[Name]> | undefined)[]>;
  /** The whole document as Firestore stores it. */
  toDocument(value: z.infer<Schema>): DocumentData;
  /** Some fields, or dotted paths into them, as Firestore stores them. */
  toUpdate(value: Partial<z.infer<Schema>> | Record<`${string}.${string}`, unknown>): DocumentData;
};

type Entry<Value> = Value extends Record<string, infer Each> ? Each : never;

/** Typed access to the documents of a declared collection. */
export function bindCollection<Schema extends z.ZodObject>({
  path,
  schema,
}: CollectionDeclaration<Schema>): Collection<Schema> {
  const collection: Collection<Schema>['collection'] = (db, parentId = '') =>
    db.collection(path.replace('{}', parentId));
  return {
    collection,
    ref: (db, id, parentId) => collection(db, parentId).doc(id),
    read: (snapshot) => (snapshot.exists ? schema.parse(fromStored(snapshot.data())) : null),
    readIfValid: (snapshot) => readIfValid(schema, snapshot),
    readSkippingInvalid: (snapshot, record) => readSkippingInvalid(schema, snapshot, record),
    pick: (...names) => fieldsOf(pickFields(schema, names)),
    getEntries: async (from, refs, record, key) => {
      const documents = await from.getAll(...refs, { fieldMask: [`${record}.${key}`] });
      return documents.map((document) => {
        const { [record as string]: stored } = fromStored(document.data() ?? {}) as Record<string, unknown>;
        if (stored === undefined) return undefined;
        return (z.parse(schema.shape[record], stored) as Record<string, never>)[key];
      });
    },
    toDocument: toStored,
    toUpdate: toStored,
  };
}

function readIfValid<Schema extends z.ZodObject>(schema: Schema, snapshot: DocumentSnapshot): z.infer<Schema> | null {
  if (!snapshot.exists) return null;
  const parsed = schema.safeParse(fromStored(snapshot.data()));
  if (parsed.success) return parsed.data;
  console.error(`${snapshot.ref.path} cannot be read: ${reasonOf(parsed.error)}`);
  return null;
}

function readSkippingInvalid<Schema extends z.ZodObject>(schema: Schema, snapshot: DocumentSnapshot, record: string) {
  const invalid = new Map<string, string>();
  if (!snapshot.exists) return { value: null, invalid };
  const stored = fromStored(snapshot.data()) as Record<string, object>;
  const parsed = schema.safeParse(stored);
  if (parsed.success) return { value: parsed.data, invalid };
  for (const { path, message } of parsed.error.issues) {
    if (path[0] === record && path.length > 1) invalid.set(String(path[1]), `${path.join('.')}: ${message}`);
  }
  for (const reason of invalid.values()) console.error(`${snapshot.ref.path} is read without an entry: ${reason}`);
  const valid = Object.entries(stored[record] ?? {}).filter(([key]) => !invalid.has(key));
  return { value: schema.parse({ ...stored, [record]: Object.fromEntries(valid) }), invalid };
}

function pickFields({ shape }: z.ZodObject, names: readonly string[]): z.ZodObject {
  return z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => names.includes(name))));
}

function fieldsOf<Value>(schema: z.ZodObject): Fields<Value> {
  const names = Object.keys(schema.shape);
  const read = (snapshot: DocumentSnapshot | undefined) =>
    snapshot?.exists ? (schema.parse(fromStored(snapshot.data())) as Value) : null;
  const readOrSkip = (snapshot: DocumentSnapshot) => readIfValid(schema, snapshot) as Value | null;
  return {
    names,
    read,
    readIfValid: readOrSkip,
    getAll: async (from, ...refs) => (await from.getAll(...refs, { fieldMask: names })).map(read),
    find: async (query, from) => {
      const masked = query.select(...names);
      const { docs } = await (from ? from.get(masked) : masked.get());
      return docs.flatMap((document) => {
        const value = readOrSkip(document);
        return value === null ? [] : [{ ...value, id: document.id }];
      });
    },
  };
}
