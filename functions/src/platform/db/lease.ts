import { randomUUID } from 'node:crypto';
import type { DocumentReference, Timestamp } from 'firebase-admin/firestore';
import { leases } from './collections.ts';
import { isConflict } from './retry.ts';
import type { Run } from './run.ts';

/** The name of exclusive work, and how long its lease is valid unless renewed, ms. */
type LeaseTerms = { name: string; forMs: number };

/** Renews the lease; false if another holder has taken it over. */
export type Renew = () => Promise<boolean>;

/** A held lease. `keep` renews it only after a third of its time, so that many small steps may each call it. */
export type Held = { renew: Renew; keep: Renew };

/** For work without a lease. */
export const NO_LEASE: Renew = async () => true;

/** Epoch ms. */
export type LeaseClock = () => number;

/**
 * Does the work under a lease and returns whether it was done: false while another holder has it. An expired lease is
 * taken over.
 */
export async function runWithLease(
  run: Run,
  { name, forMs }: LeaseTerms,
  work: (held: Held) => Promise<unknown>,
  clock: LeaseClock = Date.now,
): Promise<boolean> {
  const ref = leases.ref(run.db, name);
  const holder = randomUUID();
  const lease = () => leases.toDocument({ holder, heldUntil: clock() + forMs });
  let writtenAt = await acquire(ref, holder, lease, clock);
  if (writtenAt === null) return false;
  const renew: Renew = async () => {
    const lastUpdateTime = writtenAt;
    if (lastUpdateTime === null) return false;
    writtenAt = await nullIfChanged(async () => (await ref.update(lease(), { lastUpdateTime })).writeTime);
    // The answer to the first try of this renewal may have been lost.
    writtenAt ??= await writtenBy(ref, holder);
    return writtenAt !== null;
  };
  try {
    await work({ renew, keep: throttle(renew, forMs / 3, clock) });
  } finally {
    const lastUpdateTime = writtenAt;
    if (lastUpdateTime !== null) await nullIfChanged(() => ref.delete({ lastUpdateTime }));
  }
  return true;
}

/**
 * When this holder's lease was written; null if another holder has it. Takes no lock, so a second caller does not wait.
 */
async function acquire(
  ref: DocumentReference,
  holder: string,
  lease: () => FirebaseFirestore.DocumentData,
  clock: LeaseClock,
): Promise<Timestamp | null> {
  const created = await nullIfChanged(async () => (await ref.create(lease())).writeTime);
  if (created !== null) return created;
  const found = await ref.get();
  const held = leases.read(found);
  if (!held || !found.updateTime) return null;
  // The answer to the first try of this call may have been lost.
  if (held.holder === holder) return found.updateTime;
  if (held.heldUntil > clock()) return null;
  const lastUpdateTime = found.updateTime;
  return nullIfChanged(async () => (await ref.update(lease(), { lastUpdateTime })).writeTime);
}

function throttle(renew: Renew, everyMs: number, clock: LeaseClock): Renew {
  let nextAt = clock() + everyMs;
  return async () => {
    if (clock() < nextAt) return true;
    nextAt = clock() + everyMs;
    return renew();
  };
}

/** When the lease was written if this holder has it, else null. */
async function writtenBy(ref: DocumentReference, holder: string): Promise<Timestamp | null> {
  const found = await ref.get();
  return leases.read(found)?.holder === holder ? (found.updateTime ?? null) : null;
}

/** Returns null if the document was changed in the meantime. */
async function nullIfChanged<T>(write: () => Promise<T>): Promise<T | null> {
  try {
    return await write();
  } catch (error) {
    if (isConflict(error)) return null;
    throw error;
  }
}
