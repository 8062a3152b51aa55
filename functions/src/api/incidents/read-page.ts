import { type Query, Timestamp } from 'firebase-admin/firestore';
import { type FoundIncident, incidentsIn } from './incident-query.ts';

/** So few are rather read and passed over than counted any further. */
const NEAR = 50;

export type Place = { skip: number; limit: number };

/**
 * Some of the incidents of a query that is ordered newest first, and how many there are in all, `fromMs` to `toMs` being all its
 * time. At most `limit` and fifty documents are read, however far back the place is.
 */
export async function readPage(
  query: Query,
  { skip, limit }: Place,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<{ found: FoundIncident[]; total: number }> {
  const total = await countOf(query);
  if (skip >= total) return { found: [], total };
  const { cursorMs, before } = await cursorNear(query, skip, fromMs, toMs);
  const from = cursorMs === null ? query : query.startAt(Timestamp.fromMillis(cursorMs));
  const { docs } = await from
    .offset(skip - before)
    .limit(limit)
    .get();
  return { found: incidentsIn(docs), total };
}

/** A moment from which on, back in time, at most fifty lie before the place (more only of one moment): by halves, counting. */
async function cursorNear(
  query: Query,
  skip: number,
  fromMs: number,
  toMs: number,
): Promise<{ cursorMs: number | null; before: number }> {
  let cursorMs: number | null = null;
  let before = 0;
  let [low, high] = [fromMs - 1, toMs + 1];
  while (skip - before > NEAR && high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const newer = await countOf(query.endBefore(Timestamp.fromMillis(middle)));
    if (newer > skip) low = middle;
    else [high, cursorMs, before] = [middle, middle, newer];
  }
  return { cursorMs, before };
}

async function countOf(query: Query): Promise<number> {
  return (await query.count().get()).data().count;
}
