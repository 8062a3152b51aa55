import { setTimeout as sleep } from 'node:timers/promises';
import type { WindowWithId } from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import { isRefusedAlike, isServerWrong } from '@farwatch/core/decisions/status-page/mailing-refusals';
import { hasGivenUp, isDeferredDue } from '@farwatch/core/decisions/status-page/mailing-restarts';
import { isMailCurrent } from '@farwatch/core/decisions/status-page/maintenance-mail';
import type { Publication } from '@farwatch/core/documents/publication';
import type { Snapshot } from '@farwatch/core/documents/snapshot';
import type { Mailing, Subscribers } from '@farwatch/core/documents/subscribers';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { warn as logWarning } from 'firebase-functions/logger';
import { type MailResult, sendMail } from '../../domain/channels/email/send-mail.ts';
import { notifyMailRefused } from '../../domain/pages/mail-refused.ts';
import { CURRENT_ID } from '../../domain/pages/snapshot-id.ts';
import { mailings, maintenance, pages, publications, snapshots, subscribers } from '../../platform/db/collections.ts';
import { runWithLease } from '../../platform/db/lease.ts';
import type { Run } from '../../platform/db/run.ts';
import type { TaskInputs } from '../../platform/db/tasks.ts';
import { appUrl } from '../../platform/links/app-url.ts';
import { type MailConfig, mailConfig } from '../../platform/mail/mail-config.ts';
import { unsubscribeLink } from '../site/subscribers/links.ts';
import { DOCUMENTS, removeSubscriber } from '../site/subscribers/list.ts';
import { mailingMail } from '../site/subscribers/mailing-mail.ts';

/** How many mails are sent at the same time; after them the position is stored. */
const AT_ONCE = 5;
/** The waits between tries of a mail that the server does not accept now. */
const TRY_AGAIN_MS = [SECOND_MS, 5 * SECOND_MS];
/** How long a mailing waits for the mail server before operators are notified. */
const NOTIFIED_AFTER_MS = 5 * MINUTE_MS;
/** Longer than five mails can take with all their tries. */
const LEASE_MS = 2 * MINUTE_MS;

type Position = NonNullable<Mailing['sentUntil']>;
type Recipient = Position & Subscribers['addresses'][string];
type Batch = { recipients: Recipient[]; isLast: boolean };
type Job = {
  run: Run;
  slug: string;
  mailingId: string;
  mailing: Mailing;
  snapshot: Snapshot;
  config: MailConfig;
  /** How many recipients this run has tried, and how many of them were refused as a relay or a sender is. */
  tried: number;
  refused: number;
  /** The recipients of this run whose mailbox does not exist, as the mail server reports. They are among the deferred. */
  gone: Recipient[];
};

/**
 * Sends the next hundred mails of a mailing and enqueues itself for the rest. After each few mails it stores its
 * position, so that after a crash at most those are sent again, with the same ids. Throws if the mail server accepts
 * none of them, of which the operators are notified, while another task sends, and while recipients are deferred, so that the task is
 * tried again later, for a day.
 */
export async function sendMailing(run: Run, input: TaskInputs['sendMailing'], wait = sleep): Promise<void> {
  const { slug, mailingId } = input;
  let isLeft = false;
  const isHeld = await runWithLease(
    run,
    { name: `mailing_${slug}_${mailingId}`, forMs: LEASE_MS },
    async ({ keep }) => {
      const job = await readJob(run, input);
      if (!job) return;
      const { recipients, isLast } = await nextBatch(run, slug, job.mailing);
      for (let start = 0; start < recipients.length; start += AT_ONCE) {
        // Another task may have taken over while this one was suspended.
        if (!(await keep())) return;
        await sendGroup(job, recipients.slice(start, start + AT_ONCE), wait);
      }
      await removeGone(job);
      const isDone = isLast && (await finishDeferred(job));
      if (isDone) await end(run, slug, mailingId);
      isLeft = !isDone;
    },
  );
  // The holder may be dead: its lease ends while Cloud Tasks try this task again.
  if (!isHeld) throw new Error(`another task sends ${mailingId}`);
  if (isLeft) await run.tasks.enqueue('sendMailing', input);
}

/** Reads what to send; null if the page is no longer published, or its subscribers are not to get the mailing. */
async function readJob(run: Run, { slug, mailingId }: TaskInputs['sendMailing']): Promise<Job | null> {
  const refs = [mailings.ref(run.db, mailingId, slug), snapshots.ref(run.db, CURRENT_ID, slug)];
  const [mailingDocument, snapshotDocument] = await run.db.getAll(...refs);
  const mailing = mailingDocument ? mailings.read(mailingDocument) : null;
  if (!mailing || mailing.endedAt !== null) return null;
  const snapshot = snapshotDocument ? snapshots.read(snapshotDocument) : null;
  const config = mailConfig(process.env);
  if (snapshot && config && (await isCurrent(run, slug, mailing)))
    return { run, slug, mailingId, mailing, snapshot, config, tried: 0, refused: 0, gone: [] };
  await end(run, slug, mailingId);
  return null;
}

