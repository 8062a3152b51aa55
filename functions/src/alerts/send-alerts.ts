import { setTimeout as sleep } from 'node:timers/promises';
import type { SendResult } from '@farwatch/core/decisions/alerts/backoff';
import { alertedOf } from '@farwatch/core/decisions/alerts/decide-alerts';
import { forChannel, endOf, isNotified, deliveryChannels } from '@farwatch/core/decisions/alerts/delivery';
import { nextStep, type QueuedAlert } from '@farwatch/core/decisions/alerts/queue';
import { type ReviewResult, reviewAlert } from '@farwatch/core/decisions/alerts/review-alert';
import { outboxId } from '@farwatch/core/documents/alert';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationSettings,
  type SeverityFilter,
} from '@farwatch/core/documents/notification-settings';
import type { User } from '@farwatch/core/documents/user';
import type { Told } from '@farwatch/core/texts/alert-message';
import { type Texts, textsOf } from '@farwatch/core/texts/texts';
import { DEFAULT_LANGUAGE } from '@farwatch/core/values/languages';
import { ALERT } from '@farwatch/core/values/limits';
import { compareSeverity, moreSevere, type Severity } from '@farwatch/core/values/severity';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { ZodError } from 'zod';
import { sendToChannel } from '../channels/send-by.ts';
import { attemptEach, reasonOf } from '../db/attempt-each.ts';
import { alerts, NOTIFICATIONS_ID, notifications, users } from '../db/collections.ts';
import type { Run } from '../db/run.ts';
import type { TaskInputs } from '../db/tasks.ts';
import { closeAlert } from './close-alert.ts';
import { releaseLease, renewLease, takeLease } from './lease.ts';
import { afterDrop, afterMessage, type Outlets } from './mark-alert.ts';
import { asQueued, type Related, readRelated } from './read-related.ts';
import { releaseDeferred } from './release-deferred.ts';
import { revokeAlerted } from './revoke-alerted.ts';
import { type Clock, waitForRechecks } from './wait-for-rechecks.ts';

const AT_ONCE = 50;
/** Less than a task has: one that is ended while it sends may tell the same twice. */
const WORKS_MS = 4 * MINUTE_MS;
const UNREADABLE = 'It cannot be read';

const SYSTEM_CLOCK: Clock = { now: Date.now, sleep };

/** What sends by one channel: it has an outbox, a lease and tries of its own. */
type Sender = Outlets & {
  ownerId: string;
  settings: NotificationSettings;
  texts: Texts;
  clock: Clock;
  /** When it hands the rest on, epoch ms. */
  untilMs: number;
};

/**
 * Task `sendAlerts` (docs/notifications.md, Sending): sends what is due to the owner, in order, by each channel apart from
 * the others.
 */
export async function sendAlerts(
  run: Run,
  { ownerId, dueAt = 0 }: TaskInputs['sendAlerts'],
  clock: Clock = SYSTEM_CLOCK,
): Promise<void> {
  const [stored, user] = await Promise.all([readSettings(run, ownerId), readUser(run, ownerId)]);
  // The account was closed: not even an outbox is to be of it.
  if (!stored && !user) return deleteAlerts(run, ownerId);
  const settings = stored ?? DEFAULT_NOTIFICATION_SETTINGS;
  const texts = await textsOf(user?.language ?? DEFAULT_LANGUAGE);
  const outlets = deliveryChannels(settings);
  const untilMs = clock.now() + WORKS_MS;
  const work = (outlet: Outlets['outlet']) =>
    sendByOne(run, { ownerId, settings, texts, clock, outlet, outlets, untilMs }, dueAt);
  await attemptEach(outlets, work, { atOnce: outlets.length, what: 'channels' });
}

/** Those that were made while their owner's account was closed: the sweep would ask for a sender for good. */
async function deleteAlerts(run: Run, ownerId: string): Promise<void> {
  const { docs } = await alerts.collection(run.db).where('ownerId', '==', ownerId).limit(AT_ONCE).get();
  await Promise.all(docs.map(({ ref }) => ref.delete()));
}

/**
 * Only the holder of the outbox's lease sends, and it looks once more after releasing it. One sender at a time waits,
 * without the lease, for alerts held for a few seconds; the sweep finds those that wait longer.
 */
