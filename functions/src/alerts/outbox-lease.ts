import { randomUUID } from 'node:crypto';
import { type Outbox, outboxId } from '@farwatch/core/documents/alert';
import { CHANNEL_NAMES } from '@farwatch/core/values/channels/channels';
import { ALERT } from '@farwatch/core/values/limits';
import { outboxes } from '../db/collections.ts';
import type { Run } from '../db/run.ts';

const EMPTY: Outbox = { leaseId: null, leaseUntil: null, blockedUntil: null, wakeAt: null };

/**
 * Whether alerts due at `dueAt` need no further sender: one holds the lease and checks again after releasing it, the
 * channel is rate-limited, or a waiting sender resumes by then.
 */
function isCovered({ leaseUntil, blockedUntil, wakeAt }: Outbox, nowMs: number, dueAt: number): boolean {
  if ((leaseUntil ?? 0) > nowMs || (blockedUntil ?? 0) > nowMs) return true;
  return wakeAt !== null && wakeAt > nowMs && wakeAt <= dueAt;
}

/** Whether to start a sender for alerts due at `dueAt`, epoch ms. It may find that it was not needed. */
export async function needsSender(run: Run, ownerId: string, dueAt: number): Promise<boolean> {
  const refs = CHANNEL_NAMES.map((name) => outboxes.ref(run.db, outboxId(ownerId, name)));
  const found = (await run.db.getAll(...refs)).flatMap((document) => outboxes.read(document) ?? []);
  return found.length === 0 || found.some((each) => !isCovered(each, run.nowMs, dueAt));
}

/**
 * Takes the lease of an outbox for a minute; null if alerts due at `dueAt` need no further sender. `ownWakeAt`: the
 * `wakeAt` that this sender has stored; it is cleared, as the sender is awake now.
 */
export async function takeLease(
  run: Run,
  id: string,
  { nowMs, dueAt, ownWakeAt }: { nowMs: number; dueAt: number; ownWakeAt: number | null },
): Promise<string | null> {
  const ref = outboxes.ref(run.db, id);
  return run.db.runTransaction(async (tx) => {
    const found = outboxes.read(await tx.get(ref));
    // The outbox was deleted with its owner's account.
    if (!found && ownWakeAt !== null) return null;
    const isOwnWake = ownWakeAt !== null && found?.wakeAt === ownWakeAt;
    const outbox = { ...(found ?? EMPTY), ...(isOwnWake && { wakeAt: null }) };
    if (isCovered(outbox, nowMs, dueAt)) {
      if (isOwnWake) tx.update(ref, outboxes.toUpdate({ wakeAt: null }));
      return null;
    }
    const leaseId = randomUUID();
    const taken = { leaseId, leaseUntil: nowMs + ALERT.leaseMs, blockedUntil: null, wakeAt: outbox.wakeAt };
    if (found) tx.update(ref, outboxes.toUpdate(taken));
    else tx.create(ref, outboxes.toDocument(taken));
    return leaseId;
  });
}

/** Extends the lease before the next send; false if another sender has taken it. */
export async function renewLease(run: Run, id: string, leaseId: string, nowMs: number): Promise<boolean> {
  return updateIfHeld(run, id, leaseId, () => ({ leaseUntil: nowMs + ALERT.leaseMs }));
}

/** Releases the lease. Returns whether this sender must resume at `wakeAt`, because no other resumes by then. */
export async function releaseLease(
  run: Run,
  id: string,
  leaseId: string,
  { blockedUntil, wakeAt, nowMs }: { blockedUntil: number | null; wakeAt: number | null; nowMs: number },
): Promise<boolean> {
  let mustResume = false;
  await updateIfHeld(run, id, leaseId, (found) => {
    const isOtherEarlier = found.wakeAt !== null && found.wakeAt > nowMs && wakeAt !== null && found.wakeAt <= wakeAt;
    mustResume = wakeAt !== null && !isOtherEarlier;
    return { leaseId: null, leaseUntil: null, blockedUntil, wakeAt: mustResume ? wakeAt : found.wakeAt };
  });
  return mustResume;
}

async function updateIfHeld(
  run: Run,
  id: string,
  leaseId: string,
  change: (found: Outbox) => Partial<Outbox>,
): Promise<boolean> {
  const ref = outboxes.ref(run.db, id);
  return run.db.runTransaction(async (tx) => {
    const found = outboxes.read(await tx.get(ref));
    if (found?.leaseId !== leaseId) return false;
    tx.update(ref, outboxes.toUpdate(change(found)));
    return true;
  });
}
