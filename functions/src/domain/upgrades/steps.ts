import { isVisible } from '@farwatch/core/decisions/status-page/page-groups';
import { coverageDueAt } from '@farwatch/core/documents/endpoint';
import {
  type CollectionReference,
  type QueryDocumentSnapshot,
  Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { endpoints, maintenance, pages } from '../../platform/db/collections.ts';
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
  {
    id: 'page-steps',
    what: 'status pages get what their uptimes are measured from',
    run: rebuildPages,
  },
  {
    id: 'coverage-notices',
    what: 'endpoints get the time at which a notice about their coverage gap is due',
    run: markCoverageDue,
  },
];

const windowFields = maintenance.pick('rule', 'planned', 'refreshAt');

/** Windows from before planned starts were stored are due for the task that plans them; readers expand their rule. */
function refreshUnplanned(run: Run, position: string | null) {
  return eachDocument(run, maintenance.collection(run.db), windowFields.names, position, (document, batch) => {
    const window = windowFields.readIfValid(document);
    const isUnplanned = window !== null && window.rule !== null && window.planned === null;
    const isDue = window?.refreshAt != null && window.refreshAt <= run.nowMs;
    if (isUnplanned && !isDue) batch.update(document.ref, { refreshAt: Timestamp.fromMillis(run.nowMs) });
  });
}

const pageFields = pages.pick('published', 'blockedReason', 'dueAt');

/**
 * Visible pages are due for the task that builds their snapshots again if these lack what uptimes are measured from; the
 * sweep enqueues it for at most a thousand pages a minute.
 */
function rebuildPages(run: Run, position: string | null) {
  return eachDocument(run, pages.collection(run.db), pageFields.names, position, (document, batch) => {
    const page = pageFields.readIfValid(document);
    const isDue = page?.dueAt != null && page.dueAt <= run.nowMs;
    if (page && isVisible(page) && !isDue) batch.update(document.ref, { dueAt: Timestamp.fromMillis(run.nowMs) });
  });
}

const coverageFields = endpoints.pick('status', 'since', 'coverageGap', 'coverageDueAt');

function markCoverageDue(run: Run, position: string | null) {
  return eachDocument(run, endpoints.collection(run.db), coverageFields.names, position, (document, batch) => {
    const endpoint = coverageFields.readIfValid(document);
    const dueAt = endpoint && coverageDueAt(endpoint);
    if (dueAt === null || endpoint?.coverageDueAt === dueAt) return;
    const mark = endpoints.toUpdate({ coverageDueAt: dueAt });
    batch.update(document.ref, mark, { lastUpdateTime: document.updateTime });
  });
}

/** Handles the next documents of a collection in the order of their ids, with these fields, in one write batch. */
async function eachDocument(
  { db }: Pick<Run, 'db'>,
  collection: CollectionReference,
  fields: readonly string[],
  position: string | null,
  handle: (document: QueryDocumentSnapshot, batch: WriteBatch) => void,
): Promise<{ position: string | null; handled: number }> {
  const ordered = collection.orderBy('__name__').select(...fields);
  const { docs } = await (position === null ? ordered : ordered.startAfter(position)).limit(PER_BATCH).get();
  const batch = db.batch();
  for (const document of docs) handle(document, batch);
  await batch.commit();
  const last = docs.at(-1)?.id ?? null;
  return { position: docs.length < PER_BATCH ? null : last, handled: docs.length };
}
