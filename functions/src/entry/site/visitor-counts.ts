import { visitorCounts } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';

/** Something that visitors may do `most` times within `periodMs`, as counted in the document `id`. */
export type VisitorCountLimit = { id: string; most: number; periodMs: number };

/**
 * Counts something against all limits, or against none: the index of the first limit that is reached, null if it may be
 * done.
 */
export async function takeVisitorCounts(run: Run, limits: readonly VisitorCountLimit[]): Promise<number | null> {
  const refs = limits.map(({ id }) => visitorCounts.ref(run.db, id));
  return run.db.runTransaction(async (tx) => {
    const found = (await tx.getAll(...refs)).map((each) => visitorCounts.read(each));
    const counts = found.map((each) => (each && each.expireAt > run.nowMs ? each : null));
    const reached = counts.findIndex((each, index) => (each?.count ?? 0) >= (limits[index]?.most ?? 0));
    if (reached >= 0) return reached;
    limits.forEach(({ id, periodMs }, index) => {
      const { count = 0, expireAt = run.nowMs + periodMs } = counts[index] ?? {};
      tx.set(visitorCounts.ref(run.db, id), visitorCounts.toDocument({ count: count + 1, expireAt }));
    });
    return null;
  });
}

/** Takes back what `takeVisitorCounts` has counted, for something that was not done after all. */
export async function giveBackVisitorCounts(run: Run, limits: readonly VisitorCountLimit[]): Promise<void> {
  const refs = limits.map(({ id }) => visitorCounts.ref(run.db, id));
  await run.db.runTransaction(async (tx) => {
    for (const document of await tx.getAll(...refs)) {
      const found = visitorCounts.read(document);
      if (found && found.count > 0) tx.update(document.ref, visitorCounts.toUpdate({ count: found.count - 1 }));
    }
  });
}
