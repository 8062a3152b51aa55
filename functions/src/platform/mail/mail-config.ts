/** The mail server, as `smtp://` or `smtps://` with its login, and the sender: an address, or a name and an address. */
export type MailConfig = { smtpUrl: string; from: string };

const SENDER = /^([^<>\r\n]*<)?[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+>?$/;

/**
 * How this installation sends mail, or null if it does not (README.md, Settings). `LOCAL_SMTP_URL`: set by the
 * emulators alone, whose secrets are the same for all runs. A function sees `SMTP_URL` only if options.ts gives it.
 */
export function mailConfig({ SMTP_URL, LOCAL_SMTP_URL, MAIL_FROM }: NodeJS.ProcessEnv): MailConfig | null {
  const smtpUrl = (LOCAL_SMTP_URL || SMTP_URL)?.trim() ?? '';
  const from = MAIL_FROM?.trim() ?? '';
  return isSmtpUrl(smtpUrl) && isSender(from) ? { smtpUrl, from } : null;
}

/** Whether this installation sends mail. */
export function isMailConfigured(env: NodeJS.ProcessEnv): boolean {
  return mailConfig(env) !== null;
}

/** Whether mail can be sent from it: `alerts@example.com` or `Farwatch <alerts@example.com>`. */
export function isSender(text: string): boolean {
  return SENDER.test(text) && text.includes('<') === text.endsWith('>');
}

/** The secret is the word `none` where no mail is sent. */
function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}
