import type { Database } from './database.ts';
import type { FieldInput, Operation, QueryOperation, WriteOperation } from './random-operations.ts';
import type { Query } from './references.ts';
import type { AggregateField, FieldPath, FieldValue, Timestamp } from './values.ts';

/** A Firestore and the values of its SDK. */
export type Sdk = {
  db: Database;
  Timestamp: typeof Timestamp;
  FieldValue: typeof FieldValue;
  FieldPath: typeof FieldPath;
  AggregateField: typeof AggregateField;
  /** A text that is the same for equal update times. */
  keyOf(updateTime: Timestamp): string;
};

/** Applies operations to a Firestore, one after the other. */
export class OperationRunner {
  private readonly sdk: Sdk;
  /** The update times of documents when they were last read. */
  private readonly updateTimes = new Map<string, Timestamp>();

  constructor(sdk: Sdk) {
    this.sdk = sdk;
  }

  /** The operation's result in plain values, or the error's code. */
  async apply(operation: Operation): Promise<unknown> {
    try {
      return await this.run(operation);
    } catch (error) {
      if (error instanceof Error && 'code' in error) return { code: error.code };
      throw error;
    }
  }

  private async run(operation: Operation): Promise<unknown> {
    const { db } = this.sdk;
    switch (operation.do) {
      case 'delete-all':
        await db.recursiveDelete(db.collection(operation.collection));
        return 'done';
      case 'read':
        return this.read(operation);
      case 'query':
        return this.query(operation.query, operation.inTransaction);
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

  private async read({ paths, mask }: Extract<Operation, { do: 'read' }>): Promise<unknown> {
    const { db, keyOf } = this.sdk;
    const refs = paths.map((path) => db.doc(path));
    const found = await db.getAll(...refs, ...(mask ? [{ fieldMask: mask }] : []));
    return found.map((snapshot, index) => {
      const { exists, updateTime } = snapshot;
      const path = paths[index] ?? '';
      const before = this.updateTimes.get(path);
      if (updateTime) this.updateTimes.set(path, updateTime);
      const isUnchanged = before && updateTime ? keyOf(before) === keyOf(updateTime) : null;
      return { path, exists, isUnchanged, data: plain(snapshot.data()) };
    });
  }

  private async query({ result, ...input }: QueryOperation, inTransaction: boolean): Promise<unknown> {
    const { db, AggregateField } = this.sdk;
    let query: Query = input.isGroup ? db.collectionGroup(input.collection) : db.collection(input.collection);
    for (const { field, op, value } of input.where) query = query.where(field, op, this.valueOf(value));
    if (result === 'count') return (await query.count().get()).data();
    if (result === 'sum') return (await query.aggregate({ sum: AggregateField.sum('n') }).get()).data();
    if (input.orderBy) query = query.orderBy(input.orderBy.field, input.orderBy.direction);
    if (input.limit !== null) query = query.limit(input.limit);
    if (input.select) query = query.select(...input.select);
    const first = inTransaction ? await db.runTransaction((tx) => tx.get(query)) : await query.get();
    const last = first.docs.at(-1);
    // The next page starts after a document, so its fields must be included.
    const second = last && !input.select ? await query.startAfter(last).get() : { docs: [] };
    return [first, second].map(({ docs }) => docs.map((each) => ({ path: each.ref.path, data: plain(each.data()) })));
  }

  private write(
    writer: ReturnType<Database['batch']>,
    { do: kind, path, data, fields, ifUnchanged }: WriteOperation,
  ): void {
    const ref = this.sdk.db.doc(path);
    const lastUpdateTime = ifUnchanged ? this.updateTimes.get(path) : undefined;
    const condition = lastUpdateTime ? [{ lastUpdateTime }] : [];
    const input = this.mapOf(data);
    if (kind === 'create') writer.create(ref, input);
    else if (kind === 'update') writer.update(ref, input, ...condition);
    else if (kind === 'delete') writer.delete(ref, ...condition);
    else if (kind === 'set') writer.set(ref, input);
    else if (kind === 'merge') writer.set(ref, input, { merge: true });
    else writer.set(ref, input, { mergeFields: fields.map((each) => new this.sdk.FieldPath(...each.split('.'))) });
  }

  private mapOf(data: { [field: string]: FieldInput }): { [field: string]: unknown } {
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, this.valueOf(value)]));
  }

  private valueOf(input: FieldInput): unknown {
    if (Array.isArray(input)) return input.map((each) => this.valueOf(each));
    if (typeof input !== 'object' || input === null) return input;
    if (typeof input.bytes === 'string') return Buffer.from(input.bytes, 'hex');
    if (typeof input.ms === 'number') return this.sdk.Timestamp.fromMillis(input.ms);
    return input.deleted === true ? this.sdk.FieldValue.delete() : this.mapOf(input);
  }
}

/** Converts timestamps to numbers of ms and bytes to hex digits, so that values are the same for every SDK. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('toMillis' in value && typeof value.toMillis === 'function') return { ms: value.toMillis() };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}
