import { createHash } from 'node:crypto';
import type { TakenSlug } from '@farwatch/core/documents/taken-slug';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { takenSlugs } from '../../../platform/db/collections.ts';
import type { Writer } from '../../../platform/db/read-then-write.ts';
import type { Run } from '../../../platform/db/run.ts';

/** Whether an owner can take a slug: it is not taken, or was that owner’s last. `taken`: null if it was never taken. */
export function isFree({ nowMs }: Run, taken: TakenSlug | null, accountId: string): boolean {
  if (!taken) return true;
  const { ownerHash, expireAt } = taken;
  return expireAt !== null && (expireAt <= nowMs || ownerHash === hashOf(accountId));
}

/** Takes a slug. Of two who do so at once, one starts over and finds it taken. */
export function takeSlug(run: Run, writer: Writer, slug: string, before: TakenSlug | null, accountId: string): void {
  const ref = takenSlugs.ref(run.db, slug);
  const taken: TakenSlug = { ownerHash: hashOf(accountId), expireAt: null, blockedReason: null };
  if (before) writer.update(ref, takenSlugs.toUpdate(taken));
  else writer.create(ref, takenSlugs.toDocument(taken));
}

/**
 * Keeps a slug for its owner, and with it why its page was blocked, null if it was not: deleting a page must not be a way
 * around its block.
 */
export function releaseSlug(run: Run, writer: Writer, slug: string, blockedReason: string | null): void {
  const keptMs = blockedReason === null ? STATUS_PAGE.slugKeptMs : STATUS_PAGE.blockedSlugKeptMs;
  const released = { expireAt: run.nowMs + keptMs, blockedReason };
  writer.update(takenSlugs.ref(run.db, slug), takenSlugs.toUpdate(released));
}

export function isPreviousOwner(taken: TakenSlug | null, accountId: string): boolean {
  return taken !== null && taken.expireAt !== null && taken.ownerHash === hashOf(accountId);
}

/** Slugs outlive the account that took them, which must not be named then. */
function hashOf(accountId: string): string {
  return createHash('sha256').update(accountId).digest('hex');
}
