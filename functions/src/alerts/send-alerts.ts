import { setTimeout as sleep } from 'node:timers/promises';
import { afterFailure } from '@farwatch/core/alerts/backoff';
import { tellingOf } from '@farwatch/core/alerts/decide-alerts';
import { type ChannelResult, combinedResult } from '@farwatch/core/alerts/delivery';
import { type Judgement, judgeAlert } from '@farwatch/core/alerts/judge-alert';
import { nextStep, type QueuedAlert } from '@farwatch/core/alerts/queue';
import type { Told } from '@farwatch/core/alerts/text';
import type { Alert } from '@farwatch/core/documents/alert';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationSettings,
  type SeverityFilter,
} from '@farwatch/core/documents/notification-settings';
import { DEFAULT_LANGUAGE, type Texts, textsOf } from '@farwatch/core/languages';
import { ALERT } from '@farwatch/core/limits';
import { compareSeverity, graver, type Severity } from '@farwatch/core/status/severity';
import { SECOND_MS } from '@farwatch/core/time';
import { Timestamp } from 'firebase-admin/firestore';
import { ZodError } from 'zod';
import { sendByAll } from '../channels/send-by-all.ts';
import { reasonOf } from '../db/attempt-each.ts';
import { alerts, NOTIFICATIONS_ID, notifications, users } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import type { TaskInputs } from '../db/tasks.ts';
import { closeAlert, silenceAlert } from './close-alert.ts';
import { releaseLease, renewLease, takeLease } from './lease.ts';
import { lowerTelling } from './lower-telling.ts';
import { asQueued, type Related, readRelated } from './read-related.ts';
import { releaseDeferred } from './release-deferred.ts';
import { waitForWords } from './wait-for-words.ts';

const AT_ONCE = 50;
const UNREADABLE = 'It cannot be read';

/** The sender's clock: a run may wait ten seconds for Telegram many times, and for alerts that are due soon. */
export type Clock = { now(): number; sleep(ms: number): Promise<unknown> };

const SYSTEM_CLOCK: Clock = { now: Date.now, sleep };

/**
 * Task `sendAlerts` (docs/architecture.md, Alerts): sends what is due to the owner's chat, in order. Only the holder of
 * the outbox's lease sends, and it looks once more after releasing it. One sender at a time waits, without the lease,
 * for alerts held for a few seconds; the sweep finds those that wait longer.
 */
export async function sendAlerts(
  run: Run,
  input: TaskInputs['sendAlerts'],
  clock: Clock = SYSTEM_CLOCK,
): Promise<void> {
  const { ownerId } = input;
  let promised: number | null = null;
  for (let dueAt = input.dueAt ?? 0; ; dueAt = 0) {
    const leaseId = await takeLease(run, ownerId, { nowMs: clock.now(), dueAt, promised });
    if (!leaseId) return;
    const { blockedUntil, wakeAt } = await sendDue(run, ownerId, leaseId, clock);
    const nowMs = clock.now();
    const isToWake = await releaseLease(run, ownerId, leaseId, { blockedUntil, wakeAt, nowMs });
    promised = isToWake ? wakeAt : null;
    if (blockedUntil !== null) return;
    const found = await unfinished(run, ownerId, clock.now());
    const next = nextStep(found, clock.now());
    const isNothingNew = next.step === 'done' && soon(next.wakeAt, clock.now()) === wakeAt;
    if (isNothingNew && !isToWake) return;
    if (isNothingNew && wakeAt !== null) await waitForWords(run, found.filter(isHeld), wakeAt, clock);
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
    await alerts.ref(run.db, queued.id).update(alerts.part({ state: 'waiting', nextAt: nowMs }));
  }
}

type Pause = { blockedUntil: number | null; wakeAt: number | null };

/**
 * Sends until nothing is due or the lease is lost. Returns until when Telegram wants no messages, if so, and when the
 * next alert is due, if that is soon.
 */
async function sendDue(run: Run, ownerId: string, leaseId: string, clock: Clock): Promise<Pause> {
  const [settings, texts] = await Promise.all([readSettings(run, ownerId), readTexts(run, ownerId)]);
  for (;;) {
    const next = nextStep(await unfinished(run, ownerId, clock.now()), clock.now());
    if (next.step === 'done') return { blockedUntil: null, wakeAt: soon(next.wakeAt, clock.now()) };
    if (!(await renewLease(run, ownerId, leaseId, clock.now()))) return { blockedUntil: null, wakeAt: null };
    if (next.step === 'release') {
      await release(run, next.queued, settings.thresholds.severity, clock.now());
      continue;
    }
    const messages = await compose(run, next.queued, settings, clock.now());
    if (messages.length === 0) continue;
    const results = await send(settings, texts, messages, clock.now());
    await mark(run, messages, results, clock.now());
    const { result } = combinedResult(results);
    if (result.outcome === 'limited') {
      return { blockedUntil: clock.now() + result.retryAfterSec * SECOND_MS, wakeAt: null };
    }
  }
}

/** Waiting alerts, the oldest first, and deferred ones that are due: two queries, so that neither hides the other. */
async function unfinished(run: Run, ownerId: string, nowMs: number): Promise<QueuedAlert[]> {
  const mine = alerts.collection(run.db).where('ownerId', '==', ownerId);
  const waiting = mine.where('state', '==', 'waiting').orderBy('createdAt');
  const ripe = mine.where('state', '==', 'deferred').where('nextAt', '<=', Timestamp.fromMillis(nowMs));
  const found = await Promise.all([waiting, ripe].map((query) => query.limit(AT_ONCE).get()));
  const read = found.flatMap(({ docs }) => docs).map((doc) => ({ doc, queued: asQueued(doc) }));
  const lost = read.filter(({ queued }) => queued === null);
  await Promise.all(lost.map(({ doc }) => doc.ref.update(closeAlert('dead', nowMs, { lastError: UNREADABLE }))));
  return read.flatMap(({ queued }) => queued ?? []);
}

