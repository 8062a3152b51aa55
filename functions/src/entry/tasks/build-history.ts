import { dueDays, historyAfter } from '@farwatch/core/decisions/history/due-days';
import { LOOKBACK_MS, OUTAGE_LOOKBACK_MS } from '@farwatch/core/decisions/history/endpoint-steps';
import { expandWindows } from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import type { History } from '@farwatch/core/documents/history';
import { dayStart } from '@farwatch/core/values/history/levels';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { type DocumentReference, Timestamp } from 'firebase-admin/firestore';
import { buildDay, type Sources } from '../../domain/history/build-day.ts';
import { updateSlowLimits } from '../../domain/history/update-slow-limits.ts';
import { readWindows } from '../../domain/maintenance/read-windows.ts';
import { histories, hours, monitors } from '../../platform/db/collections.ts';
import { attemptTask } from '../../platform/db/due-work.ts';
import { retryConflicts } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import type { TaskInputs } from '../../platform/db/tasks.ts';

/** A full account's day takes a few seconds. */
const DAYS_AT_ONCE = 10;
/** A roll-up may be stored this long after the time that it records. */
const STORED_WITHIN_MS = 10 * MINUTE_MS;

const monitorFields = monitors.pick('endpoints');
const lateFields = hours.pick('hourAt');

/**
 * Task `buildHistory` (docs/documents.md, Days): builds an owner's days that are missing, marked, or have hours that
 * were rolled up late. It builds each day as a whole, so that it can be repeated, and enqueues another task for the
 * remaining days if its time is over.
 */
export async function buildHistory(run: Run, { ownerId }: TaskInputs['buildHistory']): Promise<void> {
  const ref = histories.ref(run.db, ownerId);
  await attemptTask(run, [ref], () => build(run, ownerId, ref));
}

async function build(run: Run, ownerId: string, ref: DocumentReference): Promise<void> {
  const document = await ref.get();
  const history = histories.read(document);
  if (!history || !document.updateTime) return;
  const due = dueDays(history, await findLateDays(run, ownerId, history), run.nowMs);
  const days = due.slice(0, DAYS_AT_ONCE);
  const sources = await readSources(run, ownerId, days);
  for (const dayAt of days) await buildDay(run, ownerId, sources, dayAt);
  const newestAt = days.at(-1);
  // Once a day, by the newest days: not when an older one is built again.
  if (newestAt !== undefined && newestAt >= (history.builtUntil ?? 0))
    await updateSlowLimits(run, ownerId, newestAt + DAY_MS);
  const hasEndpoints = sources.monitors.some(({ endpoints }) => Object.keys(endpoints).length > 0);
  const left = hasEndpoints ? due.slice(DAYS_AT_ONCE) : [];
  const done = { built: hasEndpoints ? days : due, left, hasEndpoints };
  await complete(run, ref, { history, updateTime: document.updateTime }, done);
  if (left.length > 0) await run.tasks.enqueue('buildHistory', { ownerId });
}

/** Finds days with an hour that was rolled up after they may have been built. */
async function findLateDays(run: Run, ownerId: string, { checkedAt }: History): Promise<number[]> {
  if (checkedAt === null) return [];
  const since = Timestamp.fromMillis(checkedAt - STORED_WITHIN_MS);
  const late = hours.collection(run.db).where('ownerId', '==', ownerId).where('rebuildAt', '>=', since);
  const found = await lateFields.find(late.orderBy('rebuildAt'));
  return [...new Set(found.map(({ hourAt }) => dayStart(hourAt)))];
}

async function readSources(run: Run, ownerId: string, days: readonly number[]): Promise<Sources> {
  const own = await monitorFields.find(monitors.collection(run.db).where('ownerId', '==', ownerId));
  const [firstAt] = days;
  const lastAt = days.at(-1);
  if (own.length === 0 || firstAt === undefined || lastAt === undefined) {
    return { monitors: own, windows: [] };
  }
  const windows = await readWindows(run, null, ownerId);
  const fromMs = firstAt - LOOKBACK_MS - OUTAGE_LOOKBACK_MS;
  return { monitors: own, windows: expandWindows(windows, { fromMs, toMs: lastAt + DAY_MS }) };
}

type Read = { history: History; updateTime: Timestamp };
type Done = { built: readonly number[]; left: readonly number[]; hasEndpoints: boolean };

/** Stores what is built. Another task, or a change that marks a day, may have changed the document in the meantime. */
async function complete(run: Run, ref: DocumentReference, before: Read, done: Done): Promise<void> {
  await retryConflicts(async () => {
    const document = await ref.get();
    const current = histories.read(document);
    if (!current || !document.updateTime) return;
    const isUnchanged = document.updateTime.isEqual(before.updateTime);
    const after = historyAfter(current, { before: before.history, isUnchanged, ...done }, run.nowMs);
    await ref.update(histories.toUpdate(after), { lastUpdateTime: document.updateTime });
  });
}
