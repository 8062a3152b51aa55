import { createHash } from 'node:crypto';
import { z } from 'zod';

/** An address as subscribers give it: without display name, in lower case. */
export const addressSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** The key of an address in `pages/{slug}/subscribers` and in counters. */
export function addressHash(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 32);
}

/** The mailbox that an address most probably leads to: without what follows a plus sign. */
export function mailboxOf(address: string): string {
  return address.replace(/\+.*(?=@)/, '');
}
