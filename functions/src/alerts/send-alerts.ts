import { afterFailure, type SendResult } from '@farwatch/core/alerts/backoff';
import { nextStep, type QueuedAlert } from '@farwatch/core/alerts/queue';
import { TELEGRAM_OFF } from '@farwatch/core/alerts/telegram-failure';
import { alertText, digestText } from '@farwatch/core/alerts/text';
import { canNotify, type NotificationSettings } from '@farwatch/core/documents/notification-settings';
import type { Language } from '@farwatch/core/documents/user';
import { SECOND_MS } from '@farwatch/core/time';
import { Timestamp } from 'firebase-admin/firestore';
import { alerts, NOTIFICATIONS_ID, notifications, users } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { closeAlert } from './close-alert.ts';
import { releaseLease, renewLease, takeLease } from './lease.ts';
import { releaseDeferred } from './release-deferred.ts';
import { sendMessage } from './telegram.ts';
import { wasTold } from './was-told.ts';

const AT_ONCE = 200;

/** The sender's clock: a run may wait ten seconds for Telegram, many times over. */
export type Clock = () => number;

/**
 * Task `sendAlerts` (design 6): sends what is due to the owner's chat, in order, until nothing is. Only the holder of the
 * outbox's lease sends. What came in after its last look is seen by the look after the lease is given back; what must
 * wait is found by the sweep.
 */
export async function sendAlerts(run: Run, ownerId: string, clock: Clock = Date.now): Promise<void> {
  for (;;) {
    const leaseId = await takeLease(run, ownerId, clock());
    if (!leaseId) return;
    const blockedUntil = await sendDue(run, ownerId, leaseId, clock);
    await releaseLease(run, ownerId, leaseId, blockedUntil);
    if (blockedUntil !== null || nextStep(await unfinished(run, ownerId, clock()), clock()).step === 'done') return;
  }
}

/** Sends until nothing is due or the lease is lost; gives the time until which Telegram wants to be left alone, if it does. */
async function sendDue(run: Run, ownerId: string, leaseId: string, clock: Clock): Promise<number | null> {
  const [settings, language] = await Promise.all([readSettings(run, ownerId), readLanguage(run, ownerId)]);
  for (;;) {
    const next = nextStep(await unfinished(run, ownerId, clock()), clock());
    if (next.step === 'done' || !(await renewLease(run, ownerId, leaseId, clock()))) return null;
    if (next.step === 'release') {
      await releaseDeferred(run, next.queued, clock());
      continue;
    }
    const told = await dropUntold(run, next.queued, clock());
    if (told.length === 0) continue;
    const result = await send(settings, language, told, clock());
    await mark(run, told, result, clock());
    if (result.outcome === 'limited') return clock() + result.retryAfterSec * SECOND_MS;
  }
}

/** What waits, the oldest first, and what was held back until now: each kind by itself, so that neither hides the other. */
async function unfinished(run: Run, ownerId: string, nowMs: number): Promise<QueuedAlert[]> {
  const mine = alerts.collection(run.db).where('ownerId', '==', ownerId);
  const waiting = mine.where('state', '==', 'waiting').orderBy('createdAt');
  const ripe = mine.where('state', '==', 'deferred').where('nextAt', '<=', Timestamp.fromMillis(nowMs));
  const found = await Promise.all([waiting, ripe].map((query) => query.limit(AT_ONCE).get()));
  const docs = found.flatMap((snapshot) => snapshot.docs);
  return docs.flatMap((doc) => {
    const alert = alerts.read(doc);
    return alert ? [{ id: doc.id, alert }] : [];
  });
}

async function readSettings(run: Run, ownerId: string): Promise<NotificationSettings | null> {
  return notifications.read(await notifications.ref(run.db, NOTIFICATIONS_ID, ownerId).get());
}

async function readLanguage(run: Run, ownerId: string): Promise<Language> {
  return users.read(await users.ref(run.db, ownerId).get())?.language ?? 'en';
}

/** Without the recoveries of outages that were never told: those end as silenced. */
async function dropUntold(run: Run, queued: QueuedAlert[], nowMs: number): Promise<QueuedAlert[]> {
  const kept: QueuedAlert[] = [];
  for (const each of queued) {
    if (await wasTold(run, each, kept)) kept.push(each);
    else await alerts.ref(run.db, each.id).update(closeAlert('silenced', nowMs));
  }
  return kept;
}

async function send(
  settings: NotificationSettings | null,
  language: Language,
  queued: QueuedAlert[],
  nowMs: number,
): Promise<SendResult> {
  const told = queued.map((each) => each.alert);
  const [first] = told;
  if (!settings || !canNotify(settings) || !first) return { outcome: 'refused', reason: TELEGRAM_OFF };
  const text = told.length > 1 ? digestText(told, language) : alertText(first, language, nowMs);
  return sendMessage(settings.telegram.bot_token, settings.telegram.chat_id, text);
}

async function mark(run: Run, queued: QueuedAlert[], result: SendResult, nowMs: number): Promise<void> {
  const batch = run.db.batch();
  for (const { id, alert } of queued) {
    const attempts = alert.attempts + 1;
    batch.update(alerts.ref(run.db, id), outcomeFields(alert.createdAt, attempts, result, nowMs));
  }
  await batch.commit();
}

function outcomeFields(createdAtMs: number, attempts: number, result: SendResult, nowMs: number) {
  switch (result.outcome) {
    case 'sent':
      return closeAlert('sent', nowMs, { attempts, messageId: result.messageId, lastError: null });
    case 'refused':
      return closeAlert('dead', nowMs, { attempts, lastError: result.reason });
    case 'limited':
      return alerts.part({
        attempts,
        lastError: `429: retry after ${result.retryAfterSec} s`,
        nextAt: nowMs + result.retryAfterSec * SECOND_MS,
      });
    case 'failed': {
      const after = afterFailure(attempts, createdAtMs, nowMs);
      if (after.state === 'dead') return closeAlert('dead', nowMs, { attempts, lastError: result.reason });
      return alerts.part({ attempts, lastError: result.reason, nextAt: after.nextAt });
    }
  }
}
