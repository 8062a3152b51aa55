import { randomUUID } from 'node:crypto';
import type { Outbox } from '@farwatch/core/documents/alert';
import { ALERT } from '@farwatch/core/limits';
import { outboxes } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';

const EMPTY: Outbox = { leaseId: null, leaseUntil: null, blockedUntil: null };

/** Takes the owner's outbox for a minute; null while somebody else has it or the chat must be left alone. */
export async function takeLease(run: Run, ownerId: string, nowMs: number): Promise<string | null> {
  const ref = outboxes.ref(run.db, ownerId);
  return run.db.runTransaction(async (tx) => {
    const found = outboxes.read(await tx.get(ref));
    const { leaseUntil, blockedUntil } = found ?? EMPTY;
    if ((leaseUntil ?? 0) > nowMs || (blockedUntil ?? 0) > nowMs) return null;
    const leaseId = randomUUID();
    const taken = { leaseId, leaseUntil: nowMs + ALERT.leaseMs, blockedUntil: null };
    if (found) tx.update(ref, outboxes.part(taken));
    else tx.create(ref, outboxes.whole(taken));
    return leaseId;
  });
}

/** Lengthens the lease before the next send; false where it was lost to another sender. */
export async function renewLease(run: Run, ownerId: string, leaseId: string, nowMs: number): Promise<boolean> {
  return whileMine(run, ownerId, leaseId, { leaseUntil: nowMs + ALERT.leaseMs });
}

/** Gives the outbox back, with the time until which Telegram wants the chat left alone. */
export async function releaseLease(
  run: Run,
  ownerId: string,
  leaseId: string,
  blockedUntil: number | null,
): Promise<void> {
  await whileMine(run, ownerId, leaseId, { leaseId: null, leaseUntil: null, blockedUntil });
}

async function whileMine(run: Run, ownerId: string, leaseId: string, change: Partial<Outbox>): Promise<boolean> {
  const ref = outboxes.ref(run.db, ownerId);
  return run.db.runTransaction(async (tx) => {
    const found = outboxes.read(await tx.get(ref));
    if (found?.leaseId !== leaseId) return false;
    tx.update(ref, outboxes.part(change));
    return true;
  });
}
