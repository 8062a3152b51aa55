import type { Invitation } from '@farwatch/core/documents/member';
import type { User } from '@farwatch/core/documents/user';
import { formatTimestamp } from '@farwatch/core/texts/durations';
import { type MailTexts, SERVER_TEXTS } from '@farwatch/core/texts/server/server-texts';
import { textsOf } from '@farwatch/core/texts/texts';
import { linkInto } from '@farwatch/core/values/account';
import type { Language } from '@farwatch/core/values/languages';
import { accountZone } from '@farwatch/core/values/summary/account-zone';
import type { Firestore } from 'firebase-admin/firestore';
import { error as logError } from 'firebase-functions/logger';
import { reasonOf } from '../../platform/db/attempt-each.ts';
import { monitors, pages, subscribers } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { appUrl } from '../../platform/links/app-url.ts';
import { mailConfig } from '../../platform/mail/mail-config.ts';
import { type MailContent, renderMail } from '../../platform/mail/render-mail.ts';
import { type MailResult, sendMail } from '../channels/email/send-mail.ts';
import { type AccountName, readAccountName } from './members.ts';

/** To whom a mail goes: a verified address, in a language and a zone. */
export type Addressee = Pick<User, 'email' | 'language' | 'summaries'>;
/** The owner of an account, as addressee of a mail about it, and what they call it. */
export type AccountOwner = { accountName: AccountName | null } & Addressee;

type MailFields = NonNullable<MailContent['fields']>;

export type AccountMail = {
  title: string;
  paragraphs: readonly string[];
  fields?: MailFields;
  /** By default to the settings; null for an account that has none any more. */
  link?: { label: string; url: string } | null;
  footer?: string;
};

/** Mails a person that their password was changed or set. Never throws. */
export async function mailPasswordChanged(
  run: Run,
  person: { uid: string } & Addressee,
  changedAt: number,
): Promise<void> {
  await mailTo(run, person, `password-${person.uid}-${changedAt}`, async ({ account }) => {
    const { title, text, unexpected } = account.passwordChanged;
    const fields = [{ label: account.when, value: formatTimestamp(changedAt, accountZone(person)) }];
    return { title, paragraphs: [text, unexpected], fields };
  });
}

/** Mails the owner when the account will be deleted, and what goes with it. Never throws. */
export async function mailClosing(run: Run, accountId: string, user: User, closesAt: number): Promise<void> {
  await mailTo(run, user, `closing-${accountId}-${closesAt}`, async ({ account }) => {
    const { closing } = account;
    const found = await readContents(run.db, accountId);
    const addresses = found.slugs.map((slug) => `${appUrl(process.env)}/status/${slug}`);
    const pageList = addresses.length === 0 ? '0' : `${addresses.length} (${addresses.join(', ')})`;
    return {
      title: closing.title,
      paragraphs: [closing.text(formatTimestamp(closesAt, accountZone(user))), closing.keep],
      fields: [
        ...fieldsOf(account, await readAccountName(run, accountId, user)),
        { label: closing.monitors, value: String(found.monitors) },
        { label: closing.endpoints, value: String(user.endpointCount) },
        { label: closing.pages, value: pageList },
        { label: closing.subscribers, value: String(found.subscribers) },
      ],
      link: { label: account.button, url: settingsOf(accountId, user) },
    };
  });
}

/** Mails the owner that the account is kept. `closesAt`: when it was to be deleted. Never throws. */
export async function mailKept(run: Run, accountId: string, user: User, closesAt: number): Promise<void> {
  await mailTo(run, user, `kept-${accountId}-${closesAt}`, async ({ account }) => ({
    title: account.kept.title,
    paragraphs: [account.kept.text],
    fields: fieldsOf(account, await readAccountName(run, accountId, user)),
    link: { label: account.button, url: settingsOf(accountId, user) },
  }));
}

/** Mails the previous owner that the account was deleted. Never throws. */
export async function mailDeleted(run: Run, accountId: string, owner: AccountOwner): Promise<void> {
  await mailTo(run, owner, `deleted-${accountId}`, async ({ account }) => ({
    title: account.deleted.title,
    paragraphs: [account.deleted.text],
    fields: fieldsOf(account, owner.accountName),
    link: null,
  }));
}

