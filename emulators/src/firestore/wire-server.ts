import { find, NAME, type QueryInput } from './query.ts';
import { type Doc, Store, type Write } from './store.ts';
import { Transactions } from './transactions.ts';
import {
  COMMIT_TIME,
  type Data,
  FAILED_PRECONDITION,
  FieldPath,
  INVALID_ARGUMENT,
  only,
  StoreError,
  valueAt,
} from './values.ts';
import { queryOf } from './wire-query.ts';
import {
  fieldNames,
  fromWireFields,
  fromWireTime,
  pathOf,
  sizeOf,
  toWireFields,
  toWireTime,
  toWireValue,
  type WireFields,
  type WireTime,
} from './wire-values.ts';

/** The documents that a call has read, written and deleted, as Firestore bills them. */
export type Cost = { reads: number; writes: number; deletes: number };
/** The messages of an answer; a call that is not streamed has one. */
export type Answer = { messages: readonly unknown[]; cost: Cost };

/** Requests of Firestore's protocol, as the SDK makes them. */
type WireWrite = {
  update?: { name: string; fields?: WireFields | null };
  delete?: string;
  updateMask?: { fieldPaths?: string[] } | null;
  updateTransforms?: { fieldPath: string; setToServerValue?: string }[];
  currentDocument?: { exists?: boolean | null; updateTime?: WireTime | null } | null;
};
type InTransaction = { transaction?: Uint8Array; newTransaction?: { readOnly?: object | null } };
type Requests = {
  batchGetDocuments: InTransaction & { documents: string[]; mask?: { fieldPaths: string[] } };
  runQuery: InTransaction & { parent: string; structuredQuery: unknown };
  runAggregationQuery: InTransaction & {
    parent: string;
    structuredAggregationQuery: {
      structuredQuery: unknown;
      aggregations: { alias: string; count?: object; sum?: { field: { fieldPath: string } } }[];
    };
  };
  commit: { writes: WireWrite[]; transaction?: Uint8Array };
  batchWrite: { writes: WireWrite[] };
  rollback: { transaction: Uint8Array };
  listCollectionIds: { parent: string };
  listDocuments: { parent: string; collectionId: string };
};
export type Method = keyof Requests;

const NOTHING: Cost = { reads: 0, writes: 0, deletes: 0 };
const MOST_BYTES = 1_048_576;

/** Answers calls of Firestore's protocol from documents in memory. */
export class WireServer {
  private readonly store = new Store();
  private readonly transactions = new Transactions(this.store);
  /** The name of the project's documents. */
  private readonly top: string;
  private readonly nowMs: () => number;

  /** `database` is its name, with the project's. */
  constructor(database: string, nowMs: () => number = Date.now) {
    this.top = `${database}/documents`;
    this.nowMs = nowMs;
  }

  /** Rejects with a StoreError as Firestore rejects the call. Throws for a call or a request that it does not know. */
  async answer(method: string, request: object): Promise<Answer> {
    const answers: { [Name in Method]: (request: Requests[Name]) => Answer | Promise<Answer> } = {
      batchGetDocuments: (each) => this.getDocuments(each),
      runQuery: (each) => this.runQuery(each),
      runAggregationQuery: (each) => this.aggregate(each),
      commit: (each) => this.commit(each),
      batchWrite: (each) => this.writeEach(each),
      rollback: ({ transaction }) => {
        this.transactions.end(String(idOf(transaction)));
        return { messages: [{}], cost: NOTHING };
      },
      listCollectionIds: ({ parent }) => ({ messages: [this.collectionsUnder(pathOf(parent))], cost: NOTHING }),
      listDocuments: (each) => this.listDocuments(each),
    };
    if (!(method in answers)) throw new Error(`a database in memory has no ${method}`);
    return answers[method as 'commit'](request as Requests['commit']);
  }

  private getDocuments({ documents, mask, ...rest }: Requests['batchGetDocuments']): Answer {
    const { id, started } = this.transactionOf(rest);
    const fields = mask ? mask.fieldPaths.map(fieldOf) : null;
    const found = documents.map((name) => {
      const doc = this.transactions.read(id, pathOf(name));
      return { ...(doc ? { found: this.toWire(doc, fields) } : { missing: name }), readTime: this.readTime() };
    });
    return { messages: [...started, ...found], cost: { ...NOTHING, reads: documents.length } };
  }

