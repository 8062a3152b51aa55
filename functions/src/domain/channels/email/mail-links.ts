import { languageSchema } from '@farwatch/core/documents/user';
import { idSchema } from '@farwatch/core/values/fields';
import type { Language } from '@farwatch/core/values/languages';
import { MAIL } from '@farwatch/core/values/limits';
import { z } from 'zod';
import type { Run } from '../../../platform/db/run.ts';
import { type LinkPurpose, readToken, signToken } from '../../../platform/links/signed-token.ts';

/** The channel that a link in a mail is about, as it was when the mail was sent. */
export type LinkTarget = { ownerId: string; channelId: string; address: string; language: Language };

/** The one that confirms an address shows `account`, the address of the account that requested it. */
export type ConfirmationTarget = LinkTarget & { account: string };

/** Where the API serves their pages (functions/src/entry/api/mail-pages.ts). */
export const MAIL_LINK_PATHS = {
  unsubscribe: '/mail/unsubscribe',
  summaries: '/mail/summaries',
  confirm: '/mail/confirm',
} as const;

/** The URL that stops a channel's mails: by POST alone, since mail scanners open links. */
export async function unsubscribeLink(run: Run, appUrl: string, target: LinkTarget): Promise<string> {
  const token = await unsubscribeToken(run, 'unsubscribe', target);
  return `${appUrl}/api${MAIL_LINK_PATHS.unsubscribe}/${token}`;
}

/** The URL that stops a channel's summaries but not its alerts: by POST alone, too. */
export async function stopSummariesLink(run: Run, appUrl: string, target: LinkTarget): Promise<string> {
  const token = await unsubscribeToken(run, 'unsubscribe-summaries', target);
  return `${appUrl}/api${MAIL_LINK_PATHS.summaries}/${token}`;
}

function unsubscribeToken(run: Run, purpose: LinkPurpose, target: LinkTarget): Promise<string> {
  const { ownerId, channelId, address, language } = target;
  return signToken(run, purpose, [ownerId, channelId, address, language], run.nowMs + MAIL.unsubscribeValidMs);
}

/** The URL by which the owner of an address confirms it, for 24 hours. */
export async function confirmationLink(run: Run, appUrl: string, target: ConfirmationTarget): Promise<string> {
  const { ownerId, channelId, address, language, account } = target;
  const values = [ownerId, channelId, address, language, account];
  const token = await signToken(run, 'confirm-address', values, run.nowMs + MAIL.confirmationValidMs);
  return `${appUrl}/api${MAIL_LINK_PATHS.confirm}/${token}`;
}

const valuesSchema = z.tuple([idSchema, idSchema, z.string(), languageSchema], z.string());

/** The target of a link, or why it has none. `account`: empty in a link that unsubscribes. */
export async function readLink(
  run: Run,
  purpose: LinkPurpose,
  token: string,
): Promise<ConfirmationTarget | { refused: 'forged' | 'expired' }> {
  const read = await readToken(run, purpose, token);
  if ('refused' in read) return read;
  const [ownerId, channelId, address, language, account = ''] = valuesSchema.parse(read.values);
  return { ownerId, channelId, address, language, account };
}
