import { setTimeout as sleep } from 'node:timers/promises';
import type { SendResult } from '@farwatch/core/decisions/alerts/backoff';
import {
  type DeliveryChannel,
  deliveryChannels,
  finalState,
  forChannel,
} from '@farwatch/core/decisions/alerts/delivery';
import { nextStep, type QueuedAlert } from '@farwatch/core/decisions/alerts/queue';
import { outboxId } from '@farwatch/core/documents/alert';
import type { MessageContent } from '@farwatch/core/documents/message';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationSettings,
} from '@farwatch/core/documents/notification-settings';
import type { User } from '@farwatch/core/documents/user';
import { type Texts, textsOf } from '@farwatch/core/texts/texts';
import { DEFAULT_LANGUAGE } from '@farwatch/core/values/languages';
import { ALERT } from '@farwatch/core/values/limits';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { sendToChannel } from '../channels/send-to-channel.ts';
import { attemptEach } from '../db/attempt-each.ts';
import { alerts, NOTIFICATIONS_ID, notifications, users } from '../db/collections.ts';
import type { Run } from '../db/run.ts';
import type { TaskInputs } from '../db/tasks.ts';
import { closeAlert } from './close-alert.ts';
import { afterDrop, afterMessage, type ChannelScope } from './mark-alert.ts';
import { releaseLease, renewLease, takeLease } from './outbox-lease.ts';
import { releaseDeferred } from './release-deferred.ts';
import { asQueued, recordSeverity, reviewQueued } from './review-queued.ts';
import { type Clock, waitForRechecks } from './wait-for-rechecks.ts';

const PAGE_SIZE = 50;
/** Shorter than a task's time limit: a sender that is stopped while it sends may send the same message twice. */
const RUN_MS = 4 * MINUTE_MS;
const UNREADABLE = 'It cannot be read';

const SYSTEM_CLOCK: Clock = { now: Date.now, sleep };

/** Sends through one channel, which has its own outbox, lease and retries. */
type Sender = ChannelScope & {
  ownerId: string;
  settings: NotificationSettings;
  texts: Texts;
  clock: Clock;
  /** When it hands over to a new task, epoch ms. */
  untilMs: number;
};

/**
 * Task `sendAlerts` (docs/notifications.md, Sending): sends the owner's due alerts in order, through each channel
 * independently.
 */
export async function sendAlerts(
  run: Run,
  { ownerId, dueAt = 0 }: TaskInputs['sendAlerts'],
  clock: Clock = SYSTEM_CLOCK,
): Promise<void> {
  const [stored, user] = await Promise.all([readSettings(run, ownerId), readUser(run, ownerId)]);
  // The account was closed: create no outbox for it.
  if (!stored && !user) return deleteAlerts(run, ownerId);
  const settings = stored ?? DEFAULT_NOTIFICATION_SETTINGS;
  const texts = await textsOf(user?.language ?? DEFAULT_LANGUAGE);
  const allChannels = deliveryChannels(settings);
  const untilMs = clock.now() + RUN_MS;
  const send = (channel: DeliveryChannel) =>
    sendThroughChannel(run, { ownerId, settings, texts, clock, channel, allChannels, untilMs }, dueAt);
  await attemptEach(allChannels, send, { atOnce: allChannels.length, what: 'channels' });
}

/** Deletes alerts created while the account was being closed; otherwise every sweep would start a sender for them. */
async function deleteAlerts(run: Run, ownerId: string): Promise<void> {
  const { docs } = await alerts.collection(run.db).where('ownerId', '==', ownerId).limit(PAGE_SIZE).get();
  await Promise.all(docs.map(({ ref }) => ref.delete()));
}

/**
 * Only the holder of the outbox's lease sends, and it checks for alerts once more after releasing it. One sender waits,
 * without the lease, for alerts that are due within seconds; the sweep finds those that are due later.
 */
async function sendThroughChannel(run: Run, sender: Sender, firstDueAt: number): Promise<void> {
  const { clock } = sender;
  const id = outboxId(sender.ownerId, sender.channel);
  let ownWakeAt: number | null = null;
  for (let dueAt = firstDueAt; ; dueAt = 0) {
    const leaseId = await takeLease(run, id, { nowMs: clock.now(), dueAt, ownWakeAt });
    if (!leaseId) return;
    const { blockedUntil, wakeAt } = await sendDue(run, sender, leaseId);
    const nowMs = clock.now();
    const mustResume = await releaseLease(run, id, leaseId, { blockedUntil, wakeAt, nowMs });
    ownWakeAt = mustResume ? wakeAt : null;
    if (blockedUntil !== null) return;
    // Hands the rest to another task.
    if (clock.now() >= sender.untilMs) return run.tasks.enqueue('sendAlerts', { ownerId: sender.ownerId });
    const unfinished = await readUnfinished(run, sender);
    const next = nextStep(unfinished, clock.now());
    const hasNothingNew = next.step === 'done' && ifSoon(next.wakeAt, clock.now()) === wakeAt;
    if (hasNothingNew && !mustResume) return;
    if (hasNothingNew && wakeAt !== null) await waitForRechecks(run, unfinished.filter(isHeld), wakeAt, clock);
  }
}

/** Whether an alert waits for other locations' rechecks. */
function isHeld({ alert }: QueuedAlert): boolean {
  return alert.state === 'waiting' && alert.attempts === 0;
}

