import { languageSchema } from '@farwatch/core/documents/user';
import type { Language } from '@farwatch/core/values/languages';
import { MAIL } from '@farwatch/core/values/limits';
import { slugSchema } from '@farwatch/core/values/status-page/slug';
import { z } from 'zod';
import type { Run } from '../../../platform/db/run.ts';
import { readToken, signToken } from '../../../platform/links/signed-token.ts';

export type Confirmation = { slug: string; address: string; language: Language };
export type Unsubscription = { slug: string; hash: string; language: Language };

/** The URL by which the owner of an address confirms a subscription, for 24 hours. */
export async function confirmLink(run: Run, origin: string, target: Confirmation): Promise<string> {
  const { slug, address, language } = target;
  const token = await signToken(run, 'page-confirm', [slug, address, language], run.nowMs + MAIL.confirmationValidMs);
  return `${origin}/status/${slug}/confirm/${token}`;
}

/** The URL that ends a subscription: by POST alone, since mail scanners open links. */
export async function unsubscribeLink(run: Run, origin: string, target: Unsubscription): Promise<string> {
  const { slug, hash, language } = target;
  const token = await signToken(run, 'page-unsubscribe', [slug, hash, language], run.nowMs + MAIL.unsubscribeValidMs);
  return `${origin}/status/${slug}/unsubscribe/${token}`;
}

const valuesSchema = z.tuple([slugSchema, z.string(), languageSchema]);

/** Returns the target of a link of this page; null if it is forged, expired, or another page's. */
export async function readPageLink(
  run: Run,
  purpose: 'page-confirm' | 'page-unsubscribe',
  { slug, token }: { slug: string; token: string },
): Promise<{ value: string; language: Language } | null> {
  const read = await readToken(run, purpose, token);
  if ('refused' in read) return null;
  const [linked, value, language] = valuesSchema.parse(read.values);
  return linked === slug ? { value, language } : null;
}
