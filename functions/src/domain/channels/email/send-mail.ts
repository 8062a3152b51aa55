import { smtpRefusal } from '@farwatch/core/values/channels/smtp-reply';
import { clip } from '@farwatch/core/values/clip';
import { ALERT } from '@farwatch/core/values/limits';
import { warn as logWarning } from 'firebase-functions/logger';
import type { MailConfig, MailSender } from '../../../platform/mail/mail-config.ts';
import type { DeliveryResult } from '../channel-sender.ts';

/**
 * A mail to one address. `id`: the same if it is sent again, so that servers that have it recognise it. `references`: ids by
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

/** `isOfRecipient`: the server refused this recipient, not the mail, and may take mail to others. */
export type MailResult = DeliveryResult & { isOfRecipient?: true };

/** Sends a mail, in at most `ALERT.sendTimeoutMs`. `signal` ends it earlier. */
export async function sendMail(
  mail: Mail,
  config: MailConfig,
  signal: AbortSignal = AbortSignal.timeout(ALERT.sendTimeoutMs),
): Promise<MailResult> {
  try {
    const { createTransport } = await import('nodemailer');
    const { username } = new URL(config.smtpUrl);
    // A login is never sent unencrypted, and no content of a mail is read from a file or a URL.
    const options = {
      url: config.smtpUrl,
      // Servers refuse a client by the name of its machine, which is `localhost` in the cloud.
      name: senderDomain(config.from),
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

function fieldsOf({ id, to, subject, text, html, references, unsubscribeUrl }: Mail, from: MailSender) {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${senderDomain(from)}>`,
    ...(references && references.length > 0 && { references: [...references] }),
    // So that no vacation notice answers.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
  };
}

/** Returns the domain of the sender. */
function senderDomain({ address }: MailSender): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** What nodemailer knows of a failure: the server's reply, 0 for none, and the command that it answers. */
type SmtpError = { code: string; command: string; responseCode: number; response: string; message: string };

const MAX_REASON_LENGTH = 300;

/**
 * The result of a failed try. A mailbox that does not exist: `stopped`. A message that the server cannot take: `rejected`.
 * A content that it refuses, as spam: `failed` with the code `message_rejected`.
 * Everything else is `failed`, and what the server holds against this installation is also logged for the operator.
 */
function smtpResult(error: unknown): MailResult {
  const found = readError(error);
  const { command, responseCode: code, response: text } = found;
  const reason = clip(text.replace(/\s+/g, ' ').trim(), MAX_REASON_LENGTH);
  const scope = command === 'RCPT TO' ? { isOfRecipient: true as const } : {};
  switch (smtpRefusal({ command, code, text })) {
    case 'no_such_mailbox':
      return { outcome: 'stopped', code: 'target_not_found', reason };
    case 'message_rejected':
      return { outcome: 'rejected', code: 'message_rejected', reason };
    case 'content_refused':
      return { outcome: 'failed', code: 'message_rejected', reason };
    case 'busy':
      return { outcome: 'failed', code: 'busy', reason, ...scope };
    case 'service': {
      // Without addresses of recipients, which servers repeat.
      logWarning(`The mail server cannot be used: ${found.code} ${found.message.replace(/\S+@\S+/g, '…')}`);
      // A reply about its login or sender is for the operator only.
      const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
      const shown = `mail server: ${isAboutMessage ? reason : found.code}`;
      return { outcome: 'failed', code: 'unreachable', reason: shown, ...scope };
    }
  }
}

function readError(error: unknown): SmtpError {
  const found = Object(error) as Partial<Record<keyof SmtpError, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const responseCode = typeof found.responseCode === 'number' ? found.responseCode : 0;
  return {
    code: text(found.code),
    // Without a reply it only contains how far the connection got.
    command: responseCode > 0 ? text(found.command) : '',
    responseCode,
    response: text(found.response),
    message: text(found.message),
  };
}