/** Whether the page takes subscribers, and the mailing is about what is still so. */
async function isCurrent(run: Run, slug: string, mailing: Mailing): Promise<boolean> {
  const page = pages.read(await pages.ref(run.db, slug).get());
  if (!page?.takesSubscribers) return false;
  const { publicationId, incident, maintenance: mailed } = mailing;
  if (mailed) return isMailCurrent(mailed, await readWindow(run, mailed.windowId), page, run.nowMs);
  if (publicationId === null || incident === null) return false;
  const post = publications.read(await publications.ref(run.db, publicationId, slug).get());
  // An update that is not the newest one any more is not mailed to the rest.
  return post !== null && !post.deleted && newestAt(post) === newestAt(incident);
}

async function readWindow(run: Run, id: string): Promise<WindowWithId | null> {
  const window = maintenance.read(await maintenance.ref(run.db, id).get());
  return window && { ...window, id };
}

function newestAt({ updates }: Pick<Publication, 'updates'>): number | undefined {
  return updates.at(-1)?.at;
}

/**
 * Returns the next subscribers in the order of documents and hashes, without those who subscribed after the mailing
 * started.
 */
async function nextBatch(run: Run, slug: string, { sentUntil, startedAt }: Mailing): Promise<Batch> {
  const recipients: Recipient[] = [];
  for (let document = sentUntil?.document ?? 0; document < DOCUMENTS; document += 1) {
    const list = subscribers.read(await subscribers.ref(run.db, String(document), slug).get());
    const after = document === sentUntil?.document ? sentUntil.hash : '';
    const found = Object.entries(list?.addresses ?? {})
      .filter(([hash, { since }]) => hash > after && since <= startedAt)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([hash, each]) => ({ document, hash, ...each }));
    recipients.push(...found);
    if (recipients.length > STATUS_PAGE.mailsPerBatch) break;
  }
  return {
    recipients: recipients.slice(0, STATUS_PAGE.mailsPerBatch),
    isLast: recipients.length <= STATUS_PAGE.mailsPerBatch,
  };
}

/** A subscriber who does not get the mail now is deferred, except where the server rejects it. */
async function sendGroup(job: Job, group: readonly Recipient[], wait: typeof sleep): Promise<void> {
  const { run, mailing } = job;
  const outcomes = await Promise.all(group.map((each) => sendWithTries(job, each, wait)));
  const takesNone = outcomes.every(({ outcome, isOfRecipient }) => outcome === 'failed' && !isOfRecipient);
  if (takesNone && !hasGivenUp(mailing, run.nowMs)) await waitForServer(job);
  const deferred = takesNone ? [] : group.filter((_, index) => isLater(outcomes[index]));
  const sent = outcomes.filter(({ outcome }) => outcome === 'sent').length;
  mailing.sent += sent;
  mailing.failed += group.length - sent - deferred.length;
  defer(job, deferred);
  const last = group.at(-1);
  if (last) mailing.sentUntil = positionOf(last);
  noteRefusals(job, group, outcomes);
  await storeProgress(job);
  if (isRefusedAlike({ ...job, gone: job.gone.length })) await waitForServer(job);
}

/** Whether a recipient is tried again, also one whose mailbox does not exist: the server may be wrong about it. */
function isLater(result: MailResult | undefined): boolean {
  return result?.outcome === 'failed' || result?.outcome === 'stopped';
}

function noteRefusals(job: Job, group: readonly Recipient[], outcomes: readonly MailResult[]): void {
  job.tried += group.length;
  job.gone.push(...group.filter((_, index) => outcomes[index]?.outcome === 'stopped'));
  job.refused += outcomes.filter(
    ({ outcome, ...result }) => outcome === 'failed' && 'code' in result && result.code === 'unreachable',
  ).length;
}

function defer({ run, mailing }: Job, recipients: readonly Recipient[]): void {
  if (recipients.length === 0) return;
  mailing.deferred.push(...recipients.map(positionOf));
  mailing.deferredAt = run.nowMs;
}

/** Has the task tried again later. The operators are notified once that takes longer than a moment. */
async function waitForServer({ run, slug, mailingId, mailing }: Job): Promise<never> {
  if (run.nowMs - mailing.startedAt >= NOTIFIED_AFTER_MS) await notifyMailRefused(run, slug);
  throw new Error(`no mail of ${mailingId} can be sent`);
}

function positionOf({ document, hash }: Position): Position {
  return { document, hash };
}

