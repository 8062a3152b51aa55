import { isMatch, isOfQuery, type QueryInput } from './query.ts';
import { collectionOf, type Doc, type Store } from './store.ts';
import { ABORTED, type Data, INVALID_ARGUMENT, StoreError } from './values.ts';

/** The data that a transaction has read, so that no other commit may change it before the transaction ends. */
type Reads = { paths: Set<string>; queries: QueryInput[] };
type Open = Reads & {
  id: string;
  /** Null for a transaction that writes, else the documents that others have changed since it started. */
  before: Map<string, Doc | null> | null;
};
type Staged = ReadonlyMap<string, Data | null>;
type Waiting = { id: string | null; stage: () => Staged; go: () => void; fail: (error: unknown) => void };

/** Read-only transactions that are known at the same time. */
const MOST_READERS = 50;

/**
 * Transactions as the emulator runs them: documents that an open one has read stay as they are, so other commits wait
 * for it. Of transactions that wait for each other, the last to commit goes on and the others are aborted. A read-only
 * one sees all documents as they were when it started.
 */
export class Transactions {
  private readonly store: Store;
  private readonly open = new Map<string, Open>();
  private waiting: Waiting[] = [];
  private count = 0;

  constructor(store: Store) {
    this.store = store;
  }

  begin(isReadOnly: boolean): string {
    this.count += 1;
    const id = `transaction ${this.count}`;
    this.open.set(id, { id, before: isReadOnly ? new Map() : null, paths: new Set(), queries: [] });
    this.forgetReaders();
    return id;
  }

  /** The document as a transaction sees it. */
  read(id: string | null, path: string): Doc | undefined {
    const transaction = this.opened(id);
    transaction?.paths.add(path);
    const before = transaction?.before?.get(path);
    return before === undefined ? this.store.get(path) : (before ?? undefined);
  }

  /** The documents in which a query of a transaction searches. */
  storeOf(id: string | null, query: QueryInput): Store {
    const transaction = this.opened(id);
    transaction?.queries.push(query);
    const { before } = transaction ?? {};
    return before && before.size > 0 ? this.store.with(before) : this.store;
  }

  /**
   * Commits at once, or after the transactions that have read what the commit changes. Rejects if the commit's own
   * transaction is aborted or has ended. `stage` returns what the commit would make of documents.
   */
  async whenFree<T>(id: string | null, stage: () => Staged, commit: () => T): Promise<T> {
    for (;;) {
      this.opened(id);
      if (!this.mustWait(id, stage)) return commit();
      await new Promise<void>((go, fail) => {
        this.waiting.push({ id, stage, go, fail });
      });
    }
  }

  end(id: string): void {
    this.open.delete(id);
    for (const { go } of this.waiting.splice(0)) go();
  }

  /** Must be called before each commit, with the documents that it writes. */
  remember(paths: readonly string[]): void {
    for (const { before } of this.open.values()) {
      if (!before) continue;
      for (const path of paths) if (!before.has(path)) before.set(path, this.store.get(path) ?? null);
    }
  }

  private mustWait(id: string | null, stage: () => Staged): boolean {
    const others = [...this.open.values()].filter((open) => open.id !== id && open.before === null);
    if (others.length === 0) return false;
    const blocking = this.blocking(id, stage());
    const deadlocked = this.waiting.filter(
      (each) => blocking.some((open) => open.id === each.id) && id !== null && this.isWaitingFor(each, id, new Set()),
    );
    for (const each of deadlocked) this.abort(each);
    return blocking.length > deadlocked.length;
  }

  /** Clients do not announce that they have read enough. */
  private forgetReaders(): void {
    const readers = [...this.open.values()].filter(({ before }) => before !== null);
    for (const { id } of readers.slice(0, -MOST_READERS)) this.open.delete(id);
  }

  private opened(id: string | null): Open | null {
    if (id === null) return null;
    const found = this.open.get(id);
    if (!found) throw new StoreError(INVALID_ARGUMENT, 'Transaction is invalid or closed.');
    return found;
  }

  /** The other transactions that have read what a commit changes. */
  private blocking(id: string | null, staged: Staged): Open[] {
    return [...this.open.values()].filter((open) => {
      if (open.id === id || open.before !== null) return false;
      return [...staged].some(
        ([path, data]) => open.paths.has(path) || open.queries.some((query) => this.concerns(query, path, data)),
      );
    });
  }

  /** Whether a query's results change with a document. */
  private concerns(query: QueryInput, path: string, data: Data | null): boolean {
    if (!isOfQuery(query, collectionOf(path))) return false;
    const before = this.store.get(path);
    return (before && isMatch(query, before)) || (data !== null && isMatch(query, { path, data }));
  }

  private isWaitingFor(one: Waiting, id: string, seen: Set<Waiting>): boolean {
    if (seen.has(one)) return false;
    seen.add(one);
    const blocking = this.blocking(one.id, one.stage());
    if (blocking.some((open) => open.id === id)) return true;
    const next = this.waiting.filter((each) => blocking.some((open) => open.id === each.id));
    return next.some((each) => this.isWaitingFor(each, id, seen));
  }

  private abort(waiting: Waiting): void {
    this.waiting = this.waiting.filter((each) => each !== waiting);
    if (waiting.id !== null) this.open.delete(waiting.id);
    waiting.fail(new StoreError(ABORTED, 'transactions wait for each other'));
  }
}
