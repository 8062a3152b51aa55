import { createECDH } from 'node:crypto';
import type { Run } from '../../../platform/db/run.ts';
import { readSigningKey } from '../../../platform/links/signing-key.ts';

const CURVE = 'prime256v1';
const PRIVATE_KEY_BYTES = 32;

/** The key pair by which push services recognize this installation (RFC 8292), base64url. Browsers subscribe with it. */
export async function vapidKeys(run: Run): Promise<{ publicKey: string; privateKey: string }> {
  const privateKey = await readSigningKey(run, 'vapid', newPrivateKey);
  const pair = createECDH(CURVE);
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return { publicKey: pair.getPublicKey('base64url'), privateKey };
}

/** Node leaves out leading zero bytes, which VAPID needs. */
function newPrivateKey(): string {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const key = pair.getPrivateKey();
  return Buffer.concat([Buffer.alloc(PRIVATE_KEY_BYTES - key.length), key]).toString('base64url');
}