async function readSettings(run: Run, ownerId: string): Promise<NotificationSettings> {
  const document = await notifications.ref(run.db, NOTIFICATIONS_ID, ownerId).get();
  return notifications.read(document) ?? DEFAULT_NOTIFICATION_SETTINGS;
}

async function readTexts(run: Run, ownerId: string): Promise<Texts> {
  const user = users.read(await users.ref(run.db, ownerId).get());
  return textsOf(user?.language ?? DEFAULT_LANGUAGE);
}

/** A message, or a line of one, and the alerts that it settles. */
type Message = { told: Told; settles: QueuedAlert[] };

/** The messages for these alerts; those that are not to be sent end as silenced. */
async function compose(
  run: Run,
  queued: QueuedAlert[],
  { thresholds }: NotificationSettings,
  nowMs: number,
): Promise<Message[]> {
  const messages: Message[] = [];
  const settled = new Set<string>();
  for (const each of queued) {
    if (settled.has(each.id)) continue;
    const { judged, related } = await judge(run, each, thresholds.severity);
    // If it has changed since it was read, the next turn judges it again.
    if (!(await noteTold(run, each, judged, related))) continue;
    if ('drop' in judged) {
      await alerts.ref(run.db, each.id).update(silenceAlert(judged.drop, nowMs));
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
  queued: QueuedAlert,
  filter: SeverityFilter,
): Promise<{ judged: Judgement; related: Related }> {
  try {
    const related = await readRelated(run, queued);
    return { judged: judgeAlert(queued, { ...related, filter }), related };
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    console.error(`The incident of alerts/${queued.id} cannot be read: ${reasonOf(error)}`);
    return { judged: { told: queued.alert, ids: [queued.id] }, related: { incident: null, others: [] } };
  }
}

/**
 * If a lasting alert is sent less grave than it was made, or not at all, its incident notes that; false: judge again.
 */
async function noteTold(run: Run, queued: QueuedAlert, judged: Judgement, related: Related): Promise<boolean> {
  const { incident, others } = related;
  const telling = incident && tellingOf(incident, queued.alert.outage);
  if (!incident || !telling?.severity || queued.alert.kind === 'recovery') return true;
  const isOver = 'drop' in judged ? judged.drop === 'over' : judged.told.kind !== queued.alert.kind;
  if (isOver) return true;
  const sent = others.flatMap(({ alert }) => (alert.state === 'sent' ? [alert.severity] : []));
  const told = 'drop' in judged ? sent : [...sent, judged.told.severity];
  const severity = told.reduce<Severity | null>((most, each) => graver(most, each), null);
  if (severity !== null && compareSeverity(telling.severity, severity) <= 0) return true;
  return lowerTelling(run, queued, { severity, seen: incident.severity });
}

/** Sends them as one message, by the channels that did not take all of it before. */
async function send(
  settings: NotificationSettings,
  texts: Texts,
  messages: Message[],
  nowMs: number,
): Promise<ChannelResult[]> {
  const [first, ...others] = messages.map((each) => each.told);
  if (!first) return [];
  const reached = messages.flatMap(({ settles }) => settles.map(({ alert }) => alert.reached));
  const byAll = (reached[0] ?? []).filter((name) => reached.every((each) => each.includes(name)));
  return sendByAll(settings, byAll, { told: [first, ...others], texts, nowMs });
}

async function mark(run: Run, messages: Message[], results: ChannelResult[], nowMs: number): Promise<void> {
  const took = results.flatMap(({ channel, result }) => (channel && result.outcome === 'sent' ? [channel] : []));
  const batch = run.db.batch();
  for (const { told, settles } of messages) {
    for (const { id, alert } of settles) {
      const reached = [...new Set([...alert.reached, ...took])];
      const tried = { attempts: alert.attempts + 1, triedAt: nowMs, reached };
      const said = alert.kind === told.kind ? { severity: told.severity, values: told.values } : {};
      batch.update(alerts.ref(run.db, id), outcomeFields(alert.createdAt, { ...tried, ...said }, results, nowMs));
    }
  }
  await batch.commit();
}

function outcomeFields(
  createdAtMs: number,
  tried: Pick<Alert, 'attempts' | 'triedAt' | 'reached'>,
  results: ChannelResult[],
  nowMs: number,
) {
  const { channel: lastErrorBy, result } = combinedResult(results);
  const dead = (lastError: string) =>
    closeAlert(tried.reached.length > 0 ? 'sent' : 'dead', nowMs, { ...tried, lastError, lastErrorBy });
  switch (result.outcome) {
    case 'sent':
      return closeAlert('sent', nowMs, { ...tried, messageId: result.messageId, lastError: null });
    case 'refused':
      return dead(result.reason);
    case 'limited': {
      const nextAt = nowMs + result.retryAfterSec * SECOND_MS;
      return alerts.part({ ...tried, lastError: result.reason, lastErrorBy, nextAt });
    }
    case 'failed': {
      const after = afterFailure(tried.attempts, createdAtMs, nowMs);
      if (after.state === 'dead') return dead(result.reason);
      return alerts.part({ ...tried, lastError: result.reason, lastErrorBy, nextAt: after.nextAt });
    }
  }
}
