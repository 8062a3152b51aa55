import { Timestamp } from 'firebase-admin/firestore';
import { maintenance } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';

/** How many documents a batch of a step handles. */
export const PER_BATCH = 200;

/**
 * A change of stored documents (docs/operations.md, Upgrade steps). Doing a batch twice has the effect of doing it once,
 * also while an older version's functions still run.
 */
export type UpgradeStep = {
  id: string;
  /** What the step does, for operators. */
  what: string;
  /**
   * Handles the documents after `position`, at most PER_BATCH. Returns the last one handled, or null if none is left, and
   * their number.
   */
  run(run: Run, position: string | null): Promise<{ position: string | null; handled: number }>;
};

/** In the order in which they were added. A step is never removed or moved: the data knows how many it has had. */
export const STEPS: readonly UpgradeStep[] = [
  {
    id: 'planned-maintenance',
    what: 'repeated maintenance windows get their planned starts',
    run: refreshUnplanned,
  },
];

const windowFields = maintenance.pick('rule', 'planned', 'refreshAt');

/** Windows from before planned starts were stored are due for the task that plans them; readers expand their rule. */
async function refreshUnplanned(run: Run, position: string | null) {
  const ordered = maintenance
    .collection(run.db)
    .orderBy('__name__')
    .select(...windowFields.names);
  const { docs } = await (position === null ? ordered : ordered.startAfter(position)).limit(PER_BATCH).get();
  const batch = run.db.batch();
  for (const document of docs) {
    const window = windowFields.readIfValid(document);
    const isUnplanned = window !== null && window.rule !== null && window.planned === null;
    const isDue = window?.refreshAt != null && window.refreshAt <= run.nowMs;
    if (isUnplanned && !isDue) batch.update(document.ref, { refreshAt: Timestamp.fromMillis(run.nowMs) });
  }
  await batch.commit();
  const last = docs.at(-1)?.id ?? null;
  return { position: docs.length < PER_BATCH ? null : last, handled: docs.length };
}
