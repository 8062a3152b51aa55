import { domainToASCII } from 'node:url';

/** `address`: with its domain in ASCII. */
export type MailSender = { name: string; address: string };

/** The mail server, as `smtp://` or `smtps://` with its login, and the sender. */
export type MailConfig = { smtpUrl: string; from: MailSender };

const SENDER = /^(?:(?<name>[^<>\r\n]*)<(?<named>[^\s<>]+)>|(?<plain>[^\s<>]+))$/;
const ADDRESS = /^([^\s@<>]+)@([^\s@<>]+\.[^\s@<>]+)$/;

/**
 * How this installation sends mail, or null if it does not (README.md, Settings). `LOCAL_SMTP_URL`: set by the
 * emulators alone, whose secrets are the same for all runs. A function sees `SMTP_URL` only if options.ts gives it.
 */
export function mailConfig({ SMTP_URL, LOCAL_SMTP_URL, MAIL_FROM }: NodeJS.ProcessEnv): MailConfig | null {
  const smtpUrl = (LOCAL_SMTP_URL || SMTP_URL)?.trim() ?? '';
  const from = parseSender(MAIL_FROM?.trim() ?? '');
  return isSmtpUrl(smtpUrl) && from ? { smtpUrl, from } : null;
}

/** Whether this installation sends mail. */
export function isMailConfigured(env: NodeJS.ProcessEnv): boolean {
  return mailConfig(env) !== null;
}

/** Whether mail can be sent from it: `alerts@example.com` or `Farwatch <alerts@example.com>`. */
export function isSender(text: string): boolean {
  return parseSender(text) !== null;
}

/**
 * Parses a sender; null if it is none. Mail programs take a colon or a comma in a name that is not quoted for a group or a list,
 * so the name is kept apart from the address.
 */
function parseSender(text: string): MailSender | null {
  const { name = '', named, plain } = SENDER.exec(text)?.groups ?? {};
  const [, local = '', host = ''] = ADDRESS.exec(named ?? plain ?? '') ?? [];
  const domain = domainToASCII(host);
  if (local === '' || domain === '') return null;
  return {
    name: name
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('\\"', '"'),
    address: `${local}@${domain}`,
  };
}

/** The secret is the word `none` where no mail is sent. */
function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}
