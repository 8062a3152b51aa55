import { addressesFromEnv } from '../../src/addresses.ts';
import type { ReceivedMail } from '../../src/mail/inbox.ts';

/** The code in the newest mail to the address. */
export async function mailedCode(email: string): Promise<string> {
  return new URL(await mailedLink(email)).searchParams.get('oobCode') ?? '';
}

/** The whole link in that mail, which opens the provider's own page first. */
export async function mailedLink(email: string): Promise<string> {
  const answer = await fetch(`${addressesFromEnv().mail}/messages`);
  const mails = (await answer.json()) as ReceivedMail[];
  const mail = mails.filter(({ to }) => to === email).at(-1);
  const [link] = /https?:\S+/.exec(mail?.text ?? '') ?? [];
  if (!link) throw new Error(`No mail with a link was sent to ${email}.`);
  return link;
}
