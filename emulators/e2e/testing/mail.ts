import { addressesFromEnv } from '../../src/addresses.ts';
import type { ReceivedMail } from '../../src/mail/inbox.ts';

/** All mails to the address, oldest first. */
export async function mailsTo(email: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${addressesFromEnv().mail}/messages`);
  const mails = (await answer.json()) as ReceivedMail[];
  return mails.filter(({ to }) => to === email);
}

/** The code in the newest mail to the address. */
export async function mailedCode(email: string): Promise<string> {
  return new URL(await mailedLink(email)).searchParams.get('oobCode') ?? '';
}

/** The whole link in that mail, which opens the provider's own page first. */
export async function mailedLink(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1);
  const [link] = /https?:\S+/.exec(mail?.text ?? '') ?? [];
  if (!link) throw new Error(`No mail with a link was sent to ${email}.`);
  return link;
}
