import { dateOf, type History } from '@farwatch/core/documents/history';
import { histories } from '../../platform/db/collections.ts';
import type { Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';

/**
 * Has these days of an owner built again by the next hourly job. Without days it writes nothing. Late hours are found by
 * `rebuildAt` instead.
 */
export function markDays(run: Run, writer: Writer, ownerId: string, days: readonly number[]): void {
  if (days.length === 0) return;
  writer.set(histories.ref(run.db, ownerId), histories.toUpdate(dueNow(ownerId, run.nowMs, days)), { merge: true });
}

/** Returns the fields that make an owner's next task due, with days to build again. */
export function dueNow(ownerId: string, nowMs: number, days: readonly number[] = []): Partial<History> {
  const dirtyDays = Object.fromEntries(days.map((dayAt) => [dateOf(dayAt), nowMs]));
  // An empty map would replace the marks that there are.
  return { ownerId, dueAt: nowMs, ...(days.length > 0 && { dirtyDays }) };
}
