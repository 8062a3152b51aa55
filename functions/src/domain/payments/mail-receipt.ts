import type { Payment } from '@farwatch/core/documents/payment';
import type { User } from '@farwatch/core/documents/user';
import { formatTimestamp } from '@farwatch/core/texts/durations';
import { SERVER_TEXTS } from '@farwatch/core/texts/server/server-texts';
import { textsOf } from '@farwatch/core/texts/texts';
import { accountZone } from '@farwatch/core/values/summary/account-zone';
import { error as logError } from 'firebase-functions/logger';
import { reasonOf } from '../../platform/db/attempt-each.ts';
import { users } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { mailConfig } from '../../platform/mail/mail-config.ts';
import { type MailContent, renderMail } from '../../platform/mail/render-mail.ts';
import { fieldsOf, settingsOf } from '../accounts/mail-account.ts';
import { readAccountName } from '../accounts/members.ts';
import { sendMail } from '../channels/email/send-mail.ts';

/**
 * Mails a receipt to the owner of an order that this run has finished; nothing without mail, and for an order that has
 * not been claimed. Never throws. If the mail server is slow, the provider takes that for a failure and notifies again, which
 * then changes nothing.
 */
export async function mailReceipt(run: Run, payment: Payment): Promise<void> {
  const { orderId, ownerId } = payment;
  try {
    const config = mailConfig(process.env);
    if (!config || ownerId === null) return;
    const user = users.read(await users.ref(run.db, ownerId).get());
    if (!user || user.email === '') return;
    const content = await contentOf(run, payment, ownerId, user);
    const parts = { subject: content.title, ...renderMail(content) };
    const result = await sendMail({ id: `receipt-${orderId}`, to: user.email, ...parts }, config);
    if (result.outcome !== 'sent') logError(`The receipt of order ${orderId} was not sent: ${result.reason}`);
  } catch (error) {
    logError(`The receipt of order ${orderId} was not sent: ${reasonOf(error)}`);
  }
}

async function contentOf(run: Run, payment: Payment, accountId: string, user: User): Promise<MailContent> {
  const { language, summaries, plan } = user;
  const { account, receipt } = SERVER_TEXTS[language].mail;
  const { alerts } = await textsOf(language);
  const time = (atMs: number) => formatTimestamp(atMs, accountZone({ summaries }));
  return {
    language,
    tone: 'notice',
    title: receipt.title,
    url: null,
    paragraphs: [receipt.text],
    fields: [
      ...fieldsOf(account, await readAccountName(run, accountId, user)),
      { label: receipt.order, value: payment.orderId },
      { label: receipt.plan, value: payment.planName },
      { label: receipt.amount, value: `USD ${payment.amountUsd.toFixed(2)}` },
      { label: receipt.paidAt, value: time(run.nowMs) },
      ...(plan?.name === payment.planName ? [{ label: receipt.period, value: time(plan.until) }] : []),
    ],
    colon: alerts.colon,
    link: { label: receipt.button, url: settingsOf(accountId, user) },
    footer: { text: receipt.footer, links: [] },
  };
}
