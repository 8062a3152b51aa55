import type { Database } from './database.ts';
import type { FieldInput, Operation, QueryOperation, WriteOperation } from './random-operations.ts';

type Timestamp = { toMillis(): number };
/** A Firestore and the values of its SDK. */
export type Sdk = {
  db: Db;
  moment(ms: number): unknown;
  gone(): unknown;
  fieldPath(...segments: string[]): unknown;
  sumOf(field: string): unknown;
  /** What makes the time of a change differ from that of another. */
  keyOf(updateTime: Moment): string;
};

/** A Firestore to which operations are done one after the other. */
export class Tried {
  private readonly sdk: Sdk;
  /** The times of change when documents were last looked at. */
  private readonly seen = new Map<string, Moment>();

  constructor(sdk: Sdk) {
    this.sdk = sdk;
  }

  /** What came of it, in plain values; the code of the error where it was refused. */
  async apply(operation: Operation): Promise<unknown> {
    try {
      return await this.outcomeOf(operation);
    } catch (error) {
      if (error instanceof Error && 'code' in error) return { code: error.code };
      throw error;
    }
  }

  private async outcomeOf(operation: Operation): Promise<unknown> {
    const { db } = this.sdk;
    switch (operation.do) {
      case 'empty':
        await db.recursiveDelete(db.collection(operation.collection));
        return 'done';
      case 'look':
        return this.look(operation);
      case 'query':
        return this.ask(operation.query, operation.inTransaction);
      case 'write': {
        if (operation.inTransaction) return this.transact(operation);
        const batch = db.batch();
        for (const write of operation.writes) this.write(batch, write);
        await batch.commit();
        return 'done';
      }
    }
  }

  private transact({ reads, writes }: Extract<Operation, { do: 'write' }>): Promise<unknown> {
    const { db } = this.sdk;
    return db.runTransaction(async (tx) => {
      const found = await tx.getAll(...reads.map((path) => db.doc(path)));
      for (const write of writes) this.write(tx, write);
      return found.map(({ id, exists }) => ({ id, exists }));
    });
  }

  private async look({ paths, mask }: Extract<Operation, { do: 'look' }>): Promise<unknown> {
    const { db, keyOf } = this.sdk;
    const refs = paths.map((path) => db.doc(path));
    const found = await db.getAll(...refs, ...(mask ? [{ fieldMask: mask }] : []));
    return found.map((snapshot, index) => {
      const { exists, updateTime } = snapshot;
      const path = paths[index] ?? '';
      const before = this.seen.get(path);
      if (updateTime) this.seen.set(path, updateTime);
      const isAsSeen = before && updateTime ? keyOf(before) === keyOf(updateTime) : null;
      return { path, exists, isAsSeen, data: plain(snapshot.data()) };
    });
  }

  private async ask({ ask, ...asked }: QueryOperation, inTransaction: boolean): Promise<unknown> {
    const { db, sumOf } = this.sdk;
    let query = db.collection(asked.collection);
    for (const { field, op, value } of asked.where) query = query.where(field, op, this.value(value));
    if (ask === 'count') return (await query.count().get()).data();
    if (ask === 'sum') return (await query.aggregate({ sum: sumOf('n') }).get()).data();
    if (asked.orderBy) query = query.orderBy(asked.orderBy.field, asked.orderBy.direction);
    if (asked.limit !== null) query = query.limit(asked.limit);
    if (asked.select) query = query.select(...asked.select);
    const first = inTransaction ? await db.runTransaction((tx) => tx.get(query)) : await query.get();
    const last = first.docs.at(-1);
    // A page goes on behind a document, by fields that came with it.
    const second = last && !asked.select ? await query.startAfter(last).get() : { docs: [] };
    return [first, second].map(({ docs }) => docs.map((each) => ({ id: each.id, data: plain(each.data()) })));
  }

  private write(writer: Writer, { do: kind, path, data, fields, ifAsSeen }: WriteOperation): void {
    const ref = this.sdk.db.doc(path);
    const lastUpdateTime = ifAsSeen ? this.seen.get(path) : undefined;
    const condition: [Precondition?] = lastUpdateTime ? [{ lastUpdateTime }] : [];
    const given = this.map(data);
    if (kind === 'create') writer.create(ref, given);
    else if (kind === 'update') writer.update(ref, given, ...condition);
    else if (kind === 'delete') writer.delete(ref, ...condition);
    else if (kind === 'set') writer.set(ref, given);
    else if (kind === 'merge') writer.set(ref, given, { merge: true });
    else writer.set(ref, given, { mergeFields: fields.map((each) => this.sdk.fieldPath(...each.split('.'))) });
  }

  private map(data: { [field: string]: Given }): object {
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, this.value(value)]));
  }

  private value(given: Given): unknown {
    if (Array.isArray(given)) return given.map((each) => this.value(each));
    if (typeof given !== 'object' || given === null) return given;
    if (typeof given.ms === 'number') return this.sdk.moment(given.ms);
    return given.gone === true ? this.sdk.gone() : this.map(given);
  }
}

/** With moments as numbers of ms, the same from any SDK. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('toMillis' in value && typeof value.toMillis === 'function') return { ms: value.toMillis() };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}
