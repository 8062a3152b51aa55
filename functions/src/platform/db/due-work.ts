import { putOff, type Stuck, stuckSchema } from '@farwatch/core/values/stuck';
import type { DocumentReference, Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { attemptEach, reasonOf } from './attempt-each.ts';
import type { Fields } from './collection.ts';
import { readPages } from './pages.ts';
import { isConflict } from './retry.ts';
import type { Run } from './run.ts';
import { fromStored, toStored } from './timestamps.ts';

/** A document that scheduled work is due for, and how often in a row it has failed. */
export type Due<Value> = Value & { id: string; ref: DocumentReference; tries: number };

const AT_ONCE = 200;
const PUT_OFF_AT_ONCE = 10;
const FIELD = 'stuck';

/**
 * The documents that the query finds with these fields, at most `most`, without those that are put off: however many
 * always fail, they leave others their turn.
 */
export async function* readDue(
  run: Run,
  query: Query,
  fields: readonly string[],
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<QueryDocumentSnapshot[]> {
  let left = most;
  for await (const docs of readPages(query.select(...fields, FIELD), AT_ONCE)) {
    const ready = docs.filter((doc) => (stuckOf(doc)?.retryAt ?? 0) <= run.nowMs).slice(0, left);
    left -= ready.length;
    if (ready.length > 0) yield ready;
    if (left <= 0) return;
  }
}

/** Like readDue, but parsed and together. Unreadable documents are put off, too. */
export async function findDue<Value>(
  run: Run,
  query: Query,
  fields: Fields<Value>,
  most?: number,
): Promise<Due<Value>[]> {
  const found: Due<Value>[] = [];
  for await (const docs of readDue(run, query, fields.names, most)) {
    const unreadable: DocumentReference[] = [];
    for (const doc of docs) {
      const value = fields.readIfValid(doc);
      if (value === null) unreadable.push(doc.ref);
      else found.push({ ...value, id: doc.id, ref: doc.ref, tries: stuckOf(doc)?.tries ?? 0 });
    }
    await putOffAll(run, unreadable, 'The document cannot be read');
  }
  return found;
}

/** Does the work for each. One that throws is put off and does not stop the others; all errors are thrown at the end. */
export async function attemptDue<Each extends { ref: DocumentReference }>(
  run: Run,
  due: Iterable<Each>,
  work: (each: Each) => Promise<unknown>,
  options?: { atOnce?: number; what?: string },
): Promise<void> {
  await attemptEach(due, (each) => work(each).catch((error) => fail(run, [each.ref], error)), options);
}

/**
 * Does a task's work on a document. If it throws, the document is put off, for the schedule. The first error in a row
 * is thrown, so that the queue soon repeats the task; later ones are only logged, because the schedule repeats it. A
 * conflict is always thrown.
 */
export async function attemptTask(
  run: Run,
  refs: readonly DocumentReference[],
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isConflict(error)) throw error;
    const tries = await putOffAll(run, refs, reasonOf(error));
    if (tries <= 1) throw error;
    console.error(`${refs[0]?.path} is put off: ${reasonOf(error)}`);
  }
}

/** Puts the documents off and throws the error. */
export async function fail(run: Run, refs: readonly DocumentReference[], error: unknown): Promise<never> {
  await putOffAll(run, refs, reasonOf(error));
  throw error;
}

/** Puts the documents off. Returns how often in a row the work on any of them has failed, 0 if that cannot be stored. */
export async function putOffAll(run: Run, refs: readonly DocumentReference[], reason: string): Promise<number> {
  let most = 0;
  const putOffOne = async (ref: DocumentReference) => {
    const [document] = await run.db.getAll(ref, { fieldMask: [FIELD] });
    if (!document?.exists) return;
    const stuck = putOff(stuckOf(document), reason, run.nowMs);
    await ref.update({ [FIELD]: toStored(stuck) });
    most = Math.max(most, stuck.tries);
  };
  try {
    await attemptEach(refs, putOffOne, { atOnce: PUT_OFF_AT_ONCE, what: 'documents' });
  } catch (error) {
    console.error(`Cannot put off ${refs[0]?.path}: ${reasonOf(error)}`);
  }
  return most;
}

function stuckOf(document: { get(field: string): unknown }): Stuck | null {
  const parsed = stuckSchema.safeParse(fromStored(document.get(FIELD)));
  return parsed.success ? parsed.data : null;
}
