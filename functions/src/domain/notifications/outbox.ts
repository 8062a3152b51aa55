import { createHash, randomUUID } from 'node:crypto';
import { scopeOf } from '@farwatch/core/decisions/notifications/channel-policy';
import type { Channel } from '@farwatch/core/documents/channel';
import type { Message } from '@farwatch/core/documents/message';
import { type Outbox, outboxId } from '@farwatch/core/documents/outbox';
import { targetOf } from '@farwatch/core/values/channels/channel-settings';
import { isSame } from '@farwatch/core/values/is-same';
import { ALERT } from '@farwatch/core/values/limits';
import type { Timestamp } from 'firebase-admin/firestore';
import { reasonOf } from '../../platform/db/attempt-each.ts';
import { messages, outboxes } from '../../platform/db/collections.ts';
import { isConflict, isInvalid, isMissing, repeatUnknown } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import { dutyScopeOf, type Owner } from './owner.ts';

/** An outbox as it was read or last written; `writtenAt` is null if it is not stored yet. */
export type OpenOutbox = { id: string; outbox: Outbox; writtenAt: Timestamp | null };

/** A message for the log, by its id. */
export type LogEntry = { id: string; message: Message };

/**
 * Reads a channel's outbox. One of another generation is empty again, and counts from when the settings were last
 * stored, a day ago at most: nothing that ended before is announced. `scope`: of the channel now; `isFresh`: the outbox
 * has another one, so that all open incidents are to be looked at.
 */
export async function readOutbox(
  run: Run,
  owner: Owner,
  { channelId, channel }: { channelId: string; channel: Channel },
): Promise<OpenOutbox & { scope: string; isFresh: boolean }> {
  const id = outboxId(owner.id, channelId);
  const document = await outboxes.ref(run.db, id).get();
  const stored = outboxes.readIfValid(document);
  const writtenAt = document.updateTime ?? null;
  const generation = hashOf(targetOf(channel.type, channel.settings));
  const scope = scopeOf(channel, owner.settings, dutyScopeOf(owner, channel));
  if (stored?.generation === generation) {
    const isFresh = stored.scope !== scope || isReached(stored.freshAt, run.nowMs);
    return { id, outbox: stored, scope, writtenAt, isFresh };
  }
  // Settings may have been stored long before, and the target changed without them, as an account's address does.
  const startedAt = Math.max(owner.changedAt, run.nowMs - ALERT.giveUpAfterMs);
  const empty: Outbox = {
    ownerId: owner.id,
    channelId,
    leaseId: stored?.leaseId ?? null,
    dueAt: stored?.leaseId ? stored.dueAt : null,
    waitsUntil: null,
    seenAt: startedAt,
    freshAt: null,
    generation,
    scope: '',
    startedAt,
    announced: {},
    sending: {},
    lastSentAt: null,
    failure: null,
    stopped: null,
    reportedAt: null,
    rejections: 0,
    quota: null,
  };
  return { id, outbox: empty, scope, writtenAt, isFresh: true };
}

/** A hash of these values, in the form of a UUID. */
export function hashOf(values: unknown): string {
  const hex = createHash('sha256').update(JSON.stringify(values)).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** Whether a time has come; null never does. */
export function isReached(atMs: number | null, nowMs: number): boolean {
  return atMs !== null && atMs <= nowMs;
}

/** Whether another task holds the lease. */
export function isLeased({ outbox: { leaseId, dueAt } }: OpenOutbox, nowMs: number): boolean {
  return leaseId !== null && (dueAt ?? 0) > nowMs;
}

/**
 * Takes the lease for a minute; null if the outbox has changed since it was read. `seen`: of the look that found
 * what is to be sent, so that the next one finds it again and reads little else.
 */
export function takeLease(
  run: Run,
  open: OpenOutbox,
  seen: Pick<Outbox, 'seenAt' | 'freshAt' | 'sending'>,
): Promise<OpenOutbox | null> {
  const lease = { leaseId: randomUUID(), dueAt: run.nowMs + ALERT.leaseMs, waitsUntil: null, ...seen };
  return storeOutbox(run, open, lease);
}

/**
 * Stores changes of an outbox together with entries of the log, only if the outbox is as it was left. Null if it has
 * changed, or was deleted with its channel. It is tried again while the outcome is unknown, since what was sent would
 * otherwise be sent again. Entries that Firestore refuses are left out for the same reason.
 */
export async function storeOutbox(
  run: Run,
  { id, outbox, writtenAt }: OpenOutbox,
  changes: Partial<Outbox>,
  entries: readonly LogEntry[] = [],
): Promise<OpenOutbox | null> {
  const changed = { ...outbox, ...changes };
  const ref = outboxes.ref(run.db, id);
  const commit = () => {
    const batch = run.db.batch();
    if (writtenAt === null) batch.create(ref, outboxes.toDocument(changed));
    else batch.update(ref, outboxes.toUpdate(changed), { lastUpdateTime: writtenAt });
    for (const entry of entries) batch.set(messages.ref(run.db, entry.id), messages.toDocument(entry.message));
    return batch.commit();
  };
  try {
    const [written] = await repeatUnknown(commit);
    return { id, outbox: changed, writtenAt: written?.writeTime ?? null };
  } catch (error) {
    if (isInvalid(error) && entries.length > 0) {
      console.error(`outboxes/${id}: ${entries.length} entries of the log are refused: ${reasonOf(error)}`);
      return storeOutbox(run, { id, outbox, writtenAt }, changes);
    }
    if (isMissing(error)) return null;
    if (!isConflict(error)) throw error;
    // The answer to an earlier try of this commit may have been lost.
    const document = await ref.get();
    const isOwn = isSame(outboxes.readIfValid(document), changed);
    return isOwn ? { id, outbox: changed, writtenAt: document.updateTime ?? null } : null;
  }
}
