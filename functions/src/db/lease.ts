import { randomUUID } from 'node:crypto';
import type { DocumentReference, Timestamp } from 'firebase-admin/firestore';
import { leases } from './collections.ts';
import { isConflict } from './retry.ts';
import type { Run } from './run.ts';

/** Work that only one does at a time: its name, and how long it may go without renewing, ms. */
type Leased = { name: string; forMs: number };

/** Renews the lease; false if somebody else has taken over. */
export type Renew = () => Promise<boolean>;

/** A lease of one's own. `keep` renews it too, but only once a third of its time is over: for each of many small parts. */
export type Held = { renew: Renew; keep: Renew };

/** For work that is done under no lease. */
export const NO_LEASE: Renew = async () => true;

/** Epoch ms. */
export type LeaseClock = () => number;

/**
 * Does the work under a lease and returns whether it was done: false while somebody else holds it. The lease of a dead
 * holder is taken over once its time is up.
 */
export async function whileLeased(
  run: Run,
  { name, forMs }: Leased,
  work: (held: Held) => Promise<void>,
  clock: LeaseClock = Date.now,
): Promise<boolean> {
  const ref = leases.ref(run.db, name);
  const holder = randomUUID();
  const lease = () => leases.toDocument({ holder, heldUntil: clock() + forMs });
  let writtenAt = await take(ref, holder, lease, clock);
  if (writtenAt === null) return false;
  const renew: Renew = async () => {
    const lastUpdateTime = writtenAt;
    if (lastUpdateTime === null) return false;
    writtenAt = await unlessChanged(async () => (await ref.update(lease(), { lastUpdateTime })).writeTime);
    // The answer to this renewal's own first try may have been lost.
    writtenAt ??= await writtenBy(ref, holder);
    return writtenAt !== null;
  };
  try {
    await work({ renew, keep: paced(renew, forMs / 3, clock) });
  } finally {
    const lastUpdateTime = writtenAt;
    if (lastUpdateTime !== null) await unlessChanged(() => ref.delete({ lastUpdateTime }));
  }
  return true;
}

/**
 * When this holder's lease was written; null if somebody else has it. Locks nothing, so a second caller is refused at
 * once.
 */
async function take(
  ref: DocumentReference,
  holder: string,
  lease: () => FirebaseFirestore.DocumentData,
  clock: LeaseClock,
): Promise<Timestamp | null> {
  const created = await unlessChanged(async () => (await ref.create(lease())).writeTime);
  if (created !== null) return created;
  const found = await ref.get();
  const held = leases.read(found);
  if (!held || !found.updateTime) return null;
  // The answer to this holder's own first try may have been lost.
  if (held.holder === holder) return found.updateTime;
  if (held.heldUntil > clock()) return null;
  const lastUpdateTime = found.updateTime;
  return unlessChanged(async () => (await ref.update(lease(), { lastUpdateTime })).writeTime);
}

function paced(renew: Renew, everyMs: number, clock: LeaseClock): Renew {
  let nextAt = clock() + everyMs;
  return async () => {
    if (clock() < nextAt) return true;
    nextAt = clock() + everyMs;
    return renew();
  };
}

/** When the lease was written, where that holder has it; else null. */
async function writtenBy(ref: DocumentReference, holder: string): Promise<Timestamp | null> {
  const found = await ref.get();
  return leases.read(found)?.holder === holder ? (found.updateTime ?? null) : null;
}

/** Null where the document has changed meanwhile. */
async function unlessChanged<T>(write: () => Promise<T>): Promise<T | null> {
  try {
    return await write();
  } catch (error) {
    if (isConflict(error)) return null;
    throw error;
  }
}
