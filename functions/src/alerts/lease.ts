import { randomUUID } from 'node:crypto';
import { type Outbox, outboxId } from '@farwatch/core/documents/alert';
import { CHANNEL_NAMES } from '@farwatch/core/values/channels/channels';
import { ALERT } from '@farwatch/core/values/limits';
import { outboxes } from '../db/collections.ts';
import type { Run } from '../db/run.ts';

const EMPTY: Outbox = { leaseId: null, leaseUntil: null, blockedUntil: null, wakeAt: null };

/**
 * Whether nobody is needed for what is due at `dueAt`, epoch ms: somebody has the outbox, and looks once more after releasing
 * it; or its channel wants no message; or another sender will look again by then.
 */
function isLookedAfter({ leaseUntil, blockedUntil, wakeAt }: Outbox, nowMs: number, dueAt: number): boolean {
  if ((leaseUntil ?? 0) > nowMs || (blockedUntil ?? 0) > nowMs) return true;
  return wakeAt !== null && wakeAt > nowMs && wakeAt <= dueAt;
}

/** Whether a sender is to be started for what is due at `dueAt`, epoch ms. It may find that it was not needed. */
export async function needsSender(run: Run, ownerId: string, dueAt: number): Promise<boolean> {
  const refs = CHANNEL_NAMES.map((name) => outboxes.ref(run.db, outboxId(ownerId, name)));
  const found = (await run.db.getAll(...refs)).flatMap((document) => outboxes.read(document) ?? []);
  return found.length === 0 || found.some((each) => !isLookedAfter(each, run.nowMs, dueAt));
}

/**
 * Takes an outbox for a minute; null where somebody looks after what is due at `dueAt`. `promised`: the `wakeAt`
 * that this sender wrote, which it now keeps, or for which it need not come any more.
 */
export async function takeLease(
  run: Run,
  id: string,
  { nowMs, dueAt, promised }: { nowMs: number; dueAt: number; promised: number | null },
): Promise<string | null> {
  const ref = outboxes.ref(run.db, id);
  return run.db.runTransaction(async (tx) => {
    const found = outboxes.read(await tx.get(ref));
    // What it promised is gone with its owner's account.
    if (!found && promised !== null) return null;
    const isKept = promised !== null && found?.wakeAt === promised;
    const outbox = { ...(found ?? EMPTY), ...(isKept && { wakeAt: null }) };
    if (isLookedAfter(outbox, nowMs, dueAt)) {
      if (isKept) tx.update(ref, outboxes.toUpdate({ wakeAt: null }));
      return null;
    }
    const leaseId = randomUUID();
    const taken = { leaseId, leaseUntil: nowMs + ALERT.leaseMs, blockedUntil: null, wakeAt: outbox.wakeAt };
    if (found) tx.update(ref, outboxes.toUpdate(taken));
    else tx.create(ref, outboxes.toDocument(taken));
    return leaseId;
  });
}

/** Lengthens the lease before the next send; false if it was lost to another sender. */
export async function renewLease(run: Run, id: string, leaseId: string, nowMs: number): Promise<boolean> {
  return whileMine(run, id, leaseId, () => ({ leaseUntil: nowMs + ALERT.leaseMs }));
}

/**
 * Releases the outbox, with the time until which its channel wants no message. Returns whether this sender must look
 * again at `wakeAt`, since no other will by then.
 */
export async function releaseLease(
  run: Run,
  id: string,
  leaseId: string,
  { blockedUntil, wakeAt, nowMs }: { blockedUntil: number | null; wakeAt: number | null; nowMs: number },
): Promise<boolean> {
  let isToWake = false;
  await whileMine(run, id, leaseId, (found) => {
    const isWoken = found.wakeAt !== null && found.wakeAt > nowMs && wakeAt !== null && found.wakeAt <= wakeAt;
    isToWake = wakeAt !== null && !isWoken;
    return { leaseId: null, leaseUntil: null, blockedUntil, wakeAt: isToWake ? wakeAt : found.wakeAt };
  });
  return isToWake;
}

async function whileMine(
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
