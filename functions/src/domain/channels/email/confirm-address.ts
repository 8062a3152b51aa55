import { randomUUID } from 'node:crypto';
import { countConfirmation } from '@farwatch/core/decisions/channels/confirmation-limit';
import { SERVER_TEXTS } from '@farwatch/core/texts/server/server-texts';
import { textsOf } from '@farwatch/core/texts/texts';
import { NOTIFICATIONS_ID, notifications } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { mailConfig } from '../../../platform/mail/mail-config.ts';
import { type MailContent, renderMail } from '../../../platform/mail/render-mail.ts';
import type { DeliveryResult } from '../channel-sender.ts';
import { readStoredSettings } from '../stored-settings.ts';
import { type ConfirmationTarget, confirmationLink } from './mail-links.ts';
import { sendMail } from './send-mail.ts';

/** `limit_reached`: the account has sent as many links as it may within a day. */
export type ConfirmationResult = DeliveryResult | { outcome: 'limit_reached'; retryAfterSec: number };

/**
 * Sends the link that confirms another address than the account's own, which gets nothing else before. A link counts
 * even if it cannot be delivered. `appUrl`: where the app is, without a slash at the end.
 */
export async function sendConfirmation(
  run: Run,
  { appUrl, ...target }: ConfirmationTarget & { appUrl: string },
): Promise<ConfirmationResult> {
  const config = mailConfig(process.env);
  if (!config) return { outcome: 'failed', code: 'refused', reason: 'this installation sends no mail' };
  const retryAfterSec = await takeConfirmation(run, target.ownerId);
  if (retryAfterSec !== null) return { outcome: 'limit_reached', retryAfterSec };
  const content = await contentOf(target, await confirmationLink(run, appUrl, target));
  const { address: to } = target;
  return sendMail({ id: randomUUID(), to, subject: content.title, ...renderMail(content) }, config);
}

/** Returns null, or in how many seconds the account may send one more. */
export async function takeConfirmation(run: Run, ownerId: string): Promise<number | null> {
  const ref = notifications.ref(run.db, NOTIFICATIONS_ID, ownerId);
  return run.db.runTransaction(async (tx) => {
    const document = await tx.get(ref);
    const settings = readStoredSettings(document);
    const { sentMs: confirmationsMs, retryAfterSec } = countConfirmation(settings.confirmationsMs ?? [], run.nowMs);
    if (retryAfterSec !== null) return retryAfterSec;
    if (document.exists) tx.update(ref, notifications.toUpdate({ confirmationsMs }));
    else tx.create(ref, notifications.toDocument({ ...settings, confirmationsMs }));
    return null;
  });
}

/** It quotes nothing that the account's owner writes, so that no user can send their own text with it. */
async function contentOf({ language, account }: ConfirmationTarget, url: string): Promise<MailContent> {
  const { confirmation } = SERVER_TEXTS[language].mail;
  const { alerts } = await textsOf(language);
  return {
    language,
    tone: 'notice',
    title: confirmation.title,
    url: null,
    paragraphs: [confirmation.text(account)],
    fields: [],
    colon: alerts.colon,
    link: { label: confirmation.button, url },
    footer: { text: confirmation.ignore, links: [] },
  };
}