  private runQuery({ parent, structuredQuery, ...rest }: Requests['runQuery']): Answer {
    const { id, started } = this.transactionOf(rest);
    const { input, fields } = queryOf(parent, structuredQuery);
    const docs = this.find(id, input);
    const found = docs.map((doc) => ({ document: this.toWire(doc, fields), readTime: this.readTime() }));
    const messages = [...started, ...(found.length > 0 ? found : [{ readTime: this.readTime() }])];
    return { messages, cost: { ...NOTHING, reads: Math.max(1, docs.length) } };
  }

  private aggregate({ parent, structuredAggregationQuery, ...rest }: Requests['runAggregationQuery']): Answer {
    const { id, started } = this.transactionOf(rest);
    const { structuredQuery, aggregations } = structuredAggregationQuery;
    const summed = aggregations.flatMap(({ sum }) => (sum ? [fieldNames(sum.field.fieldPath)] : []));
    // Firestore leaves out documents without a field that is summed, also where it counts.
    const docs = this.find(id, queryOf(parent, structuredQuery).input).filter(({ data }) =>
      summed.every((path) => valueAt(data, path) !== undefined),
    );
    const results = aggregations.map(({ alias, count, sum }) => {
      if (count) return [alias, toWireValue(docs.length, this.top)] as const;
      if (!sum) throw new Error(`a database in memory only counts and sums, and has no ${alias}`);
      const path = fieldNames(sum.field.fieldPath);
      const numbers = docs.map(({ data }) => valueAt(data, path)).filter((value) => typeof value === 'number');
      const total = numbers.reduce((one, other) => one + other, 0);
      return [alias, toWireValue(total, this.top)] as const;
    });
    const result = { result: { aggregateFields: Object.fromEntries(results) }, readTime: this.readTime() };
    return { messages: [...started, result], cost: { ...NOTHING, reads: 1 } };
  }

  private async commit({ writes: wireWrites, transaction }: Requests['commit']): Promise<Answer> {
    const id = transaction && transaction.length > 0 ? idOf(transaction) : null;
    const writes = wireWrites.map(writeOf);
    const commitTime = await this.transactions.whenFree(
      id,
      () => this.store.stage(writes, this.nowMs()),
      () => this.write(writes),
    );
    if (id !== null) this.transactions.end(id);
    const times = writes.map(({ path }) => this.store.get(path)?.updateTime ?? commitTime);
    const writeResults = times.map((time) => ({ updateTime: toWireTime(time), transformResults: [] }));
    return { messages: [{ writeResults, commitTime: toWireTime(commitTime) }], cost: costOf(wireWrites) };
  }

  private async writeEach({ writes: wireWrites }: Requests['batchWrite']): Promise<Answer> {
    const writes = wireWrites.map(writeOf);
    if (new Set(writes.map(({ path }) => path)).size < writes.length)
      throw new StoreError(INVALID_ARGUMENT, 'the same document cannot be written more than once in a single request');
    const results = await Promise.all(wireWrites.map((write) => this.writeAlone(write)));
    const done = wireWrites.filter((_, at) => results[at]?.status.code === 0);
    const [writeResults, status] = [results.map(({ result }) => result), results.map((each) => each.status)];
    return { messages: [{ writeResults, status }], cost: costOf(done) };
  }

  private async writeAlone(write: WireWrite) {
    try {
      const { messages } = await this.commit({ writes: [write] });
      const [{ writeResults }] = messages as [{ writeResults: unknown[] }];
      return { result: writeResults[0], status: { code: 0, message: '' } };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return { result: { updateTime: null }, status: { code: error.code, message: error.message } };
    }
  }

  private write(writes: readonly Write[]) {
    const nowMs = this.nowMs();
    const staged = this.store.stage(writes, nowMs);
    for (const [path, data] of staged) {
      if (data && sizeOf(path, data) > MOST_BYTES)
        throw new StoreError(INVALID_ARGUMENT, `${path} is larger than ${MOST_BYTES} bytes`);
    }
    this.transactions.remember([...staged.keys()]);
    return this.store.apply(staged, nowMs);
  }