async function sendByOne(run: Run, sender: Sender, firstDueAt: number): Promise<void> {
  const { clock } = sender;
  const id = outboxId(sender.ownerId, sender.outlet);
  let promised: number | null = null;
  for (let dueAt = firstDueAt; ; dueAt = 0) {
    const leaseId = await takeLease(run, id, { nowMs: clock.now(), dueAt, promised });
    if (!leaseId) return;
    const { blockedUntil, wakeAt } = await sendDue(run, sender, leaseId);
    const nowMs = clock.now();
    const isToWake = await releaseLease(run, id, leaseId, { blockedUntil, wakeAt, nowMs });
    promised = isToWake ? wakeAt : null;
    if (blockedUntil !== null) return;
    if (clock.now() >= sender.untilMs) return run.tasks.enqueue('sendAlerts', { ownerId: sender.ownerId });
    const found = await unfinished(run, sender);
    const next = nextStep(found, clock.now());
    const isNothingNew = next.step === 'done' && soon(next.wakeAt, clock.now()) === wakeAt;
    if (isNothingNew && !isToWake) return;
    if (isNothingNew && wakeAt !== null) await waitForRechecks(run, found.filter(isHeld), wakeAt, clock);
  }
}

/** Not tried yet and not due: it waits for other locations. */
function isHeld({ alert }: QueuedAlert): boolean {
  return alert.state === 'waiting' && alert.attempts === 0;
}

/** The time if it is worth waiting for; null if it is further off. */
function soon(atMs: number | null, nowMs: number): number | null {
  return atMs !== null && atMs - nowMs <= ALERT.holdFromFailureMs ? atMs : null;
}

/** If its incident is unreadable the alert is sent as it was made. */
async function release(run: Run, queued: QueuedAlert, filter: SeverityFilter, nowMs: number): Promise<void> {
  try {
    await releaseDeferred(run, queued, filter, nowMs);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    await alerts.ref(run.db, queued.id).update(alerts.toUpdate({ state: 'waiting', nextAt: nowMs }));
  }
}

type Pause = { blockedUntil: number | null; wakeAt: number | null };

/**
 * Sends until nothing is due, the lease is lost, or its time is up. Returns until when the channel wants no messages, if
 * so, and when the next alert is due, if that is soon.
 */
async function sendDue(run: Run, sender: Sender, leaseId: string): Promise<Pause> {
  const { ownerId, outlet, settings, clock, untilMs } = sender;
  for (;;) {
    const next = nextStep(await unfinished(run, sender), clock.now());
    if (next.step === 'done') return { blockedUntil: null, wakeAt: soon(next.wakeAt, clock.now()) };
    if (clock.now() >= untilMs) return { blockedUntil: null, wakeAt: null };
    if (!(await renewLease(run, outboxId(ownerId, outlet), leaseId, clock.now()))) {
      return { blockedUntil: null, wakeAt: null };
    }
    if (next.step === 'release') {
      await release(run, next.queued, settings.thresholds.severity, clock.now());
      continue;
    }
    const result = await send(run, sender, await compose(run, sender, next.queued));
    if (result?.outcome === 'limited') {
      return { blockedUntil: clock.now() + result.retryAfterSec * SECOND_MS, wakeAt: null };
    }
  }
}

/**
 * The owner's alerts as the channel sees them: those that wait, the oldest first, and deferred ones that are due. Two
 * queries, so that neither hides the other.
 */
async function unfinished(run: Run, sender: Sender): Promise<QueuedAlert[]> {
  const mine = alerts.collection(run.db).where('ownerId', '==', sender.ownerId);
  const waiting = mine.where('state', '==', 'waiting').orderBy('createdAt').limit(AT_ONCE);
  const before = Timestamp.fromMillis(sender.clock.now());
  const ripe = mine.where('state', '==', 'deferred').where('nextAt', '<=', before).limit(AT_ONCE);
  const [first, deferred] = await Promise.all([waiting.get(), ripe.get()]);
  for (let { docs } = first; ; ) {
    const found = await asSeen(sender, docs);
    const last = docs.at(-1);
    // What waits for another channel only hides nothing.
    const isMore = last && docs.length === AT_ONCE && found.every(({ alert }) => alert.state !== 'waiting');
    if (!isMore) return [...found, ...(await asSeen(sender, deferred.docs))];
    ({ docs } = await waiting.startAfter(last).get());
  }
}

