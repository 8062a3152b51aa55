import {
  CollectionRef,
  DocRef,
  type Found,
  type Precondition,
  Query,
  type SetOptions,
  type Snapshot,
  type Steps,
  type WriteResult,
} from './references.ts';
import { type Store, storedData, type Write } from './store.ts';
import { ABORTED, type Data, StoreError } from './values.ts';

type ReadOptions = { fieldMask: string[] };
const TRIES = 5;

/** The parts of Firestore's server SDK that the functions use, over documents in memory. */
export class Database {
  readonly store: Store;
  readonly steps: Steps;

  constructor(store: Store, steps: Steps) {
    this.store = store;
    this.steps = steps;
  }

  collection(path: string): CollectionRef {
    return new CollectionRef(this, path);
  }

  collectionGroup(name: string): Query {
    return new Query(this, { collection: name, isGroup: true, filters: [], orderBy: [], limit: null });
  }

  doc(path: string): DocRef {
    return new DocRef(this, path);
  }

  getAll(...refs: (DocRef | ReadOptions)[]): Promise<Snapshot[]> {
    const [mask] = refs.flatMap((ref) => (ref instanceof DocRef ? [] : [ref.fieldMask]));
    return this.steps.read(() => refs.flatMap((ref) => (ref instanceof DocRef ? [ref.now(mask)] : [])));
  }

  batch(): Batch {
    return new Batch(this);
  }

  async runTransaction<T>(work: (tx: Transaction) => Promise<T>, options?: { readOnly?: boolean }): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const tx = new Transaction(this);
      const outcome = await work(tx).then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      );
      // Its reads may not belong to one state of the documents: then neither result nor error counts.
      if (!tx.isCurrent() && attempt < TRIES) continue;
      if ('error' in outcome) throw outcome.error;
      if (options?.readOnly) {
        if (tx.isCurrent()) return outcome.result;
      } else {
        const isDone = await tx.commitIfCurrent();
        if (isDone) return outcome.result;
      }
      if (attempt >= TRIES) throw new StoreError(ABORTED, 'too much contention');
    }
  }

  async recursiveDelete(of: CollectionRef): Promise<void> {
    await this.steps.commit(() => {
      const inside = this.store.paths().filter((path) => path === of.path || path.startsWith(`${of.path}/`));
      const docs = inside.flatMap((path) => [...this.store.collection(path).docs.values()]);
      const writes = docs.map(({ path }): Write => ({ do: 'delete', path }));
      return this.store.commit(writes, this.steps.nowMs());
    });
  }

  async write(writes: readonly Write[]): Promise<WriteResult> {
    const writeTime = await this.steps.commit(() => this.store.commit(writes, this.steps.nowMs()));
    return { writeTime };
  }
}

class Batch {
  protected readonly db: Database;
  protected readonly writes: Write[] = [];

  constructor(db: Database) {
    this.db = db;
  }

  create({ path }: DocRef, data: Data): this {
    return this.add({ do: 'create', path, data: storedData(data) });
  }

  set({ path }: DocRef, data: Data, options: SetOptions = {}): this {
    return this.add({ do: 'set', path, data: storedData(data), ...options });
  }

  update({ path }: DocRef, data: Data, condition: Precondition = {}): this {
    return this.add({ do: 'update', path, data: storedData(data), ...condition });
  }

  delete({ path }: DocRef, condition: Precondition = {}): this {
    return this.add({ do: 'delete', path, ...condition });
  }

  async commit(): Promise<WriteResult[]> {
    if (this.writes.length === 0) return [];
    const { writeTime } = await this.db.write(this.writes);
    return this.writes.map(({ path }) => ({ writeTime: this.db.store.get(path)?.updateTime ?? writeTime }));
  }

  private add(write: Write): this {
    this.writes.push(write);
    return this;
  }
}

/** Commits only if nothing that it read has changed since. */
class Transaction extends Batch {
  private readonly checks: (() => boolean)[] = [];

  get(of: Query): Promise<Found>;
  get(of: DocRef): Promise<Snapshot>;
  async get(of: DocRef | Query): Promise<Snapshot | Found> {
    const found = await (of instanceof DocRef ? of.get() : of.get());
    if (of instanceof DocRef) this.remember(found as Snapshot);
    else this.rememberFound(of, found as Found);
    return found;
  }

  async getAll(...refs: (DocRef | ReadOptions)[]): Promise<Snapshot[]> {
    const found = await this.db.getAll(...refs);
    for (const each of found) this.remember(each);
    return found;
  }

  isCurrent(): boolean {
    return this.checks.every((check) => check());
  }

  /** False if something has changed; then nothing is written. */
  async commitIfCurrent(): Promise<boolean> {
    if (this.writes.length === 0) return this.isCurrent();
    let isCurrent = true;
    await this.db.steps.commit(() => {
      isCurrent = this.isCurrent();
      return this.db.store.commit(isCurrent ? this.writes : [], this.db.steps.nowMs());
    });
    return isCurrent;
  }

  private remember({ ref, updateTime }: Snapshot): void {
    this.checks.push(() => ref.now().updateTime?.version === updateTime?.version);
  }

  private rememberFound(query: Query, { docs }: Found): void {
    const versions = (found: readonly Snapshot[]) => found.map(({ id, updateTime }) => `${id}@${updateTime?.version}`);
    const seen = versions(docs).join();
    this.checks.push(() => versions(query.now().docs).join() === seen);
  }
}
