import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { type Account, database } from './accounts.ts';

/** The path of a message's link to an incident, as the functions make it (docs/notifications.md, Links). */
export async function incidentLinkPath({ uid }: Account, incidentId: string, untilMs = Date.now() + DAY_MS) {
  const payload = Buffer.from(JSON.stringify(['incident', untilMs, incidentId, uid, 'email'])).toString('base64url');
  const mac = createHmac('sha256', await readKey())
    .update(payload)
    .digest('base64url');
  return `/a/${payload}.${mac}`;
}

/** The key of all links, made here if the functions have not made it yet. */
async function readKey(): Promise<string> {
  const ref = database().doc('signingKeys/links');
  return database().runTransaction(async (transaction) => {
    const found: unknown = (await transaction.get(ref)).get('secret');
    if (typeof found === 'string') return found;
    const secret = randomBytes(32).toString('base64url');
    transaction.create(ref, { secret, createdAt: Timestamp.now() });
    return secret;
  });
}
