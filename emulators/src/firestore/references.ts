import { fieldValue, find, type Operator, orderOf, type QueryInput } from './query.ts';
import { collectionOf, type Doc, type Store, storedData, type Write } from './store.ts';
import { type Data, type FieldPath, only, type Timestamp, valueAt } from './values.ts';

export type SetOptions = { merge?: boolean; mergeFields?: readonly (string | FieldPath)[] };
export type Precondition = { lastUpdateTime?: Timestamp };
export type WriteResult = { writeTime: Timestamp };

/**
 * The steps of a caller: each takes time, may fail, and never ends if its caller dies. `commit` is separate, since a
 * caller can die before or after it.
 */
export type Steps = {
  read<T>(work: () => T): Promise<T>;
  commit(work: () => Timestamp): Promise<Timestamp>;
  newId(): string;
  nowMs(): number;
};

/** The parts of their database that references need. */
type Connection = {
  readonly store: Store;
  readonly steps: Steps;
  write(writes: readonly Write[]): Promise<WriteResult>;
};

export class Snapshot {
  readonly ref: DocRef;
  private readonly doc: Doc | undefined;
  private readonly included: Data | undefined;

  /** `fields` are the fields that the snapshot includes; null for all. */
  constructor(ref: DocRef, doc: Doc | undefined, fields: readonly string[] | null = null) {
    this.ref = ref;
    this.doc = doc && { ...doc };
    this.included = doc && fields ? only(doc.data, fields) : doc?.data;
  }

  get id(): string {
    return this.ref.id;
  }

  get exists(): boolean {
    return this.doc !== undefined;
  }

  get updateTime(): Timestamp | undefined {
    return this.doc?.updateTime;
  }

  data(): Data | undefined {
    return this.included;
  }

  get(field: string): unknown {
    return this.included && valueAt(this.included, field.split('.'));
  }

  /** The whole document. */
  stored(): Doc | undefined {
    return this.doc;
  }
}

export type Found = { docs: Snapshot[]; empty: boolean; size: number };

export class Query {
  readonly db: Connection;
  readonly input: QueryInput;
  private readonly fields: readonly string[] | null;

  constructor(db: Connection, input: QueryInput, fields: readonly string[] | null = null) {
    this.db = db;
    this.input = input;
    this.fields = fields;
  }

  where(field: string, op: Operator, value: unknown): Query {
    return this.with({ filters: [...this.input.filters, { field, op, value }] });
  }

  orderBy(field: string, direction: 'asc' | 'desc' = 'asc'): Query {
    return this.with({ orderBy: [...this.input.orderBy, { field, descending: direction === 'desc' }] });
  }

  limit(limit: number): Query {
    return this.with({ limit });
  }

  startAfter(snapshot: Snapshot): Query {
    const doc = snapshot.stored();
    if (!doc) throw new Error('a query cannot start after a document that does not exist');
    return this.with({
      start: { values: orderOf(this.input).map(({ field }) => fieldValue(doc, field)), isBefore: false },
    });
  }

  select(...fields: string[]): Query {
    return new Query(this.db, this.input, fields);
  }

  get(): Promise<Found> {
    return this.db.steps.read(() => this.now());
  }

  now(): Found {
    const docs = find(this.db.store, this.input).map(
      (doc) => new Snapshot(new DocRef(this.db, doc.path), doc, this.fields),
    );
    return { docs, empty: docs.length === 0, size: docs.length };
  }

  count() {
    return { get: () => this.db.steps.read(() => ({ data: () => ({ count: this.now().size }) })) };
  }

  aggregate(sums: Record<string, { field: string }>) {
    const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0);
    const sumOf = (field: string) => this.now().docs.reduce((sum, doc) => sum + numberOf(doc.get(field)), 0);
    const data = () => Object.fromEntries(Object.entries(sums).map(([name, { field }]) => [name, sumOf(field)]));
    return { get: () => this.db.steps.read(() => ({ data })) };
  }

  private with(changes: Partial<QueryInput>): Query {
    return new Query(this.db, { ...this.input, ...changes }, this.fields);
  }
}

export class CollectionRef extends Query {
  readonly path: string;

  constructor(db: Connection, path: string) {
    super(db, { collection: path, filters: [], orderBy: [], limit: null });
    this.path = path;
  }

  /** The document that it belongs to; null at the top. */
  get parent(): DocRef | null {
    const end = this.path.lastIndexOf('/');
    return end < 0 ? null : new DocRef(this.db, this.path.slice(0, end));
  }

  doc(id: string = this.db.steps.newId()): DocRef {
    return new DocRef(this.db, `${this.path}/${id}`);
  }
}

export class DocRef {
  readonly db: Connection;
  readonly path: string;

  constructor(db: Connection, path: string) {
    this.db = db;
    this.path = path;
  }

  get id(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1);
  }

  get parent(): CollectionRef {
    return new CollectionRef(this.db, collectionOf(this.path));
  }

  now(fields: readonly string[] | null = null): Snapshot {
    return new Snapshot(this, this.db.store.get(this.path), fields);
  }

  get(): Promise<Snapshot> {
    return this.db.steps.read(() => this.now());
  }

  create(data: Data): Promise<WriteResult> {
    return this.db.write([{ do: 'create', path: this.path, data: storedData(data) }]);
  }

  set(data: Data, options: SetOptions = {}): Promise<WriteResult> {
    return this.db.write([{ do: 'set', path: this.path, data: storedData(data), ...options }]);
  }

  update(data: Data, condition: Precondition = {}): Promise<WriteResult> {
    return this.db.write([{ do: 'update', path: this.path, data: storedData(data), ...condition }]);
  }

  delete(condition: Precondition = {}): Promise<WriteResult> {
    return this.db.write([{ do: 'delete', path: this.path, ...condition }]);
  }
}
