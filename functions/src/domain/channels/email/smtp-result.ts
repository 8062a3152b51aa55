import { smtpRefusal } from '@farwatch/core/values/channels/smtp-reply';
import { clip } from '@farwatch/core/values/clip';
import { warn as logWarning } from 'firebase-functions/logger';
import type { DeliveryResult } from '../channel-sender.ts';

/** What nodemailer knows of a failure: the server's reply, 0 for none, and the command that it answers. */
type SmtpError = { code: string; command: string; responseCode: number; response: string; message: string };

const MAX_REASON_LENGTH = 300;

/**
 * The result of a failed try. A mailbox that does not exist: `stopped`. A message that the server cannot take: `rejected`.
 * Everything else is `failed`, and what the server holds against this installation is also logged for the operator.
 */
export function smtpResult(error: unknown): DeliveryResult {
  const found = readError(error);
  const { command, responseCode: code, response: text } = found;
  const reason = clip(text.replace(/\s+/g, ' ').trim(), MAX_REASON_LENGTH);
  switch (smtpRefusal({ command, code, text })) {
    case 'no_such_mailbox':
      return { outcome: 'stopped', code: 'target_not_found', reason };
    case 'message_rejected':
      return { outcome: 'rejected', code: 'message_rejected', reason };
    case 'busy':
      return { outcome: 'failed', code: 'busy', reason };
    case 'service': {
      logWarning(`The mail server cannot be used: ${found.code} ${found.message}`);
      // What it says of its login or sender is the operator's alone.
      const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
      return { outcome: 'failed', code: 'unreachable', reason: `mail server: ${isAboutMessage ? reason : found.code}` };
    }
  }
}

function readError(error: unknown): SmtpError {
  const found = Object(error) as Partial<Record<keyof SmtpError, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const responseCode = typeof found.responseCode === 'number' ? found.responseCode : 0;
  return {
    code: text(found.code),
    // Without a reply it only says how far the connection got.
    command: responseCode > 0 ? text(found.command) : '',
    responseCode,
    response: text(found.response),
    message: text(found.message),
  };
}
