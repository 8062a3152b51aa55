import type {
  DocumentData,
  DocumentReference,
  DocumentSnapshot,
  Timestamp,
  Transaction,
  WriteBatch,
} from 'firebase-admin/firestore';
import type { Finder, Getter } from './collection.ts';
import { isMissing, repeatUnknown, retryConflicts } from './retry.ts';
import type { Run } from './run.ts';

/** Reads and writes of one transaction, or of one `readThenWrite`. */
export type Reader = Getter & Finder;
export type Writer = {
  create(ref: DocumentReference, data: DocumentData): unknown;
  /** With `merge`, fields that are not in `data` stay as they are. */
  set(ref: DocumentReference, data: DocumentData, options?: { merge: boolean }): unknown;
  update(ref: DocumentReference, data: DocumentData): unknown;
  delete(ref: DocumentReference): unknown;
};

const FAILED_PRECONDITION = 9;

/**
 * Reads a consistent snapshot, decides, and writes one batch; starts over if a written document has changed since it
 * was read. Documents that are only read may change. Unlike a transaction it takes no locks, so agents can check in.
 * If anything is written, the request's activity is written, too.
 */
export async function readThenWrite<T>(
  { db, activity }: Pick<Run, 'db' | 'activity'>,
  decide: (reader: Reader, writer: Writer) => Promise<T>,
): Promise<T> {
  return retryConflicts(async () => {
    let batch = db.batch();
    let hasWritten = false;
    const decideOnce = async (tx: Reader) => {
      await activity?.begin(tx);
      // A new batch for each attempt of the transaction, so that nothing is written twice.
      batch = db.batch();
      hasWritten = false;
      const seenAt = new Map<string, Timestamp>();
      const writer = guardWrites(batch, seenAt, () => {
        hasWritten = true;
      });
      return decide(recordVersions(tx, seenAt), writer);
    };
    const result = await db.runTransaction(decideOnce, { readOnly: true });
    if (hasWritten) activity?.write(batch);
    await commit(batch);
    if (hasWritten) activity?.end();
    return result;
  });
}

/**
 * Runs a transaction that writes the request's activity, too, unless `decide` returns `unchanged(result)`. Takes
 * locks: for documents that agents do not write.
 */
export async function changeInTransaction<T>(
  { db, activity }: Pick<Run, 'db' | 'activity'>,
  decide: (tx: Transaction, unchanged: <Result>(result: Result) => Result) => Promise<T>,
): Promise<T> {
  let isUnchanged = false;
  const result = await db.runTransaction(async (tx) => {
    isUnchanged = false;
    await activity?.begin(tx);
    const decided = await decide(tx, (result) => {
      isUnchanged = true;
      return result;
    });
    if (!isUnchanged) activity?.write(tx);
    return decided;
  });
  if (!isUnchanged) activity?.end();
  return result;
}

/** Makes writes that have the same effect if they are applied twice, with the request's activity, in one commit. */
export async function commitChange(
  { db, activity }: Pick<Run, 'db' | 'activity'>,
  write: (batch: WriteBatch) => unknown,
): Promise<void> {
  await repeatUnknown(async () => {
    const batch = db.batch();
    write(batch);
    activity?.write(batch);
    await batch.commit();
  });
  activity?.end();
}

function recordVersions(reader: Reader, seenAt: Map<string, Timestamp>): Reader {
  const record = (documents: DocumentSnapshot[]) => {
    for (const { ref, updateTime } of documents) if (updateTime) seenAt.set(ref.path, updateTime);
  };
  return {
    getAll: async (...refsOrOptions) => {
      const documents = await reader.getAll(...refsOrOptions);
      record(documents);
      return documents;
    },
    get: async (query) => {
      const found = await reader.get(query);
      record(found.docs);
      return found;
    },
  };
}

function guardWrites(batch: WriteBatch, seenAt: Map<string, Timestamp>, onWrite: () => void): Writer {
  const seen = ({ path }: DocumentReference) => {
    onWrite();
    const lastUpdateTime = seenAt.get(path);
    // A second write to the same document follows in the same commit.
    seenAt.delete(path);
    return lastUpdateTime;
  };
  return {
    create: (ref, data) => {
      onWrite();
      return batch.create(ref, data);
    },
    set: (ref, data, options) => {
      onWrite();
      return options ? batch.set(ref, data, options) : batch.set(ref, data);
    },
    update: (ref, data) => {
      const lastUpdateTime = seen(ref);
      // Not `{}` for no precondition: that would create a missing document.
      return lastUpdateTime ? batch.update(ref, data, { lastUpdateTime }) : batch.update(ref, data);
    },
    delete: (ref) => {
      const lastUpdateTime = seen(ref);
      return lastUpdateTime ? batch.delete(ref, { lastUpdateTime }) : batch.delete(ref);
    },
  };
}

async function commit(batch: WriteBatch): Promise<void> {
  try {
    await batch.commit();
  } catch (error) {
    if (!isMissing(error)) throw error;
    // A document to update was deleted since it was read: a conflict, so everything is read again.
    throw Object.assign(new Error('deleted since it was read', { cause: error }), { code: FAILED_PRECONDITION });
  }
}
