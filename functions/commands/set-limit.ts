import { LIMITS } from '@farwatch/core/values/limits';
import type { Firestore } from 'firebase-admin/firestore';
import { users } from '../src/platform/db/collections.ts';

/**
 * Sets how many endpoints an account may have, given as `text`. Returns a sentence with the limit before and after. A limit
 * below what exists only refuses additions. Throws an error for what is not a limit, and for an account without a profile.
 */
export async function setLimit(db: Firestore, account: { id: string; name: string }, text: string): Promise<string> {
  const most = LIMITS.mostEndpointsPerOwner;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > most) throw new Error(`"${text}" is not a limit: use a whole number from 1 to ${most}.`);
  const ref = users.ref(db, account.id);
  return db.runTransaction(async (tx) => {
    const user = users.read(await tx.get(ref));
    if (!user) throw new Error(`${account.name} has no profile yet: its user must open the app first.`);
    tx.update(ref, users.toUpdate({ maxEndpoints: limit }));
    const { maxEndpoints: before, endpointCount: used } = user;
    const full = used >= limit ? ' Nothing can be added until there are fewer.' : '';
    return `${account.name} may have ${limit} endpoints, before ${before}. It has ${used}.${full}`;
  });
}