  private listDocuments({ parent, collectionId }: Requests['listDocuments']): Answer {
    const [top, ids] = [pathOf(parent), new Set<string>()];
    const path = top === '' ? collectionId : `${top}/${collectionId}`;
    for (const each of this.filledCollections()) {
      if (each === path) for (const id of this.store.collection(path).docs.keys()) ids.add(id);
      else if (each.startsWith(`${path}/`)) ids.add(each.slice(path.length + 1).split('/')[0] ?? '');
    }
    const documents = [...ids].sort().map((id) => ({ name: `${this.top}/${path}/${id}` }));
    return { messages: [documents], cost: { ...NOTHING, reads: Math.max(1, documents.length) } };
  }

  private collectionsUnder(parent: string): string[] {
    const start = parent === '' ? '' : `${parent}/`;
    const inside = this.filledCollections().filter((path) => path.startsWith(start));
    return [...new Set(inside.map((path) => path.slice(start.length).split('/')[0] ?? ''))].sort();
  }

  private filledCollections(): string[] {
    return this.store.paths().filter((path) => this.store.collection(path).docs.size > 0);
  }

  private find(id: string | null, input: QueryInput): Doc[] {
    const [first] = input.orderBy;
    if (first?.field === NAME && first.descending && input.filters.every(({ field }) => field === NAME))
      throw new StoreError(FAILED_PRECONDITION, 'no index has names from the last to the first');
    return find(this.transactions.storeOf(id, input), input);
  }

  /** Returns the transaction of a read, and the messages that announce that it has started. */
  private transactionOf({ transaction, newTransaction }: InTransaction) {
    if (transaction) return { id: idOf(transaction), started: [] };
    if (!newTransaction) return { id: null, started: [] };
    const id = this.transactions.begin(Boolean(newTransaction.readOnly));
    return { id, started: [{ transaction: Buffer.from(id) }] };
  }

  private toWire({ path, data, updateTime }: Doc, fields: readonly (string | FieldPath)[] | null) {
    const time = toWireTime(updateTime);
    const included = toWireFields(fields ? only(data, fields) : data, this.top);
    return { name: `${this.top}/${path}`, fields: included, createTime: time, updateTime: time };
  }

  private readTime(): WireTime {
    const ms = this.nowMs();
    return { seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1_000_000 };
  }
}

function writeOf({ update, delete: deleted, updateMask, updateTransforms = [], currentDocument }: WireWrite): Write {
  const { exists, updateTime } = currentDocument ?? {};
  const condition = updateTime ? { lastUpdateTime: fromWireTime(updateTime) } : {};
  if (deleted) return { do: 'delete', path: pathOf(deleted), mustExist: exists === true, ...condition };
  if (!update) throw new Error('a database in memory only updates and deletes');
  const path = pathOf(update.name);
  const times = updateTransforms.map(timeField);
  const data: Data = {
    ...fromWireFields(update.fields),
    ...Object.fromEntries(times.map((name) => [name, COMMIT_TIME])),
  };
  const masked = updateMask ? [...(updateMask.fieldPaths ?? []), ...times].map(fieldOf) : null;
  if (exists === false) return { do: 'create', path, data };
  if (exists !== true && !updateTime) return { do: 'set', path, data, ...(masked && { mergeFields: masked }) };
  if (!masked) throw new Error('a database in memory replaces no document on a condition');
  return { do: 'update', path, data, fields: masked, ...condition };
}

/** The field that a transformation sets to the time of its commit. */
function timeField({ fieldPath, setToServerValue }: { fieldPath: string; setToServerValue?: string }): string {
  const [name, ...rest] = fieldNames(fieldPath);
  if (name === undefined || rest.length > 0 || setToServerValue !== 'REQUEST_TIME')
    throw new Error(`a database in memory does not transform ${fieldPath}`);
  return name;
}

function fieldOf(path: string): FieldPath {
  return new FieldPath(...fieldNames(path));
}

function idOf(transaction: Uint8Array): string {
  return Buffer.from(transaction).toString();
}

function costOf(writes: readonly WireWrite[]): Cost {
  const deletes = writes.filter((write) => write.delete).length;
  return { reads: 0, writes: writes.length - deletes, deletes };
}
