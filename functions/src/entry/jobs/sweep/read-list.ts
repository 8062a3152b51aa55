import type { Sweep } from '@farwatch/core/documents/sweep';
import { type Query, Timestamp } from 'firebase-admin/firestore';
import type { Fields } from '../../../platform/db/collection.ts';
import { readPages } from '../../../platform/db/pages.ts';

const AT_ONCE = 200;
/** More than the documents of one commit, which have the same time: each sweep must get further. */
const MOST = 2000;

/** A list in the order of a time. `fromMs`: where it starts, unless a sweep has left some of it. */
type List<Value> = { query: Query; fields: Fields<Value>; orderBy: keyof Value & string; fromMs?: number };

/**
 * Reads a list of which a sweep works at most 2,000 documents. If there are more, `state` keeps where the next sweep
 * continues; after the end it starts again, so that no number of documents hides others for good.
 */
export async function readList<Value>(
  state: Pick<Sweep, 'continueFrom'>,
  name: keyof Sweep['continueFrom'],
  { query, fields, orderBy, fromMs }: List<Value>,
): Promise<(Value & { id: string })[]> {
  const startMs = state.continueFrom[name] ?? fromMs;
  const started = startMs === undefined ? query : query.where(orderBy, '>=', Timestamp.fromMillis(startMs));
  const found: (Value & { id: string })[] = [];
  let left = MOST;
  for await (const docs of readPages(started.orderBy(orderBy).select(...fields.names), AT_ONCE)) {
    for (const doc of docs) {
      const value = fields.readIfValid(doc);
      if (value !== null) found.push({ ...value, id: doc.id });
    }
    left -= docs.length;
    const last: unknown = docs.at(-1)?.get(orderBy);
    if (left > 0 || !(last instanceof Timestamp)) continue;
    state.continueFrom[name] = last.toMillis();
    return found;
  }
  delete state.continueFrom[name];
  return found;
}
