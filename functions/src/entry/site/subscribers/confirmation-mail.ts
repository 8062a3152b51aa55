import { randomUUID } from 'node:crypto';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import type { DeliveryResult } from '../../../domain/channels/channel-sender.ts';
import { sendMail } from '../../../domain/channels/email/send-mail.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { MailConfig } from '../../../platform/mail/mail-config.ts';
import { type MailContent, renderMail } from '../../../platform/mail/render-mail.ts';
import { type Confirmation, confirmLink } from './links.ts';

/** `title`: of the page. */
type Request = Confirmation & { title: string; origin: string };

/** Sends the link that confirms a subscription. The page's title, in its text alone, is all that the owner has
 * written. */
export async function sendPageConfirmation(run: Run, config: MailConfig, request: Request): Promise<DeliveryResult> {
  const { title, language, address, origin } = request;
  const { mail } = STATUS_PAGE_TEXTS[language];
  const content: MailContent = {
    language,
    tone: 'notice',
    title: mail.confirmSubject,
    url: null,
    paragraphs: [mail.confirmText(title)],
    fields: [],
    colon: mail.colon,
    link: { label: mail.confirmButton, url: await confirmLink(run, origin, request) },
    footer: { text: mail.confirmIgnore, links: [] },
  };
  return sendMail({ id: randomUUID(), to: address, subject: content.title, ...renderMail(content) }, config);
}
