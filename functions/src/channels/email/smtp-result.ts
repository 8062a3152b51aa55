import { clip } from '@farwatch/core/values/clip';
import { warn as logWarning } from 'firebase-functions/logger';
import type { DeliveryResult } from '../channel-sender.ts';

/** What nodemailer knows of a failure: the server's reply, 0 for none, and the command that it answers. */
type SmtpError = { code: string; command: string; responseCode: number; response: string; message: string };

const MAX_REASON_LENGTH = 300;

/** Enhanced status codes (RFC 3463): an address that does not exist or is disabled; a full mailbox; bad content. */
const BAD_ADDRESS = /\b5\.(1\.(1|2|3|6|10)|2\.1)\b/;
const FULL_MAILBOX = /\b5\.2\.2\b/;
const BAD_CONTENT = /\b5\.(3\.4|6\.\d+)\b/;
const ENHANCED = /\b5\.\d\.\d+\b/;

/**
 * The result of a failed try. A recipient that does not exist: `stopped`. Content that the server cannot take:
 * `rejected`. Everything else is `failed`: replies of 4xx, a full mailbox, and what is wrong with the installation's own
 * server, login, sender or reputation, which many servers say only in answer to the recipient or the content. It is also
 * logged for the operator.
 */
export function smtpResult(error: unknown): DeliveryResult {
  const found = readError(error);
  const reason = clip(found.response.replace(/\s+/g, ' ').trim(), MAX_REASON_LENGTH);
  if (found.responseCode > 0 && !isPermanent(found)) return { outcome: 'failed', code: 'busy', reason };
  if (isRecipientGone(found)) return { outcome: 'stopped', code: 'target_not_found', reason };
  if (isContentRejected(found)) return { outcome: 'rejected', code: 'message_rejected', reason };
  logWarning(`The mail server cannot be used: ${found.code} ${found.message}`);
  // What it says of its login or sender is the operator's alone.
  const isAboutMessage = found.command === 'RCPT TO' || found.command === 'DATA';
  return { outcome: 'failed', code: 'unreachable', reason: `mail server: ${isAboutMessage ? reason : found.code}` };
}

/** 503 is a wrong order of commands. 552 to the content means its size, to a recipient a full mailbox. */
function isPermanent({ command, responseCode, response }: SmtpError): boolean {
  if (responseCode === 503 || FULL_MAILBOX.test(response)) return false;
  return responseCode >= 500 && (responseCode !== 552 || command === 'DATA');
}

/** Some servers look at the recipient only once they have the content; some have no enhanced codes. */
function isRecipientGone({ command, responseCode, response }: SmtpError): boolean {
  if (BAD_ADDRESS.test(response)) return command === 'RCPT TO' || command === 'DATA';
  return command === 'RCPT TO' && !ENHANCED.test(response) && [550, 551, 553].includes(responseCode);
}

function isContentRejected({ command, responseCode, response }: SmtpError): boolean {
  return command === 'DATA' && (responseCode === 552 || BAD_CONTENT.test(response));
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
