import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import { error as logError } from 'firebase-functions/logger';
import { pages, users } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { appUrl } from '../../../platform/links/app-url.ts';
import { mailConfig } from '../../../platform/mail/mail-config.ts';
import { sendMessage, sendMissing, sendOwnMessage } from '../answer.ts';
import { NOT_STORED } from '../answer-headers.ts';
import { formOf, languageIn } from '../form-body.ts';
import { buttonForm } from '../message-page.ts';
import type { PageRequest } from '../page-routes.ts';
import { findSnapshot, openPage, type Site } from '../site.ts';
import { giveBackVisitorCounts, takeVisitorCounts, type VisitorCountLimit } from '../visitor-counts.ts';
import { addressHash, addressSchema, mailboxOf } from './address.ts';
import { sendPageConfirmation } from './confirmation-mail.ts';
import { readPageLink } from './links.ts';
import { addSubscriber, removeSubscriber } from './list.ts';

/**
 * Mails a link that confirms a subscription. The answer is the same whether the address is subscribed, has got such a
 * mail today, or neither, so that it does not show who has subscribed.
 */
export async function answerSubscribe(site: Site, { run, slug, request, response }: PageRequest): Promise<void> {
  const form = formOf(request);
  const page = await openPage(site, request, { run, slug, token: form.get('visit') ?? '' });
  const config = mailConfig(site.env);
  if (!page || 'locked' in page || !page.snapshot.takesSubscribers || !config) {
    return sendMissing(request, response, NOT_STORED);
  }
  const { snapshot } = page;
  site.limits.forms.take(request, run.nowMs);
  const language = languageIn(form, snapshot.language);
  const { subscribe } = STATUS_PAGE_TEXTS[language];
  const shown = { snapshot, slug, language };
  const address = addressSchema.safeParse(form.get('address'));
  if (!address.success) return sendOwnMessage(response, shown, { text: subscribe.badAddress, status: 400 });
  const owner = await readOwner(run, slug);
  if (!owner) return sendMissing(request, response, NOT_STORED);
  if (run.nowMs - owner.createdAt < STATUS_PAGE.subscribersAfterMs) {
    return sendOwnMessage(response, shown, { text: subscribe.tooYoung, status: 403 });
  }
  const limits = confirmationLimits(slug, owner.id, address.data);
  const reached = await takeVisitorCounts(run, limits);
  if (reached !== null && reached < SHOWN_LIMITS)
    return sendOwnMessage(response, shown, { text: subscribe.busy, status: 429 });
  if (reached === null) {
    const mail = { slug, title: snapshot.title, address: address.data, language, origin: appUrl(site.env) };
    const result = await sendPageConfirmation(run, config, mail);
    if (result.outcome === 'failed') {
      await giveBackVisitorCounts(run, limits);
      return sendOwnMessage(response, shown, { text: subscribe.notSent, status: 503 });
    }
  }
  sendOwnMessage(response, shown, { text: subscribe.sent });
}

const pageFields = pages.pick('ownerId');
const userFields = users.pick('createdAt');

/** The account of a page, and when it was created; null if either is gone. */
async function readOwner(run: Run, slug: string): Promise<{ id: string; createdAt: number } | null> {
  const [page] = await pageFields.getAll(run.db, pages.ref(run.db, slug));
  if (!page) return null;
  const [user] = await userFields.getAll(run.db, users.ref(run.db, page.ownerId));
  return user ? { id: page.ownerId, createdAt: user.createdAt } : null;
}

/** The first limits show nothing of an address, so that visitors learn of them. */
const SHOWN_LIMITS = 4;

function confirmationLimits(slug: string, ownerId: string, address: string): VisitorCountLimit[] {
  const ofPage = `address_${addressHash(`${slug} ${address}`)}`;
  const ofMailbox = `mailbox_${addressHash(mailboxOf(address))}`;
  const { confirmationsOfAccount, confirmationsOfAccountPerDay, confirmationsOfAll } = STATUS_PAGE;
  return [
    { id: `page_${slug}`, most: STATUS_PAGE.confirmationsPerHour, periodMs: HOUR_MS },
    { id: `account_${ownerId}`, most: confirmationsOfAccount, periodMs: HOUR_MS },
    { id: `accountDay_${ownerId}`, most: confirmationsOfAccountPerDay, periodMs: DAY_MS },
    { id: 'confirmations', most: confirmationsOfAll, periodMs: HOUR_MS },
    { id: ofPage, most: STATUS_PAGE.confirmationsPerAddress, periodMs: DAY_MS },
    { id: ofMailbox, most: STATUS_PAGE.confirmationsPerMailbox, periodMs: DAY_MS },
  ];
}

/** Answers a link in a mail: GET shows a question, since mail scanners open links, and POST by its button confirms. */
export async function answerConfirm(site: Site, target: PageRequest, token: string): Promise<void> {
  const { run, slug, request, response } = target;
  site.limits.reads.take(request, run.nowMs);
  const link = await readPageLink(run, 'page-confirm', { slug, token });
  if (!link) return sendMessage(request, response, { name: 'expired', status: 410, slug });
  const found = await findSnapshot(site, request, run, slug);
  if (!found?.snapshot.takesSubscribers) return sendMissing(request, response, NOT_STORED);
  const { snapshot } = found;
  const { value: address, language } = link;
  const { confirm, subscribe } = STATUS_PAGE_TEXTS[language];
  const shown = { snapshot, slug, language };
  if (request.method !== 'POST') {
    return sendOwnMessage(response, shown, { text: confirm.ask(snapshot.title), form: buttonForm(confirm.button) });
  }
  const outcome = await addSubscriber(run, slug, { address, language });
  if (outcome === 'gone') return sendMissing(request, response, NOT_STORED);
  const isAdded = outcome === 'added';
  const text = isAdded ? confirm.done(snapshot.title) : subscribe.full;
  sendOwnMessage(response, shown, { text, status: isAdded ? 200 : 409 });
}

/** As above; also what a mail program posts by itself (RFC 8058). Works for pages that are not published, too. */
export async function answerUnsubscribe(site: Site, target: PageRequest, token: string): Promise<void> {
  const { run, slug, request, response } = target;
  site.limits.reads.take(request, run.nowMs);
  const link = await readPageLink(run, 'page-unsubscribe', { slug, token });
  if (!link) return sendMessage(request, response, { name: 'unsubscribeExpired', status: 410, slug });
  const { value: hash, language } = link;
  const snapshot = await snapshotIfReadable(site, target);
  const { unsubscribe } = STATUS_PAGE_TEXTS[language];
  const title = snapshot?.title ?? slug;
  const shown = { snapshot: { accent: null, language, ...snapshot }, slug, language };
  const hasBack = snapshot !== null;
  if (request.method !== 'POST') {
    const form = buttonForm(unsubscribe.button);
    return sendOwnMessage(response, shown, { text: unsubscribe.ask(title), form, hasBack });
  }
  await removeSubscriber(run, slug, hash);
  sendOwnMessage(response, shown, { text: unsubscribe.done(title), hasBack });
}

async function snapshotIfReadable(site: Site, { run, slug, request }: PageRequest): Promise<Snapshot | null> {
  try {
    return (await findSnapshot(site, request, run, slug))?.snapshot ?? null;
  } catch (error) {
    logError(`snapshot of ${slug}`, error);
    return null;
  }
}
