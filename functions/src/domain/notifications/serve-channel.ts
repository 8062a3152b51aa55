import { channelNotice } from '@farwatch/core/decisions/notifications/notices';
import { type Batch, type DueMessage, type Look, nextBatch } from '@farwatch/core/decisions/notifications/plan-look';
import { isRefusedForGood, nextTry } from '@farwatch/core/decisions/notifications/retry';
import type { Channel } from '@farwatch/core/documents/channel';
import type { Message, MessageContent } from '@farwatch/core/documents/message';
import type { ChannelFailure, Outbox } from '@farwatch/core/documents/outbox';
import { composeSummary } from '@farwatch/core/texts/summary/compose-summary';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { ALERT, RETENTION } from '@farwatch/core/values/limits';
import { HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { FieldValue } from 'firebase-admin/firestore';
import type { Clock } from '../../platform/db/clock.ts';
import { users } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { appUrl } from '../../platform/links/app-url.ts';
import { reportLink } from '../../platform/links/report-link.ts';
import type { DeliveryResult } from '../channels/channel-sender.ts';
import { sendToChannel } from '../channels/send-to-channel.ts';
import { channelNoticePrefix, lookAt } from './look.ts';
import { notify } from './notices.ts';
import {
  hashOf,
  isLeased,
  isReached,
  type LogEntry,
  type OpenOutbox,
  readOutbox,
  storeOutbox,
  takeLease,
} from './outbox.ts';
import { type Owner, readOwner } from './owner.ts';
import { type OwnedChannel, sendContents, stateOf, textsOfChannel, withDependents } from './send-contents.ts';

/** After how long a waiting task looks whether a gathering is complete, as most are the first time. */
const LOOK_AFTER_MS = { first: 0.5 * SECOND_MS, later: 1.5 * SECOND_MS };
/** How long what one look has found is sent. */
const SAME_LOOK_MS = 10 * SECOND_MS;
/** Messages in a row that a service may reject. */
const MAX_REJECTIONS = 2;
/** A look is stored at least this often, so that the next ones read little. */
const STORED_EVERY_MS = HOUR_MS;

/** `untilMs`: when the rest is left to another task. */
type Terms = { clock: Clock; untilMs: number };

/**
 * Announces through one channel what is due, one message after another, and looks once more after each
 * (docs/notifications.md, Sending). Only one task sends at a time, and one waits for what is due within seconds.
 */
export async function serveChannel(
  run: Run,
  first: Owner,
  channelId: string,
  { clock, untilMs }: Terms,
): Promise<void> {
  let ownWaitUntil: number | null = null;
  for (let owner: Owner | null = first; owner !== null; owner = await readOwner(run, owner.id)) {
    const channel = owner.channels[channelId];
    if (!channel) return;
    const now = { ...run, nowMs: clock.now() };
    const own = { owner, channelId, channel };
    const { isFresh, scope, ...open } = await readOutbox(now, owner, own);
    if (isLeased(open, now.nowMs)) return;
    if (isStopped(open.outbox, now.nowMs)) return reportProblem(now, own, open);
    const hasWaited = ownWaitUntil !== null;
    const look = await lookAt(now, { owner, channel, outbox: open.outbox, isFresh, hasWaited });
    if (look.skipped.length > 0) {
      if (!(await storeSkipped(now, own, open, look))) return;
      continue;
    }
    if (dueBatch(look, open.outbox, channel, now.nowMs)) {
      ownWaitUntil = null;
      if (!(await sendDue(now, own, open, { look, clock, scope, untilMs }))) return;
      if (clock.now() >= untilMs) return run.tasks.enqueue('notifyOwner', { ownerId: owner.id });
      continue;
    }
    const waitMs = soonMs(look, now.nowMs);
    const isOwnWait = ownWaitUntil !== null && open.outbox.waitsUntil === ownWaitUntil;
    if (waitMs !== null && !isOwnWait && (open.outbox.waitsUntil ?? 0) > now.nowMs) return;
    const stored = await storeLook(now, open, look, {
      scope,
      waitsUntil: waitMs === null ? null : look.dueAt,
    });
    if (waitMs === null || stored === null) return;
    const afterMs = hasWaited ? LOOK_AFTER_MS.later : LOOK_AFTER_MS.first;
    ownWaitUntil = stored.outbox.waitsUntil;
    await clock.sleep(look.gatherings.length > 0 ? Math.min(afterMs, waitMs) : waitMs);
  }
}

function isStopped({ stopped }: Outbox, nowMs: number): boolean {
  return stopped !== null && (stopped.until === null || stopped.until > nowMs);
}

/** How long until the next message is due, if the task waits for it; else null. */
function soonMs({ due, dueAt }: Look, nowMs: number): number | null {
  return due.length === 0 && dueAt !== null && dueAt - nowMs <= ALERT.holdFromFailureMs
    ? Math.max(0, dueAt - nowMs)
    : null;
}

/**
 * What to send next. Null if nothing is due, or if the channel failed and is not to be tried again yet; something new makes
 * it try at once, unless the service has set a time.
 */
function dueBatch({ due }: Look, { failure, dueAt }: Outbox, { type }: Channel, nowMs: number): Batch | null {
  const isForPrograms = getChannelType(type).isForPrograms ?? false;
  if (failure === null || (dueAt ?? 0) <= nowMs) return nextBatch(due, isForPrograms);
  const hasChanges = failure.code !== 'busy' && due.some(({ changedAt }) => changedAt > failure.at);
  return hasChanges ? nextBatch(due, isForPrograms) : null;
}

/** Stores when to look again and what was seen, if the next look needs it. Null if the outbox has changed. */
async function storeLook(
  run: Run,
  open: OpenOutbox,
  look: Look,
  { scope, waitsUntil }: { scope: string; waitsUntil: number | null },
): Promise<OpenOutbox | null> {
  const { outbox } = open;
  const { due, seenAt, freshAt, announced, isForgotten } = look;
  // What is due now waits for the next try of a channel that failed.
  const dueAt = due.length > 0 ? outbox.dueAt : look.dueAt;
  const isOld = outbox.seenAt < run.nowMs - STORED_EVERY_MS && seenAt > outbox.seenAt;
  const isSameWait = outbox.dueAt === dueAt && (waitsUntil === null || outbox.waitsUntil === waitsUntil);
  const isFreshAgain = isReached(outbox.freshAt, run.nowMs) && isReached(freshAt, run.nowMs);
  const isSame = isSameWait && (outbox.freshAt === freshAt || isFreshAgain) && outbox.scope === scope;
  if (isSame && !isForgotten && !isOld) return open;
  return storeOutbox(run, open, { dueAt, seenAt, freshAt, announced, waitsUntil, scope, leaseId: null });
}

type Sending = { look: Look; clock: Clock; scope: string };

/**
 * Sends one message of what is due. After a full digest it sends the next ones without looking again for ten seconds,
 * since a look reads every change of which a digest has 25. Returns whether the channel may be served on.
 */
async function sendDue(
  run: Run,
  own: OwnedChannel,
  read: OpenOutbox,
  { look, clock, scope, untilMs }: Sending & { untilMs: number },
): Promise<boolean> {
  const lookAgainMs = Math.min(untilMs, run.nowMs + SAME_LOOK_MS);
  let [open, rest, nowMs] = [read, look, run.nowMs];
  for (let batch = dueBatch(rest, open.outbox, own.channel, nowMs); batch !== null; ) {
    const now = { ...run, nowMs };
    const counted = await withDependents(now, own.owner.id, batch);
    const { next, isServed } = await sendBatch(now, own, open, { look: rest, batch: counted, clock, scope });
    nowMs = clock.now();
    if (next === null || batch.length < ALERT.digestMost || nowMs >= lookAgainMs) return isServed;
    const sent = announcedOf(counted);
    open = next;
    rest = { ...rest, due: rest.due.filter(({ key }) => !sent[key]), announced: { ...rest.announced, ...sent } };
    batch = dueBatch(rest, open.outbox, own.channel, nowMs);
  }
  return true;
}

/** `isServed`: whether the channel may be served on. `next`: the outbox for another message of the same look, null for none. */
type SentBatch = { isServed: boolean; next: OpenOutbox | null };
const NOT_SENT: SentBatch = { isServed: false, next: null };

/** Sends under the lease and stores the result. */
async function sendBatch(
  run: Run,
  own: OwnedChannel,
  read: OpenOutbox,
  { look, batch, clock, scope }: Sending & { batch: Batch },
): Promise<SentBatch> {
  const expired = expiredMessages(look, read.outbox, run.nowMs);
  const given = expired && (await giveUp(run, own, read, announcedBy(look, expired, scope, run.nowMs), expired));
  if (given !== null) return { isServed: given, next: null };
  const sending = getChannelType(own.channel.type).holdsAlerts ? announcedOf(batch) : {};
  const open = await takeLease(run, read, { seenAt: look.seenAt, freshAt: look.freshAt, sending });
  if (!open) return NOT_SENT;
  const sentAt = clock.now();
  // A task that was frozen since must not send: another one may hold the lease by now.
  if (sentAt > run.nowMs + ALERT.leaseMs - ALERT.sendTimeoutMs) return NOT_SENT;
  const result = afterRejections(open.outbox, await deliver({ ...run, nowMs: sentAt }, own, open, batch));
  const now = { ...run, nowMs: clock.now() };
  const after = outboxAfter(open.outbox, result, announcedBy(look, batch, scope, now.nowMs), now.nowMs);
  // What got no answer may have opened an alert nevertheless.
  const unsure = result.outcome === 'failed' ? sending : {};
  const logged = logResult(result);
  const entries = logged ? batchesOf(batch).map((part) => logEntry(own, open, part, logged, now.nowMs)) : [];
  const stored = await storeOutbox(now, open, { ...after, leaseId: null, sending: unsure }, entries);
  if (stored && result.outcome === 'sent') await reportRecovery(now, own, stored);
  if (stored && result.outcome !== 'sent') await reportProblem(now, own, stored);
  const isSent = result.outcome === 'sent';
  // A problem that was reported, or has ended, has changed the outbox once more.
  const next = isSent && open.outbox.reportedAt === null ? stored : null;
  return { isServed: stored !== null && (isSent || result.outcome === 'rejected'), next };
}

/**
 * A service that rejects one message after the other is not in order: then they are tried again, and it is reported. What
 * it has refused often enough counts as rejected.
 */
function afterRejections({ rejections, failure }: Outbox, result: DeliveryResult): DeliveryResult {
  if (result.outcome !== 'rejected' && result.outcome !== 'failed') return result;
  if (result.outcome === 'rejected' && rejections < MAX_REJECTIONS) return result;
  const { code } = result;
  return { ...result, outcome: isRefusedForGood({ code, tries: triesAfter(failure, code) }) ? 'rejected' : 'failed' };
}

/** The tries in a row with one more, which does not count the same if a message is refused as if nothing can be sent. */
function triesAfter(failure: ChannelFailure | null, code: ChannelFailure['code']): number {
  const isSame = failure !== null && (failure.code === 'message_rejected') === (code === 'message_rejected');
  return isSame ? failure.tries + 1 : 1;
}

function logResult(result: DeliveryResult) {
  return result.outcome === 'limited' || result.outcome === 'failed' ? null : stateOf(result);
}

/** What a try changes. A rejected message counts as announced: it would be rejected again. */
function outboxAfter(
  outbox: Outbox,
  result: DeliveryResult,
  announced: Partial<Outbox>,
  nowMs: number,
): Partial<Outbox> {
  if (result.outcome === 'sent') {
    const sent = { lastSentAt: nowMs, rejections: 0, ...quotaAfter(result, nowMs) };
    return { ...announced, ...sent, failure: null, stopped: null };
  }
  if (result.outcome === 'rejected') return { ...announced, ...afterRejection(outbox, nowMs), stopped: null };
  const { code, reason } = result;
  if (result.outcome === 'stopped') {
    const until = result.untilMs ?? null;
    // Due until it is reported.
    const dueAt = outbox.reportedAt === null ? nowMs : until;
    return { stopped: { code, reason, at: nowMs, until }, failure: null, dueAt };
  }
  const { failure } = outbox;
  const failed: ChannelFailure = {
    code,
    reason,
    at: nowMs,
    since: failure?.since ?? nowMs,
    tries: triesAfter(failure, code),
  };
  const limitedUntil = result.outcome === 'limited' ? nowMs + result.retryAfterSec * SECOND_MS : 0;
  return { failure: failed, dueAt: Math.max(limitedUntil, nextTry(failed, nowMs)) };
}

/** A channel that refused a message several times goes on to fail until it delivers one. */
function afterRejection({ rejections, failure }: Outbox, nowMs: number): Partial<Outbox> {
  const counted = { rejections: rejections + 1 };
  if (failure?.code !== 'message_rejected') return { ...counted, failure: null };
  return { ...counted, failure: { ...failure, at: nowMs, tries: 0 }, dueAt: nextTry(failure, nowMs) };
}

/** Services that state a quota do so with each message. */
function quotaAfter({ quota }: Extract<DeliveryResult, { outcome: 'sent' }>, nowMs: number): Partial<Outbox> {
  return quota ? { quota: { ...quota, at: nowMs } } : {};
}

const announcedOf = (list: readonly Pick<DueMessage, 'key' | 'announced'>[]): Outbox['announced'] =>
  Object.fromEntries(list.map(({ key, announced }) => [key, announced]));

/** Returns the state once these messages are announced: the rest is due at once. */
function announcedBy(look: Look, batch: readonly DueMessage[], scope: string, nowMs: number): Partial<Outbox> {
  const isDue = look.due.length > batch.length || isReached(look.freshAt, nowMs);
  const announced = { ...look.announced, ...announcedOf(batch) };
  const { seenAt, freshAt } = look;
  return { announced, dueAt: isDue ? nowMs : look.dueAt, seenAt, freshAt, scope };
}

/**
 * Returns the messages about what ended a day ago, for a channel that has failed, or had stopped, for a day; null
 * without such messages.
 */
function expiredMessages({ due }: Look, { failure, stopped }: Outbox, nowMs: number): Batch | null {
  const sinceMs = failure?.since ?? stopped?.at ?? nowMs;
  if (nowMs - sinceMs <= ALERT.giveUpAfterMs) return null;
  const [first, ...rest] = due.filter(
    ({ content, announced }) => announced.state === 'over' && nowMs - content.values.occurredAt > ALERT.giveUpAfterMs,
  );
  return first ? [first, ...rest.slice(0, ALERT.digestMost - 1)] : null;
}

/** Stores messages that are too late as failed. */
async function giveUp(
  run: Run,
  own: OwnedChannel,
  open: OpenOutbox,
  announced: Partial<Outbox>,
  expired: Batch,
): Promise<boolean> {
  const problem = open.outbox.failure ?? open.outbox.stopped;
  const result = { state: 'failed' as const, code: problem?.code ?? null, reason: problem?.reason ?? null };
  const entry = logEntry(own, open, expired, result, run.nowMs);
  return (await storeOutbox(run, open, announced, [entry])) !== null;
}

/**
 * Reports a channel that has stopped, or has failed for a day: on the dashboard until it delivers again, and once through
 * the owner's other channels, after it: those that its person's shift silences look whether it is shown as failing.
 */
async function reportProblem(run: Run, { owner, channelId, channel }: OwnedChannel, open: OpenOutbox): Promise<void> {
  const { failure, stopped, reportedAt } = open.outbox;
  const isPersistent = failure !== null && run.nowMs - failure.since > ALERT.giveUpAfterMs;
  const occurredAt = stopped?.at ?? (isPersistent ? failure.since : null);
  if (occurredAt === null || reportedAt !== null) return;
  const id = `${channelNoticePrefix(owner.id, channelId)}${occurredAt}`;
  if (owner.user) await users.ref(run.db, owner.id).update({ [`failingChannels.${channelId}`]: channel.name });
  await notify(run, id, channelNotice(owner.id, channel.name, { occurredAt, nowMs: run.nowMs }));
  const dueAt = stopped ? stopped.until : open.outbox.dueAt;
  await storeOutbox(run, open, { reportedAt: run.nowMs, dueAt });
}

/** Removes a channel from the dashboard's warning once it delivers again, also if another target was reported. */
async function reportRecovery(run: Run, { owner, channelId }: OwnedChannel, open: OpenOutbox): Promise<void> {
  const isShown = Object.hasOwn(owner.user?.failingChannels ?? {}, channelId);
  if (owner.user && (isShown || open.outbox.reportedAt !== null))
    await users.ref(run.db, owner.id).update({ [`failingChannels.${channelId}`]: FieldValue.delete() });
  if (open.outbox.reportedAt !== null) await storeOutbox(run, open, { reportedAt: null });
}

/**
 * Logs what was over before it could be announced, and stores it as announced, in one batch. Whether the outbox was as
 * it was left.
 */
async function storeSkipped(run: Run, own: OwnedChannel, open: OpenOutbox, look: Look): Promise<boolean> {
  const { skipped, seenAt, freshAt } = look;
  const entries = [...Map.groupBy(skipped, ({ code }) => code)].flatMap(([code, list]) =>
    batchesOf(list).map((batch) => logEntry(own, open, batch, { state: 'skipped', code, reason: null }, run.nowMs)),
  );
  const announced = { ...look.announced, ...announcedOf(skipped) };
  // A channel that failed is not tried earlier because of it.
  const dueAt = open.outbox.failure ? open.outbox.dueAt : run.nowMs;
  return (await storeOutbox(run, open, { announced, dueAt, seenAt, freshAt, leaseId: null }, entries)) !== null;
}

function batchesOf(messages: readonly DueMessage[]): Batch[] {
  const [first, ...rest] = messages.slice(0, ALERT.digestMost);
  return first ? [[first, ...rest], ...batchesOf(messages.slice(ALERT.digestMost))] : [];
}

/** Sends one message; several due ones are one digest. Never throws. */
async function deliver(run: Run, owned: OwnedChannel, open: OpenOutbox, batch: Batch): Promise<DeliveryResult> {
  const id = messageId(open, batch);
  const [{ content, summary }] = batch;
  if (!summary) return sendContents(run, owned, contentsOf(batch), id);
  const { owner, channelId, channel } = owned;
  const texts = await textsOfChannel(owned);
  const url = appUrl(process.env);
  const link = reportLink(url, summary, texts.language, owner);
  const message = composeSummary(summary, content, texts, { id, link });
  return sendToChannel(channel, message, { run, ownerId: owner.id, channelId, account: owner.user, appUrl: url });
}

function contentsOf([first, ...rest]: Batch): [MessageContent, ...MessageContent[]] {
  return [first.content, ...rest.map(({ content }) => content)];
}

/** Returns the same id whenever the same is announced by the same generation of a channel. */
function messageId({ id, outbox }: OpenOutbox, batch: Batch): string {
  const meanings = batch.map(({ key, content, announced }) => {
    const { kind, incidentId, outage, ended, severity, values } = content;
    return [
      key,
      announced.incidentId,
      kind,
      incidentId,
      outage,
      ended,
      severity,
      values.locations,
      values.stillFailing,
      ...(kind === 'reminder' ? [announced.reminders] : []),
    ];
  });
  return hashOf([id, outbox.generation, meanings]);
}

/** The entry of the log for a message that was sent, or that never will be. */
function logEntry(
  { owner, channelId, channel }: OwnedChannel,
  open: OpenOutbox,
  batch: Batch,
  result: Pick<Message, 'state' | 'code' | 'reason'>,
  nowMs: number,
): LogEntry {
  const message: Message = {
    ownerId: owner.id,
    channelId,
    channelType: channel.type,
    channelName: channel.name,
    ...result,
    contents: contentsOf(batch),
    createdAt: nowMs,
    expireAt: nowMs + RETENTION.messageMs,
  };
  return { id: messageId(open, batch), message };
}