async function storeProgress({ run, slug, mailingId, mailing }: Job): Promise<void> {
  const { sentUntil, sent, failed, deferred, deferredAt } = mailing;
  const progress = { sentUntil, sent, failed, deferred, deferredAt };
  await mailings.ref(run.db, mailingId, slug).update(mailings.toUpdate(progress));
}

/**
 * Tries up to a hundred of the deferred recipients again, once each, and returns whether none is left. Gives up after a
 * day. Throws if it is too early for that, or if none of them is done.
 */
async function finishDeferred(job: Job): Promise<boolean> {
  const { run, mailingId, mailing } = job;
  const count = mailing.deferred.length;
  if (count === 0) return true;
  if (hasGivenUp(mailing, run.nowMs)) {
    mailing.failed += count;
    mailing.deferred = [];
    await storeProgress(job);
    return true;
  }
  const positions = isDeferredDue(mailing, run.nowMs) ? mailing.deferred.slice(0, STATUS_PAGE.mailsPerBatch) : [];
  for (let start = 0; start < positions.length; start += AT_ONCE) {
    await sendDeferred(job, positions.slice(start, start + AT_ONCE));
  }
  await removeGone(job);
  if (mailing.sent === 0 && job.refused + job.gone.length > 0) await waitForServer(job);
  if (mailing.deferred.length === count) throw new Error(`${count} recipients of ${mailingId} take no mail now`);
  return mailing.deferred.length === 0;
}

/** Those still refused become the last of the deferred. Who has unsubscribed meanwhile is dropped. */
async function sendDeferred(job: Job, positions: readonly Position[]): Promise<void> {
  const { mailing } = job;
  const recipients = await recipientsAt(job, positions);
  const outcomes = await Promise.all(recipients.map((each) => sendOnce(job, each)));
  const refused = recipients.filter((_, index) => isLater(outcomes[index]));
  const sent = outcomes.filter(({ outcome }) => outcome === 'sent').length;
  mailing.sent += sent;
  mailing.failed += recipients.length - sent - refused.length;
  mailing.deferred = mailing.deferred.slice(positions.length);
  defer(job, refused);
  noteRefusals(job, recipients, outcomes);
  await storeProgress(job);
  if (isRefusedAlike({ ...job, gone: job.gone.length })) await waitForServer(job);
}

async function recipientsAt({ run, slug }: Job, positions: readonly Position[]): Promise<Recipient[]> {
  const documents = [...new Set(positions.map(({ document }) => document))];
  const refs = documents.map((document) => subscribers.ref(run.db, String(document), slug));
  const lists = (await run.db.getAll(...refs)).map((each) => subscribers.read(each));
  return positions.flatMap((position) => {
    const found = lists[documents.indexOf(position.document)]?.addresses[position.hash];
    return found ? [{ ...position, ...found }] : [];
  });
}

/**
 * Removes subscribers without a mailbox, once the whole run shows whether the mail server can be believed. Otherwise they stay
 * deferred.
 */
async function removeGone(job: Job): Promise<void> {
  const { run, slug, tried, gone, mailing } = job;
  if (gone.length === 0) return;
  if (isServerWrong({ gone: gone.length, tried, sent: mailing.sent })) {
    logWarning(
      `The mail server reports that ${gone.length} of ${tried} subscribers of ${slug} do not exist: all are kept`,
    );
    return;
  }
  for (const { hash } of gone) await removeSubscriber(run, slug, hash);
  const hashes = new Set(gone.map(({ hash }) => hash));
  mailing.deferred = mailing.deferred.filter(({ hash }) => !hashes.has(hash));
  mailing.failed += hashes.size;
  job.gone = [];
  await storeProgress(job);
}

/** Returns the result of the last try. Mail is tried again only if the server does not accept it now from anybody. */
async function sendWithTries(job: Job, recipient: Recipient, wait: typeof sleep): Promise<MailResult> {
  let result = await sendOnce(job, recipient);
  for (const ms of TRY_AGAIN_MS) {
    if (result.outcome !== 'failed' || result.isOfRecipient) break;
    await wait(ms);
    result = await sendOnce(job, recipient);
  }
  return result;
}

async function sendOnce(job: Job, recipient: Recipient): Promise<MailResult> {
  const { run, slug, mailingId, mailing, config } = job;
  const { hash, address, language } = recipient;
  const origin = appUrl(process.env);
  const unsubscribeUrl = await unsubscribeLink(run, origin, { slug, hash, language });
  const id = `${mailingId}-${hash}`;
  return sendMail(mailingMail(mailing, { ...job, origin }, { id, address, language, unsubscribeUrl }), config);
}

async function end(run: Run, slug: string, mailingId: string): Promise<void> {
  await mailings.ref(run.db, mailingId, slug).update(mailings.toUpdate({ endedAt: run.nowMs }));
}
