import { ALERT } from '@farwatch/core/values/limits';
import type { MailConfig } from '../../../platform/mail/mail-config.ts';
import type { DeliveryResult } from '../channel-sender.ts';
import { smtpResult } from './smtp-result.ts';

/**
 * A mail to one address. `id`: the same if it is sent again, so that servers that have it can tell. `references`: ids by
 * which mail programs put mails into one conversation.
 */
export type Mail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  references?: readonly string[];
  unsubscribeUrl?: string;
};

/** Sends a mail, in at most `ALERT.sendTimeoutMs`. `signal` ends it earlier. */
export async function sendMail(
  mail: Mail,
  config: MailConfig,
  signal: AbortSignal = AbortSignal.timeout(ALERT.sendTimeoutMs),
): Promise<DeliveryResult> {
  try {
    const { createTransport } = await import('nodemailer');
    const { username } = new URL(config.smtpUrl);
    // A login is never sent unencrypted, and no content of a mail is read from a file or a URL.
    const options = {
      url: config.smtpUrl,
      requireTLS: username !== '',
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    await createTransport(options).sendMail({ ...fieldsOf(mail, config.from), signal });
    return { outcome: 'sent' };
  } catch (error) {
    return smtpResult(error);
  }
}

function fieldsOf({ id, to, subject, text, html, references, unsubscribeUrl }: Mail, from: string) {
  const domain = from.slice(from.lastIndexOf('@') + 1).replace('>', '');
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    ...(references && references.length > 0 && { references: [...references] }),
    // So that no vacation notice answers.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
  };
}
