import type { DueMessage, Look } from '@farwatch/core/decisions/notifications/plan-look';
import { ALERT } from '@farwatch/core/values/limits';
import type { Run } from '../../platform/db/run.ts';
import { type Batch, logEntry, type OwnedChannel } from './deliver.ts';
import { type OpenOutbox, storeOutbox } from './outbox.ts';

/**
 * Logs what was over before it could be announced, and stores it as announced, in one batch. Whether the outbox was as
 * it was left.
 */
export async function storeSkipped(run: Run, own: OwnedChannel, open: OpenOutbox, look: Look): Promise<boolean> {
  const { skipped, seenAt, freshAt } = look;
  const entries = [...Map.groupBy(skipped, ({ code }) => code)].flatMap(([code, list]) =>
    batchesOf(list).map((batch) => logEntry(own, open, batch, { state: 'skipped', code, reason: null }, run.nowMs)),
  );
  const after = Object.fromEntries(skipped.map(({ key, announced }) => [key, announced]));
  const announced = { ...look.announced, ...after };
  // A channel that failed is not tried earlier because of it.
  const dueAt = open.outbox.failure ? open.outbox.dueAt : run.nowMs;
  const stored = await storeOutbox(run, open, { announced, dueAt, seenAt, freshAt, leaseId: null }, entries);
  return stored !== null;
}

function batchesOf(messages: readonly DueMessage[]): Batch[] {
  const [first, ...rest] = messages.slice(0, ALERT.digestMost);
  return first ? [[first, ...rest], ...batchesOf(messages.slice(ALERT.digestMost))] : [];
}
