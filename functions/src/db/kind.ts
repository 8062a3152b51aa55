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

/** Firestore, or what reads in a transaction. */
export type Getter = { getAll(...refsOrOptions: (DocumentReference | ReadOptions)[]): Promise<DocumentSnapshot[]> };
/** What runs queries in a transaction. */
export type Finder = { get(query: Query): Promise<QuerySnapshot> };

/** Some fields of a kind's documents: nothing else of them is read. Throws ZodError on a field of another shape. */
export type Fields<Value> = {
  /** For Firestore's `fieldMask` and `select`. */
  names: string[];
  read(snapshot: DocumentSnapshot | undefined): Value | null;
  /** The same for one of many that must not stop the others: null, and a line in the log, where it is of another shape. */
  readable(snapshot: DocumentSnapshot): Value | null;
  /** In the order of the documents asked for, of which there is at least one; null where there is none. */
  getAll(from: Getter, ...refs: DocumentReference[]): Promise<(Value | null)[]>;
  /** Everything the query finds that is readable, in its order. */
  find(query: Query, from?: Finder): Promise<(Value & { id: string })[]>;
};

/** A collection of documents of one shape. `{}` in its path stands for the parent's id. */
export type Kind<Schema extends z.ZodObject> = {
  collection(db: Firestore, parentId?: string): CollectionReference;
  ref(db: Firestore, id: string, parentId?: string): DocumentReference;
  /** The document parsed by its schema, or null if there is none; throws ZodError for a document of another shape. */
  read(snapshot: DocumentSnapshot): z.infer<Schema> | null;
  /** The same for one of many that must not stop the others: null, and a line in the log, where it is of another shape. */
  readable(snapshot: DocumentSnapshot): z.infer<Schema> | null;
  /**
   * The same without the entries, an owner's each, of these records that are of another shape; `unreadable` has why, by
   * their keys. Throws ZodError if anything else is of another shape.
   */
  salvage(
    snapshot: DocumentSnapshot,
    ...records: (keyof z.infer<Schema> & string)[]
  ): { value: z.infer<Schema> | null; unreadable: Map<string, string> };
  pick<Name extends keyof z.infer<Schema> & string>(...names: Name[]): Fields<Pick<z.infer<Schema>, Name>>;
  /** What one of its fields, a record, has under a key; undefined where it has nothing. */
  entry<Name extends keyof z.infer<Schema> & string>(
    name: Name,
    key: string,
  ): { getAll(from: Getter, ...refs: DocumentReference[]): Promise<(Entry<z.infer<Schema>[Name]> | undefined)[]> };
  /** A whole document as it is stored. */
  whole(value: z.infer<Schema>): DocumentData;
  /** Some fields, or dotted paths into them, as they are stored. */
  part(value: Partial<z.infer<Schema>> | Record<`${string}.${string}`, unknown>): DocumentData;
};

type Entry<Value> = Value extends Record<string, infer Each> ? Each : never;

/** Binds a collection's path to the schema of its documents. */
export function kind<Schema extends z.ZodObject>(path: string, schema: Schema): Kind<Schema> {
  const collection: Kind<Schema>['collection'] = (db, parentId) => db.collection(path.replace('{}', parentId ?? ''));
  return {
    collection,
    ref: (db, id, parentId) => collection(db, parentId).doc(id),
    read: (snapshot) => (snapshot.exists ? schema.parse(fromStored(snapshot.data())) : null),
    readable: (snapshot) => unlessUnreadable(schema, snapshot),
    salvage: (snapshot, ...records) => salvaged(schema, snapshot, records),
    pick: (...names) => fieldsOf(picked(schema, names)),
    entry: (name, key) => ({
      getAll: async (from, ...refs) => {
        const documents = await from.getAll(...refs, { fieldMask: [`${name}.${key}`] });
        return documents.map((document) => {
          const { [name as string]: stored } = fromStored(document.data() ?? {}) as Record<string, unknown>;
          if (stored === undefined) return undefined;
          return (z.parse(schema.shape[name], stored) as Record<string, never>)[key];
        });
      },
    }),
    whole: (value) => toStored(value),
    part: (value) => toStored(value),
  };
}

function unlessUnreadable<Schema extends z.ZodObject>(
  schema: Schema,
  snapshot: DocumentSnapshot,
): z.infer<Schema> | null {
  if (!snapshot.exists) return null;
  const parsed = schema.safeParse(fromStored(snapshot.data()));
  if (parsed.success) return parsed.data;
  console.error(`${snapshot.ref.path} cannot be read: ${reasonOf(parsed.error)}`);
  return null;
}

function salvaged<Schema extends z.ZodObject>(schema: Schema, snapshot: DocumentSnapshot, records: readonly string[]) {
  const unreadable = new Map<string, string>();
  if (!snapshot.exists) return { value: null, unreadable };
  const stored = fromStored(snapshot.data()) as Record<string, object>;
  const parsed = schema.safeParse(stored);
  if (parsed.success) return { value: parsed.data, unreadable };
  for (const { path, message } of parsed.error.issues) {
    const [record, key] = path.map(String);
    if (record && key && records.includes(record)) unreadable.set(key, `${path.join('.')}: ${message}`);
  }
  for (const why of unreadable.values()) console.error(`${snapshot.ref.path} is read without ${why}`);
  const left = records.map((record) => {
    const entries = Object.entries(stored[record] ?? {}).filter(([key]) => !unreadable.has(key));
    return [record, Object.fromEntries(entries)];
  });
  return { value: schema.parse({ ...stored, ...Object.fromEntries(left) }), unreadable };
}

function picked({ shape }: z.ZodObject, names: readonly string[]): z.ZodObject {
  return z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => names.includes(name))));
}

function fieldsOf<Value>(schema: z.ZodObject): Fields<Value> {
  const names = Object.keys(schema.shape);
  const read = (snapshot: DocumentSnapshot | undefined) =>
    snapshot?.exists ? (schema.parse(fromStored(snapshot.data())) as Value) : null;
  const readable = (snapshot: DocumentSnapshot) => unlessUnreadable(schema, snapshot) as Value | null;
  return {
    names,
    read,
    readable,
    getAll: async (from, ...refs) => (await from.getAll(...refs, { fieldMask: names })).map(read),
    find: async (query, from) => {
      const masked = query.select(...names);
      const { docs } = await (from ? from.get(masked) : masked.get());
      return docs.flatMap((document) => {
        const value = readable(document);
        return value === null ? [] : [{ ...value, id: document.id }];
      });
    },
  };
}