/** The time if it is close enough to wait for, else null. */
function ifSoon(atMs: number | null, nowMs: number): number | null {
  return atMs !== null && atMs - nowMs <= ALERT.holdFromFailureMs ? atMs : null;
}

type Pause = { blockedUntil: number | null; wakeAt: number | null };

const NO_PAUSE: Pause = { blockedUntil: null, wakeAt: null };

/**
 * Sends until no alert is due, the lease is lost, or the sender's time is up. Returns the end of a rate limit, and when
 * the next alert is due, if that is soon.
 */
async function sendDue(run: Run, sender: Sender, leaseId: string): Promise<Pause> {
  const { ownerId, channel, settings, clock, untilMs } = sender;
  for (;;) {
    const next = nextStep(await readUnfinished(run, sender), clock.now());
    if (next.step === 'done') return { blockedUntil: null, wakeAt: ifSoon(next.wakeAt, clock.now()) };
    if (clock.now() >= untilMs) return NO_PAUSE;
    if (!(await renewLease(run, outboxId(ownerId, channel), leaseId, clock.now()))) return NO_PAUSE;
    if (next.step === 'release') {
      await releaseDeferred(run, next.queued, settings.thresholds.severity, clock.now());
      continue;
    }
    const result = await send(run, sender, await compose(run, sender, next.queued));
    if (result?.outcome === 'limited') {
      return { blockedUntil: clock.now() + result.retryAfterSec * SECOND_MS, wakeAt: null };
    }
  }
}

/** The owner's waiting alerts, the oldest first, and due deferred ones, each with its delivery by the channel. */
async function readUnfinished(run: Run, sender: Sender): Promise<QueuedAlert[]> {
  const ofOwner = alerts.collection(run.db).where('ownerId', '==', sender.ownerId);
  const waiting = ofOwner.where('state', '==', 'waiting').orderBy('createdAt').limit(PAGE_SIZE);
  const before = Timestamp.fromMillis(sender.clock.now());
  const dueDeferred = ofOwner.where('state', '==', 'deferred').where('nextAt', '<=', before).limit(PAGE_SIZE);
  const [first, deferred] = await Promise.all([waiting.get(), dueDeferred.get()]);
  for (let { docs } = first; ; ) {
    const unfinished = await closeFinished(sender, docs);
    const last = docs.at(-1);
    // A full page of alerts that wait only for other channels must not hide the rest.
    const hasMore = last && docs.length === PAGE_SIZE && unfinished.every(({ alert }) => alert.state !== 'waiting');
    if (!hasMore) return [...unfinished, ...(await closeFinished(sender, deferred.docs))];
    ({ docs } = await waiting.startAfter(last).get());
  }
}

/** The readable alerts that some channel still has to send. The others are closed. */
async function closeFinished(sender: Sender, docs: QueryDocumentSnapshot[]): Promise<QueuedAlert[]> {
  const { channel, allChannels, clock } = sender;
  const unfinished = await Promise.all(
    docs.map(async (doc) => {
      const queued = asQueued(doc);
      const state = queued ? finalState(queued.alert, allChannels) : 'dead';
      if (queued && state === null) return { id: doc.id, alert: forChannel(channel, queued.alert) };
      await doc.ref.update(closeAlert(state ?? 'dead', clock.now(), queued ? {} : { lastError: UNREADABLE }));
      return null;
    }),
  );
  return unfinished.flatMap((each) => each ?? []);
}

async function readSettings(run: Run, ownerId: string): Promise<NotificationSettings | null> {
  return notifications.read(await notifications.ref(run.db, NOTIFICATIONS_ID, ownerId).get());
}

async function readUser(run: Run, ownerId: string): Promise<User | null> {
  return users.read(await users.ref(run.db, ownerId).get());
}

/** A message, or a line of a digest, and the alerts that it covers. */
type Message = { content: MessageContent; covers: QueuedAlert[] };

/** The messages for these alerts; those that are not to be sent are dropped. */
async function compose(run: Run, sender: Sender, queued: QueuedAlert[]): Promise<Message[]> {
  const messages: Message[] = [];
  const covered = new Set<string>();
  const nowMs = sender.clock.now();
  for (const each of queued) {
    if (covered.has(each.id)) continue;
    const { result, related } = await reviewQueued(run, each, sender);
    // If the incident has changed since it was read, the next step reviews the alert again.
    if (!(await recordSeverity(run, each, result, related))) continue;
    if ('drop' in result) {
      await alerts.ref(run.db, each.id).update(afterDrop(each.alert, result.drop, sender, nowMs));
      continue;
    }
    for (const id of result.ids) covered.add(id);
    const covers = [each, ...related.others].filter(({ id }) => result.ids.includes(id));
    messages.push({ content: result.content, covers });
  }
  return messages;
}

/** Sends the messages as one, if there are any, and updates the alerts that they cover. */
async function send(run: Run, sender: Sender, messages: Message[]): Promise<SendResult | null> {
  const { channel, settings, texts, clock } = sender;
  const [first, ...others] = messages.map((each) => each.content);
  if (!first) return null;
  const result = await sendToChannel(channel, settings, { contents: [first, ...others], texts, nowMs: clock.now() });
  const batch = run.db.batch();
  for (const { content, covers } of messages) {
    for (const { id, alert } of covers) {
      batch.update(alerts.ref(run.db, id), afterMessage(alert, content, result, sender, clock.now()));
    }
  }
  await batch.commit();
  return result;
}
