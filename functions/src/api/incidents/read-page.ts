import { type Query, Timestamp } from 'firebase-admin/firestore';
import { type FoundIncident, type IncidentPart, incidentsIn } from './incident-query.ts';

/** Up to this many are read and skipped rather than counted. */
const NEAR = 50;

export type PageRange = { skip: number; limit: number };
export type FoundPage = { found: FoundIncident[]; total: number };

/**
 * A page of incidents over all parts in sequence, and their total. At most `limit` and fifty documents are read of each
 * part, however far back the page is.
 */
export async function readPage(parts: readonly IncidentPart[], { skip, limit }: PageRange): Promise<FoundPage> {
  const totals = await Promise.all(parts.map(({ query }) => countOf(query)));
  let [before, left] = [0, limit];
  const found: FoundIncident[] = [];
  for (const [index, part] of parts.entries()) {
    const total = totals[index] ?? 0;
    const inPart = Math.max(0, skip - before);
    if (left > 0 && inPart < total) found.push(...(await readPart(part, { skip: inPart, limit: left })));
    left = limit - found.length;
    before += total;
  }
  return { found, total: before };
}

async function readPart({ query, fromMs, toMs }: IncidentPart, { skip, limit }: PageRange): Promise<FoundIncident[]> {
  const { cursorMs, before } = await cursorNear(query, skip, fromMs, toMs);
  const from = cursorMs === null ? query : query.startAt(Timestamp.fromMillis(cursorMs));
  const { docs } = await from
    .offset(skip - before)
    .limit(limit)
    .get();
  return incidentsIn(docs);
}

/**
 * A moment from which on, back in time, at most fifty lie before the place (more only if they share one moment). Found
 * by halving and counting.
 */
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
