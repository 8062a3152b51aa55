import { createPublicKey, verify } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '@farwatch/core/values/time';
import { parseJson, type ServiceRequest } from '../service.ts';

const AUTHORIZATION = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]{87})$/;

/** Why a push service refuses the sender (RFC 8292); null if it does not. `subscribedKey`: that of the subscription. */
export function vapidProblem(
  { url, headers }: Pick<ServiceRequest, 'url' | 'headers'>,
  subscribedKey: string | null,
): { status: number; text: string } | null {
  const [, header = '', claims = '', signature = '', key = ''] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (key === '') return { status: 401, text: 'no VAPID authorization' };
  if (subscribedKey !== null && key !== subscribedKey) return { status: 403, text: 'another VAPID key' };
  if (!isSigned(`${header}.${claims}`, signature, key)) return { status: 401, text: 'the signature is wrong' };
  const { aud, exp, sub } = claimsOf(claims);
  const restMs = Number(exp) * SECOND_MS - Date.now();
  if (aud !== url.origin) return { status: 401, text: 'aud is not the origin of the push service' };
  if (!(restMs > 0 && restMs <= DAY_MS)) return { status: 401, text: 'exp is not within 24 hours' };
  return /^(mailto:|https:\/\/)./.test(String(sub)) ? null : { status: 401, text: 'sub is no address' };
}

function claimsOf(part: string): { aud?: unknown; exp?: unknown; sub?: unknown } {
  const claims = parseJson(Buffer.from(part, 'base64url').toString());
  return typeof claims === 'object' && claims !== null ? claims : {};
}

/** ES256: the key is an uncompressed point, the signature r and s. */
function isSigned(text: string, signature: string, key: string): boolean {
  const point = Buffer.from(key, 'base64url');
  const x = point.toString('base64url', 1, 33);
  const y = point.toString('base64url', 33);
  try {
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const encoding = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    return verify('sha256', Buffer.from(text), encoding, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
