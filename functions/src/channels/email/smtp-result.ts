import { warn as logWarning } from 'firebase-functions/logger';
import type { DeliveryResult } from '../channel-sender.ts';

/** What nodemailer knows of a failure: the server's reply, 0 for none, and the command that it answers. */
type SmtpError = { code: string; command: string; responseCode: number; response: string; message: string };

const MAX_REASON_LENGTH = 300;

/** Enhanced status codes (RFC 3463): an address that does not exist or is disabled; a full mailbox; a policy. */
const BAD_ADDRESS = /\b5\.(1\.\d+|2\.1)\b/;
const FULL_MAILBOX = /\b5\.2\.2\b/;
const POLICY = /\b5\.7\.\d+\b/;

/**
 * The result of a failed try. A refused recipient: `stopped`. Refused content: `rejected`. Everything else is `failed`:
 * replies of 4xx, a full mailbox, and what is wrong with the installation's own server, login or sender, which is also
 * logged for its operator.
 */
export function smtpResult(error: unknown): DeliveryResult {
  const found = readError(error);
  const reason = found.response.replace(/\s+/g, ' ').trim().slice(0, MAX_REASON_LENGTH);
  if (found.responseCode > 0 && !isPermanent(found)) return { outcome: 'failed', code: 'busy', reason };
  if (isRecipientRefused(found)) {
    return { outcome: 'stopped', code: POLICY.test(reason) ? 'refused' : 'target_not_found', reason };
  }
  if (found.command === 'DATA') return { outcome: 'rejected', code: 'message_rejected', reason };
  logWarning(`The mail server cannot be used: ${found.code} ${found.message}`);
  return { outcome: 'failed', code: 'unreachable', reason: `mail server: ${found.code}` };
}

/** 503 is a wrong order of commands. 552 to the content means its size, to a recipient a full mailbox. */
function isPermanent({ command, responseCode, response }: SmtpError): boolean {
  if (responseCode === 503 || FULL_MAILBOX.test(response)) return false;
  return responseCode >= 500 && (responseCode !== 552 || command === 'DATA');
}

/** Some servers look at the recipient only once they have the content. */
function isRecipientRefused({ command, response }: SmtpError): boolean {
  return command === 'RCPT TO' || (command === 'DATA' && BAD_ADDRESS.test(response));
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
