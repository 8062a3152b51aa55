/**
 * A mail server's reply of 4xx or 5xx. `command`: what it answers, such as `RCPT TO`. `code`: 0 for no reply. `text`: all
 * of its lines, with their codes.
 */
export type SmtpReply = { command: string; code: number; text: string };

/**
 * What a reply refuses. `no_such_mailbox`: this recipient, for good. `message_rejected`: this message. `content_refused`:
 * this message, perhaps for good, as spam. `busy`: nothing for good, also where a mailbox is full. `service`: the server does
 * not serve this installation as it should.
 */
export type SmtpRefusal = 'no_such_mailbox' | 'message_rejected' | 'content_refused' | 'busy' | 'service';

/** Enhanced status codes that mean more than the reply code (RFC 3463 and the registry of RFC 5248). */
const BY_STATUS: Readonly<Record<string, SmtpRefusal>> = {
  '5.1.1': 'no_such_mailbox',
  '5.1.2': 'no_such_mailbox',
  '5.1.3': 'no_such_mailbox',
  '5.1.6': 'no_such_mailbox',
  '5.1.10': 'no_such_mailbox',
  '5.2.1': 'no_such_mailbox',
  '5.2.2': 'busy',
  '5.2.3': 'message_rejected',
  '5.3.4': 'message_rejected',
  '5.6.0': 'message_rejected',
  '5.6.1': 'message_rejected',
  '5.6.2': 'message_rejected',
  '5.6.3': 'message_rejected',
  '5.6.5': 'message_rejected',
  '5.6.6': 'message_rejected',
};
/** Enhanced status codes that mean no more than a reply without one. */
const UNSPECIFIC = ['5.0.0', '5.1.0'];
/** At the start of a line, or as qmail writes it: `(#5.1.1)`. */
const STATUS = /(?:^\d{3}[ -]#?|\(#)(\d\.\d{1,3}\.\d{1,3})(?![.\d])/m;

const MAILBOX = '(?:user|recipient|mailbox|account|address|person)';
/** A text that clearly means that there is no such mailbox. */
const NO_SUCH_MAILBOX = new RegExp(
  [
    `\\bno such (?:local )?${MAILBOX}\\b`,
    `\\b(?:unknown|non-?existent) (?:local )?${MAILBOX}\\b`,
    `\\b${MAILBOX}(?: name)?(?: that you tried to reach)?(?: is)? (?:unknown|not (?:found|known|exist)|do(?:es)?(?: not|n't) exist)`,
    '\\bno mailbox here\\b',
  ].join('|'),
  'i',
);
/**
 * Texts about sender, relay, policy and limits. They outweigh the above: servers also answer a recipient with what they
 * hold against the sender, as Postfix does ('Sender address rejected: User unknown').
 */
const OTHER_REASON =
  /sender|\bfrom\b|\brelay(?! recipient)|authenticat|permi(?:ssion|tted)|denied|not allowed|prohibit|polic(?:y|ies)|block|blacklist|\brbl\b|spam|\bip\b|\brate\b|\blimit|quota|\bfull\b/i;
/** More of a reply is not read. */
const MOST_CHARACTERS = 1000;
/** Texts about what is in the message. */
const CONTENT = /\b(?:spam|junk|virus|malware|phish\w*|content)\b/i;
/** Texts about who sends the message, and how many. */
const ABOUT_SENDER =
  /sender|\bfrom\b|relay|authenticat|verified|credential|unsolicited|\bip\b|block(?:ed using| ?list)|\brbl\b|\brate\b|\blimit|quota|credits/i;
const TOO_LARGE = /size|large|too (?:big|long)/i;

/**
 * Returns what a refusal means. Only a reply to the recipient, or to the content, where some servers look at the recipient, is
 * about a mailbox, and only if it means that the mailbox does not exist: 550 is the code for policy, too (RFC 5321, 4.2.3).
 */
export function smtpRefusal({ command, code, text }: SmtpReply): SmtpRefusal {
  if (code > 0 && code < 500) return 'busy';
  if (command !== 'RCPT TO' && command !== 'DATA') return 'service';
  const status = STATUS.exec(text)?.[1];
  const refusal =
    status === undefined || UNSPECIFIC.includes(status) ? refusalByText(command, code, text) : BY_STATUS[status];
  if (refusal === 'no_such_mailbox' && OTHER_REASON.test(plainTextOf(text))) return 'service';
  if (command !== 'DATA') return refusal === 'message_rejected' ? 'service' : (refusal ?? 'service');
  return refusal === undefined || refusal === 'service' ? contentRefusal(code, text) : refusal;
}

/** 554 is a transaction that failed (RFC 5321, 4.2.3): unless the text is about the sender, what it refuses is the content. */
function contentRefusal(code: number, text: string): SmtpRefusal {
  const plain = plainTextOf(text);
  if (ABOUT_SENDER.test(plain)) return 'service';
  return code === 554 || CONTENT.test(plain) ? 'content_refused' : 'service';
}

/** 552 is a full mailbox or a message that is too large (RFC 5321, 4.2.3). */
function refusalByText(command: string, code: number, text: string): SmtpRefusal {
  const plain = plainTextOf(text);
  if (code === 552) return command === 'DATA' && TOO_LARGE.test(plain) ? 'message_rejected' : 'busy';
  const isAboutRecipient = command === 'RCPT TO' && [550, 551, 553].includes(code);
  return isAboutRecipient && NO_SUCH_MAILBOX.test(plain) ? 'no_such_mailbox' : 'service';
}

/** Returns the text in one line, without reply codes, addresses and URLs, which mean nothing here. */
function plainTextOf(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .replace(/^\d{3}[ -]/gm, '')
    .replace(/<[^>]*>|\S+@\S+|https?:\S+/g, ' ')
    .replace(/\s+/g, ' ');
}