/** The field of a mail to an owner that says which of their accounts it is about; none where that needs no saying. */
export function fieldsOf({ which }: MailTexts['account'], accountName: AccountName | null): MailFields {
  if (!accountName) return [];
  const { name, isOwn } = accountName;
  return [{ label: which.label, value: isOwn ? which.own(name) : name }];
}

/** Returns the address of an account's own settings: what it pays, who belongs to it, and its end. */
export function settingsOf(accountId: string, account: Pick<User, 'hasMembers'>): string {
  return linkInto(`${appUrl(process.env)}/settings?tab=account`, accountId, account);
}

/** Mails the previous and the new owner of an account that it was transferred. Never throws. */
export async function mailTransferred(
  run: Run,
  accountId: string,
  previous: Pick<User, 'displayName' | 'email' | 'language'>,
  account: User,
): Promise<void> {
  const nameOf = ({ displayName, email }: typeof previous) => (displayName ? `${displayName} (${email})` : email);
  const id = `transferred-${accountId}-${run.nowMs}`;
  await mailTo(run, { ...previous, summaries: null }, id, async ({ account: { transferred } }) => ({
    title: transferred.title,
    paragraphs: [transferred.text(nameOf(account)), transferred.own, transferred.unexpected],
  }));
  await mailTo(run, account, `${id}-received`, async ({ account: { received } }) => ({
    title: received.title,
    paragraphs: [received.text(nameOf(previous)), received.keys],
    link: { label: received.button, url: linkInto(`${appUrl(process.env)}/settings`, accountId, account) },
  }));
}

/** Invites an address to the account of `inviter`. Returns whether the mail was sent. Never throws. */
export async function mailInvitation(run: Run, invitation: Invitation, inviter: string, id: string): Promise<boolean> {
  const { email, language, createdAt, expireAt } = invitation;
  const { invitation: texts } = SERVER_TEXTS[language].mail;
  const result = await mailTo(run, { email, language, summaries: null }, `invitation-${id}-${createdAt}`, async () => ({
    title: texts.title(inviter),
    paragraphs: [texts.text(inviter, email), texts.ends(formatTimestamp(expireAt, 'UTC')), texts.ignore],
    link: { label: texts.button, url: `${appUrl(process.env)}/settings?tab=account` },
    footer: texts.footer,
  }));
  return result?.outcome === 'sent';
}

/** Mails a person. Returns null if there was nothing to try: without mail, or without an address. Never throws. */
export async function mailTo(
  run: Run,
  { email, language }: Addressee,
  id: string,
  contentOf: (texts: MailTexts) => Promise<AccountMail>,
): Promise<MailResult | null> {
  try {
    const config = mailConfig(process.env);
    if (!config || email === '') return null;
    const content = await mailOf(language, await contentOf(SERVER_TEXTS[language].mail));
    const result = await sendMail({ id, to: email, subject: content.title, ...renderMail(content) }, config);
    if (result.outcome !== 'sent') logError(`The mail ${id} was not sent: ${result.reason}`);
    return result;
  } catch (error) {
    logError(`The mail ${id} was not sent at ${run.nowMs}: ${reasonOf(error)}`);
    return null;
  }
}

async function mailOf(language: Language, mail: AccountMail) {
  const { account } = SERVER_TEXTS[language].mail;
  const { alerts } = await textsOf(language);
  const settings = { label: account.button, url: `${appUrl(process.env)}/settings` };
  const { title, paragraphs, fields = [], link = settings, footer: text = account.footer } = mail;
  const footer = { text, links: [] };
  const about = { language, tone: 'notice', title, url: null, colon: alerts.colon } as const;
  return { ...about, paragraphs, fields, link, footer };
}

async function readContents(db: Firestore, accountId: string) {
  const [monitorCount, owned] = await Promise.all([
    monitors.collection(db).where('ownerId', '==', accountId).count().get(),
    pages.collection(db).where('ownerId', '==', accountId).select().get(),
  ]);
  const slugs = owned.docs.map(({ id }) => id);
  const counts = await Promise.all(slugs.map((slug) => countSubscribers(db, slug)));
  return { monitors: monitorCount.data().count, slugs, subscribers: counts.reduce((sum, count) => sum + count, 0) };
}

async function countSubscribers(db: Firestore, slug: string): Promise<number> {
  const { docs } = await subscribers.collection(db, slug).get();
  return docs.reduce((sum, each) => sum + Object.keys(subscribers.read(each)?.addresses ?? {}).length, 0);
}
