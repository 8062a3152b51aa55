import { createHash } from 'node:crypto';
import { emailSchema } from '@farwatch/core/values/fields';

/** An address as subscribers give it: without display name, in lower case. */
export const addressSchema = emailSchema.toLowerCase();

/** The key of an address in `pages/{slug}/subscribers` and in counters. */
export function addressHash(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 32);
}

const GMAIL = ['gmail.com', 'googlemail.com'];

/**
 * The mailbox that an address most probably leads to, for limits alone: without what follows a plus sign, and of Gmail,
 * which ignores them, without dots.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [name, domain] = [address.slice(0, at).replace(/\+.*/, ''), address.slice(at + 1)];
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
