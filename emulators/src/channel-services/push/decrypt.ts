import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';

/** What a browser keeps of a subscription; `p256dh` and `auth` are what it gives away, base64url. */
export type BrowserKeys = { p256dh: string; auth: string; pair: ECDH };

/** The keys that a browser makes when it subscribes. */
export function newBrowserKeys(): BrowserKeys {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  return { p256dh, auth: randomBytes(16).toString('base64url'), pair };
}

const SALT_BYTES = 16;
const KEY_BYTES = 65;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + KEY_BYTES;
const TAG_BYTES = 16;

/** The text of a push message as the browser reads it (RFC 8291 and 8188, one record); null if it cannot. */
export function decryptPush(body: Buffer, { p256dh, auth, pair }: BrowserKeys): string | null {
  if (body.length < HEADER_BYTES + TAG_BYTES || body[SALT_BYTES + 4] !== KEY_BYTES) return null;
  const salt = body.subarray(0, SALT_BYTES);
  const recordBytes = body.readUInt32BE(SALT_BYTES);
  const senderKey = body.subarray(SALT_BYTES + 5, HEADER_BYTES);
  const record = body.subarray(HEADER_BYTES);
  if (record.length > recordBytes) return null;
  try {
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), senderKey]);
    const secret = derive(Buffer.from(auth, 'base64url'), pair.computeSecret(senderKey), info, 32);
    const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-TAG_BYTES));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
    const end = padded.findLastIndex((byte) => byte !== 0);
    return padded[end] === 2 ? padded.subarray(0, end).toString() : null;
  } catch {
    return null;
  }
}

/** HKDF with SHA-256, of at most one block. */
function derive(salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer {
  const key = createHmac('sha256', salt).update(secret).digest();
  const block = createHmac('sha256', key).update(Buffer.concat([info, Buffer.from([1])]));
  return block.digest().subarray(0, length);
}