/** Those that can be read and that not all channels are done with; the others end. */
async function asSeen(sender: Sender, docs: QueryDocumentSnapshot[]): Promise<QueuedAlert[]> {
  const { outlet, outlets, clock } = sender;
  const seen = await Promise.all(
    docs.map(async (doc) => {
      const queued = asQueued(doc);
      const end = queued ? endOf(queued.alert, outlets) : 'dead';
      if (queued && end === null) return { id: doc.id, alert: forChannel(outlet, queued.alert) };
      await doc.ref.update(closeAlert(end ?? 'dead', clock.now(), queued ? {} : { lastError: UNREADABLE }));
      return null;
    }),
  );
  return seen.flatMap((each) => each ?? []);
}

async function readSettings(run: Run, ownerId: string): Promise<NotificationSettings | null> {
  return notifications.read(await notifications.ref(run.db, NOTIFICATIONS_ID, ownerId).get());
}

async function readUser(run: Run, ownerId: string): Promise<User | null> {
  return users.read(await users.ref(run.db, ownerId).get());
}

/** A message, or a line of one, and the alerts that it settles. */
type Message = { told: Told; settles: QueuedAlert[] };

/** The messages for these alerts; those that are not to be sent end as silenced. */
async function compose(run: Run, sender: Sender, queued: QueuedAlert[]): Promise<Message[]> {
  const messages: Message[] = [];
  const settled = new Set<string>();
  const nowMs = sender.clock.now();
  for (const each of queued) {
    if (settled.has(each.id)) continue;
    const { judged, related } = await judge(run, sender, each);
    // If it has changed since it was read, the next turn judges it again.
    if (!(await recordSent(run, each, judged, related))) continue;
    if ('drop' in judged) {
      await alerts.ref(run.db, each.id).update(afterDrop(each.alert, judged.drop, sender, nowMs));
      continue;
    }
    for (const id of judged.ids) settled.add(id);
    const settles = [each, ...related.others].filter(({ id }) => judged.ids.includes(id));
    messages.push({ told: judged.told, settles });
  }
  return messages;
}

/** An alert whose incident is unreadable is sent as it was made. */
async function judge(
  run: Run,
  { outlet, settings }: Sender,
  queued: QueuedAlert,
): Promise<{ judged: ReviewResult; related: Related }> {
  try {
    const { incident, others: all } = await readRelated(run, queued);
    const others = all.map(({ id, alert }) => ({ id, alert: forChannel(outlet, alert) }));
    const filter = settings.thresholds.severity;
    return { judged: reviewAlert(queued, { incident, others, filter }), related: { incident, others } };
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    console.error(`The incident of alerts/${queued.id} cannot be read: ${reasonOf(error)}`);
    return { judged: { told: queued.alert, ids: [queued.id] }, related: { incident: null, others: [] } };
  }
}

/**
 * If a lasting alert is sent less grave than it was made, or not at all, its incident notes that; false: judge again.
 */
async function recordSent(run: Run, queued: QueuedAlert, judged: ReviewResult, related: Related): Promise<boolean> {
  const { incident, others } = related;
  const alerted = incident && alertedOf(incident, queued.alert.outage);
  if (!incident || !alerted?.severity || queued.alert.kind === 'recovery') return true;
  const isOver = 'drop' in judged ? judged.drop === 'over' : judged.told.kind !== queued.alert.kind;
  if (isOver) return true;
  const sent = [queued, ...others].flatMap(({ alert }) => (isNotified(alert) ? [alert.severity] : []));
  const told = 'drop' in judged ? sent : [...sent, judged.told.severity];
  const severity = told.reduce<Severity | null>((most, each) => moreSevere(most, each), null);
  if (severity !== null && compareSeverity(alerted.severity, severity) <= 0) return true;
  return revokeAlerted(run, queued, { severity, seen: incident.severity });
}

/** Sends them as one message, if there are any, and marks what it settles. */
async function send(run: Run, sender: Sender, messages: Message[]): Promise<SendResult | null> {
  const { outlet, settings, texts, clock } = sender;
  const [first, ...others] = messages.map((each) => each.told);
  if (!first) return null;
  const result = await sendToChannel(outlet, settings, { told: [first, ...others], texts, nowMs: clock.now() });
  const batch = run.db.batch();
  for (const { told, settles } of messages) {
    for (const { id, alert } of settles) {
      batch.update(alerts.ref(run.db, id), afterMessage(alert, told, result, sender, clock.now()));
    }
  }
  await batch.commit();
  return result;
}
