import type {
  DocumentData,
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  Timestamp,
  WriteBatch,
} from 'firebase-admin/firestore';
import type { Finder, Getter } from './collection.ts';
import { isMissing, retryConflicts } from './retry.ts';

/** Reads and writes that belong together: a transaction's, or those of `readThenWrite`. */
export type Reader = Getter & Finder;
export type Writer = {
  create(ref: DocumentReference, data: DocumentData): unknown;
  set(ref: DocumentReference, data: DocumentData): unknown;
  update(ref: DocumentReference, data: DocumentData): unknown;
  delete(ref: DocumentReference): unknown;
};

const FAILED_PRECONDITION = 9;

/**
 * Reads at one moment, decides, and writes in one batch that fails if a document both read and written has changed
 * since; then everything starts over. Documents only read may change. Unlike a transaction it locks nothing, so agents
 * can check in meanwhile.
 */
export async function readThenWrite<T>(
  db: Firestore,
  decide: (reader: Reader, writer: Writer) => Promise<T>,
): Promise<T> {
  return retryConflicts(async () => {
    let batch = db.batch();
    const decideOnce = (tx: Reader) => {
      // Made here, so that nothing is written twice if the transaction is tried again.
      batch = db.batch();
      const seenAt = new Map<string, Timestamp>();
      return decide(remembering(tx, seenAt), guarded(batch, seenAt));
    };
    const result = await db.runTransaction(decideOnce, { readOnly: true });
    await commit(batch);
    return result;
  });
}

function remembering(reader: Reader, seenAt: Map<string, Timestamp>): Reader {
  const remember = (documents: DocumentSnapshot[]) => {
    for (const { ref, updateTime } of documents) if (updateTime) seenAt.set(ref.path, updateTime);
  };
  return {
    getAll: async (...refsOrOptions) => {
      const documents = await reader.getAll(...refsOrOptions);
      remember(documents);
      return documents;
    },
    get: async (query) => {
      const found = await reader.get(query);
      remember(found.docs);
      return found;
    },
  };
}

function guarded(batch: WriteBatch, seenAt: Map<string, Timestamp>): Writer {
  const seen = ({ path }: DocumentReference) => {
    const lastUpdateTime = seenAt.get(path);
    // A second write to the same document follows in the same commit.
    seenAt.delete(path);
    return lastUpdateTime;
  };
  return {
    create: (ref, data) => batch.create(ref, data),
    set: (ref, data) => batch.set(ref, data),
    update: (ref, data) => {
      const lastUpdateTime = seen(ref);
      // An empty precondition would not mean 'none': it would create a missing document.
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
    // A document to update was deleted since it was read: a conflict like any other, so everything is read again.
    throw Object.assign(new Error('gone since it was read', { cause: error }), { code: FAILED_PRECONDITION });
  }
}
