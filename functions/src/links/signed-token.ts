import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { signingKeys } from '../db/collections.ts';
import { isConflict } from '../db/retry.ts';
import type { Run } from '../db/run.ts';

/** What a link is for; a token of one purpose is forged for another. */
export type LinkPurpose = 'incident' | 'unsubscribe' | 'confirm-address' | 'channel-test';

/** The content of a valid token, or why it is none. */
export type TokenResult = { values: string[] } | { refused: 'forged' | 'expired' };

/** Purpose, expiry and values. */
const payloadSchema = z.tuple([z.string(), z.number()], z.string());

const KEY_ID = 'links';
const SECRET_BYTES = 32;

/** The key never changes, so each instance reads it once. */
const keys = new WeakMap<Firestore, Promise<string>>();

/** A token for a link, which only this installation can make. `untilMs`: when it expires. */
export async function signToken(run: Run, purpose: LinkPurpose, values: string[], untilMs: number): Promise<string> {
  const payload = Buffer.from(JSON.stringify([purpose, untilMs, ...values])).toString('base64url');
  return `${payload}.${mac(await readKey(run), payload)}`;
}

/** Reads a token that `signToken` made for this purpose. */
export async function readToken(run: Run, purpose: LinkPurpose, token: string): Promise<TokenResult> {
  const [payload = '', given = ''] = token.split('.');
  const expected = Buffer.from(mac(await readKey(run), payload));
  const actual = Buffer.from(given);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return { refused: 'forged' };
  const [found, untilMs, ...values] = payloadSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (found !== purpose) return { refused: 'forged' };
  return untilMs < run.nowMs ? { refused: 'expired' } : { values };
}

function mac(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url');
}

function readKey(run: Run): Promise<string> {
  const known = keys.get(run.db);
  if (known) return known;
  const key = readOrCreateKey(run);
  keys.set(run.db, key);
  key.catch(() => keys.delete(run.db));
  return key;
}

async function readOrCreateKey(run: Run): Promise<string> {
  const ref = signingKeys.ref(run.db, KEY_ID);
  const found = signingKeys.read(await ref.get());
  if (found) return found.secret;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  try {
    await ref.create(signingKeys.toDocument({ secret, createdAt: run.nowMs }));
    return secret;
  } catch (error) {
    if (!isConflict(error)) throw error; // another instance has just created it
    return readOrCreateKey(run);
  }
}
