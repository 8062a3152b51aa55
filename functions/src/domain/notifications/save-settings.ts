import { randomUUID } from 'node:crypto';
import type { Channel } from '@farwatch/core/documents/channel';
import { withoutOwnAddress } from '@farwatch/core/documents/channels-of';
import type { Message } from '@farwatch/core/documents/message';
import type { StoredNotifications } from '@farwatch/core/documents/notification-settings';
import { type Outbox, outboxId } from '@farwatch/core/documents/outbox';
import type { User } from '@farwatch/core/documents/user';
import { targetOf } from '@farwatch/core/values/channels/channel-settings';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { RETENTION } from '@farwatch/core/values/limits';
import type { Transaction } from 'firebase-admin/firestore';
import { messages, NOTIFICATIONS_ID, notifications, outboxes, users } from '../../platform/db/collections.ts';
import { changeInTransaction } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { readStoredSettings, settingsUpdate } from '../channels/stored-settings.ts';
import { closingOutbox } from './close-alerts.ts';
import { enqueueLook } from './enqueue.ts';
import { hashOf } from './outbox.ts';
import { isAlertsOn, readyChannels } from './owner.ts';

/**
 * Changes and returns an owner's settings, and has their channels looked at: one that became ready announces what is
 * down. What a channel that is no longer ready had announced is forgotten, alerts that it holds open are closed, and a removed one leaves a line in the log.
 * The one with the id `testedId` resumes if it had stopped with `testedTarget`, if given: a test has just arrived. Settings that `change` returns as
 * they were are not stored.
 */
export async function saveSettings(
  run: Run,
  ownerId: string,
  change: (stored: StoredNotifications, user: User | null) => StoredNotifications,
  testedId: string | null = null,
  testedTarget: string | null = null,
): Promise<StoredNotifications> {
  const settingsRef = notifications.ref(run.db, NOTIFICATIONS_ID, ownerId);
  const userRef = users.ref(run.db, ownerId);
  const changed = await changeInTransaction(run, async (tx, unchanged) => {
    const refs = [settingsRef, userRef, ...(testedId === null ? [] : [outboxRef(run, ownerId, testedId)])];
    const [settingsDoc, userDoc, testedDoc] = await tx.getAll(...refs);
    const stored = readStoredSettings(settingsDoc);
    const user = (userDoc && users.read(userDoc)) ?? null;
    const changed = change(stored, user);
    const after = changed === stored ? stored : withoutOwnAddress(changed, user);
    const ready = readyChannels(after, user);
    const before = readyChannels(stored, user);
    const ended = Object.keys(before).filter((id) => !ready[id]);
    const closing = after === stored ? [] : await readClosing(run, tx, ownerId, { before, ready });
    const outbox = testedDoc ? outboxes.readIfValid(testedDoc) : null;
    const stopped = outbox?.stopped ?? null;
    const isAsTested = testedTarget === null || outbox?.generation === hashOf(testedTarget);
    if (testedId !== null && ready[testedId] && isAsTested && stopped)
      tx.update(outboxRef(run, ownerId, testedId), outboxes.toUpdate(resumed(stopped, run.nowMs)));
    if (after === stored) return unchanged(stored);
    if (settingsDoc?.exists) tx.update(settingsRef, settingsUpdate(stored, after));
    else tx.create(settingsRef, notifications.toDocument(after));
    const failingChannels = user && stillFailing(user, before, ready);
    if (failingChannels) tx.update(userRef, users.toUpdate({ alertsOn: isAlertsOn(after, user), failingChannels }));
    for (const id of ended) tx.delete(outboxRef(run, ownerId, id));
    for (const { id, outbox } of closing) tx.set(outboxes.ref(run.db, id), outboxes.toDocument(outbox));
    for (const entry of removalEntries(stored, after, ownerId, run.nowMs))
      tx.create(messages.ref(run.db, randomUUID()), messages.toDocument(entry));
    return after;
  });
  await enqueueLook(run, ownerId);
  return changed;
}

/** What closes the alerts that channels hold open which end with these settings, or get another target. */
async function readClosing(
  run: Run,
  tx: Transaction,
  ownerId: string,
  { before, ready }: Record<'before' | 'ready', Record<string, Channel>>,
) {
  const held = Object.entries(before).filter(([id, { type }]) => {
    return !isSameTarget(before[id], ready[id]) && getChannelType(type).holdsAlerts;
  });
  if (held.length === 0) return [];
  const documents = await tx.getAll(...held.map(([id]) => outboxRef(run, ownerId, id)));
  return held.flatMap(([, channel], index) => {
    const document = documents[index];
    const outbox = document ? outboxes.readIfValid(document) : null;
    return (outbox && closingOutbox(channel, outbox, run.nowMs)) ?? [];
  });
}

function outboxRef(run: Run, ownerId: string, channelId: string) {
  return outboxes.ref(run.db, outboxId(ownerId, channelId));
}

function removalEntries(
  { channels: before }: StoredNotifications,
  { channels: after }: StoredNotifications,
  ownerId: string,
  nowMs: number,
): Message[] {
  const removed = Object.entries(before).filter(([id]) => !Object.hasOwn(after, id));
  return removed.map(([channelId, { type, name }]) => ({
    ownerId,
    channelId,
    channelType: type,
    channelName: name,
    state: 'skipped',
    code: 'channel_removed',
    reason: null,
    contents: [],
    createdAt: nowMs,
    expireAt: nowMs + RETENTION.messageMs,
  }));
}

/** A channel that resumes is tried at once. What was over a day before it resumes is not sent any more. */
function resumed({ code, reason, at }: NonNullable<Outbox['stopped']>, nowMs: number): Partial<Outbox> {
  return { stopped: null, failure: { code, reason, at, since: at, tries: 1 }, dueAt: nowMs };
}

/** The channels that fail, of those that are ready and have their target as before. */
function stillFailing(user: User, before: Record<string, Channel>, ready: Record<string, Channel>) {
  const failing = Object.entries(user.failingChannels).filter(([id]) => isSameTarget(before[id], ready[id]));
  return Object.fromEntries(failing);
}

function isSameTarget(before: Channel | undefined, after: Channel | undefined): boolean {
  if (!before || !after) return false;
  return targetOf(before.type, before.settings) === targetOf(after.type, after.settings);
}
