import { createECDH, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptPush, vapidProblem } from './push.ts';

// RFC 8291, Appendix A.
test('decrypts the example of the standard', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'));
  const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  );
  const keys = { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg', pair };
  expect(decryptPush(body, keys)).toBe('When I grow up, I want to be a watermelon');
  expect(decryptPush(Buffer.concat([body.subarray(0, -1), Buffer.from([1])]), keys)).toBeNull();
});

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
const key = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
  'base64url',
);
const nowSec = Math.floor(Date.now() / 1000);
const valid = { aud: 'https://fcm.googleapis.com', exp: nowSec + 3600, sub: 'https://app.farwatch.test' };

function authorization(claims: object, k = key): string {
  const parts = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const text = parts.join('.');
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${k}`;
}

test.each<[string, string | undefined, string | null, { status: number } | null]>([
  ['a valid sender', authorization(valid), key, null],
  ['no authorization', undefined, null, { status: 401 }],
  ['another audience', authorization({ ...valid, aud: 'https://web.push.apple.com' }), null, { status: 401 }],
  ['an expired token', authorization({ ...valid, exp: nowSec - 1 }), null, { status: 401 }],
  ['a token for two days', authorization({ ...valid, exp: nowSec + 172_800 }), null, { status: 401 }],
  ['no contact', authorization({ ...valid, sub: undefined }), null, { status: 401 }],
  ['a signature by another key', authorization(valid, `B${'A'.repeat(86)}`), null, { status: 401 }],
  ['a key that is not the subscription’s', authorization(valid), `B${'A'.repeat(86)}`, { status: 403 }],
])('%s', (_, header, subscribedKey, expected) => {
  const headers = header === undefined ? {} : { authorization: header };
  const problem = vapidProblem({ url: new URL('https://fcm.googleapis.com/wpush/v2/a'), headers }, subscribedKey);
  if (expected === null) expect(problem).toBeNull();
  else expect(problem).toMatchObject(expected);
});
