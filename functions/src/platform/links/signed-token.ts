import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Run } from '../db/run.ts';
import { readSigningKey } from './signing-key.ts';

/** What a link is for; a token of one purpose is forged for another. */
export type LinkPurpose =
  | 'incident'
  | 'assistant-plan'
  | 'unsubscribe'
  | 'unsubscribe-summaries'
  | 'confirm-address'
  | 'channel-test'
  | 'line-events'
  | 'page-visit'
  | 'page-confirm'
  | 'page-unsubscribe';

/** The content of a valid token and when it expires, epoch ms, or why it is none. */
export type TokenResult = { values: string[]; untilMs: number } | { refused: 'forged' | 'expired' };

/** Purpose, expiry and values. */
const payloadSchema = z.tuple([z.string(), z.number()], z.string());

const KEY_ID = 'links';
const SECRET_BYTES = 32;

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
  return untilMs < run.nowMs ? { refused: 'expired' } : { values, untilMs };
}

function mac(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url');
}

function readKey(run: Run): Promise<string> {
  return readSigningKey(run, KEY_ID, () => randomBytes(SECRET_BYTES).toString('base64url'));
}
