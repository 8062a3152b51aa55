import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Run } from '../../platform/db/run.ts';
import { readSigningKey } from '../../platform/links/signing-key.ts';

const KEY_ID = 'heartbeats';
const SECRET_BYTES = 32;
const RANDOM_BYTES = 10;
const MAC_BYTES = 6;

/** The keys of ping URLs. Only this installation can make them, so a guess is refused without a read. */
export type HeartbeatKeys = {
  /** The key of an endpoint's heartbeat: a UUID, the same until its ping URL is replaced. */
  keyOf(endpointId: string, pingUrlVersion: number): string;
  /** The key of an account, for ping URLs with a heartbeat's name. */
  pingKeyOf(ownerId: string): string;
  /** The key of the canary, which belongs to no endpoint. */
  canaryKey: string;
  isKey(uuid: string): boolean;
  isPingKey(text: string): boolean;
};

/** The keys of this installation; reads its secret once for each instance. */
export async function readHeartbeatKeys(run: Run): Promise<HeartbeatKeys> {
  const secret = await readSigningKey(run, KEY_ID, () => randomBytes(SECRET_BYTES).toString('base64url'));
  const hmac = (text: string | Buffer, length: number) =>
    createHmac('sha256', secret).update(text).digest().subarray(0, length);
  const withMac = (bytes: Buffer) => Buffer.concat([bytes, hmac(bytes, MAC_BYTES)]);
  const isSigned = (bytes: Buffer) =>
    bytes.length === RANDOM_BYTES + MAC_BYTES &&
    timingSafeEqual(bytes.subarray(RANDOM_BYTES), hmac(bytes.subarray(0, RANDOM_BYTES), MAC_BYTES));
  return {
    keyOf: (endpointId, version) => {
      const name = version === 0 ? `endpoint ${endpointId}` : `endpoint ${endpointId} ${version}`;
      return toUuid(withMac(asUuid(hmac(name, RANDOM_BYTES))));
    },
    pingKeyOf: (ownerId) => withMac(hmac(`account ${ownerId}`, RANDOM_BYTES)).toString('base64url'),
    canaryKey: toUuid(withMac(asUuid(hmac('canary', RANDOM_BYTES)))),
    isKey: (uuid) => isSigned(Buffer.from(uuid.replaceAll('-', ''), 'hex')),
    isPingKey: (text) => isSigned(Buffer.from(text, 'base64url')),
  };
}

/** Sets version 4 and the variant of RFC 9562, as some clients check them. */
function asUuid(bytes: Buffer): Buffer {
  const marked = Buffer.from(bytes);
  marked[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  marked[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return marked;
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
