import { expect, it } from 'vitest';
import { hasSecrets, maskCheck, resolveCheck, secretsOf } from './check-secrets.ts';
import type { WsCheck } from './check-types/ws.ts';
import type { HttpCheck } from './http-check/http-check.ts';

const MASK = '••••••••';
const headers = (key: string, cookie = 'plain') => [
  { name: 'X-Key', value: key, secret: true },
  { name: 'Cookie', value: cookie, secret: false },
];
const FULL: HttpCheck = {
  method: 'POST',
  headers: headers('key-of-more-than-16-letters'),
  body: '{"a":1}',
  auth: { type: 'basic', username: 'ann', password: 'pass' },
};
const MASKED: HttpCheck = {
  method: 'POST',
  headers: headers(`${MASK}ters`),
  body: MASK,
  auth: { type: 'basic', username: 'ann', password: MASK },
};

it('masks credentials, secret headers and the body, and nothing else; masks stay', () => {
  expect(maskCheck(FULL)).toEqual(MASKED);
  expect(maskCheck(MASKED)).toEqual(MASKED);
  expect(maskCheck(null)).toBeNull();
  expect([...secretsOf(FULL).keys()].sort()).toEqual(['body', 'header x-key', 'password']);
  expect([hasSecrets(FULL), hasSecrets(MASKED), hasSecrets({ headers: headers('') }), hasSecrets(null)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

const WS: WsCheck = { type: 'ws', send: 'hello token', headers: headers('key-of-more-than-16-letters') };

it('masks and resolves the secrets of a WebSocket, as those of HTTP', () => {
  const masked = maskCheck(WS);
  expect(masked).toEqual({ type: 'ws', send: MASK, headers: headers(`${MASK}ters`) });
  expect([...secretsOf(WS).keys()].sort()).toEqual(['header x-key', 'send']);
  expect(resolveCheck(masked, WS)).toEqual({ check: WS });
  expect(resolveCheck({ type: 'ws', headers: headers(`${MASK}ters`) }, null)).toEqual({ missing: ['header x-key'] });
  expect(resolveCheck(masked, FULL)).toEqual({ missing: ['send'] });
});

const bearer = (token: string): HttpCheck => ({ auth: { type: 'bearer', token } });

it.each<[string, HttpCheck | null, HttpCheck | null, ReturnType<typeof resolveCheck>]>([
  ['a plain GET', null, FULL, { check: null }],
  ['masks', MASKED, FULL, { check: FULL }],
  ['a new secret', bearer('new'), bearer('old'), { check: bearer('new') }],
  ['a mask of an earlier secret', bearer(`${MASK}past`), bearer('now'), { check: bearer('now') }],
  ['a mask of none', bearer(MASK), null, { missing: ['token'] }],
  ['a mask of another kind of secret', bearer(MASK), FULL, { missing: ['token'] }],
  ['a mask of a lost secret', bearer(MASK), bearer(MASK), { missing: ['token'] }],
  [
    'a renamed secret header',
    { headers: [{ name: 'X-Other', value: MASK, secret: true }] },
    FULL,
    { missing: ['header x-other'] },
  ],
  [
    'a secret header in other capitals',
    { headers: [{ name: 'x-KEY', value: MASK, secret: true }] },
    FULL,
    { check: { headers: [{ name: 'x-KEY', value: 'key-of-more-than-16-letters', secret: true }] } },
  ],
])('resolves %s', (_, given, stored, expected) => {
  expect(resolveCheck(given, stored)).toEqual(expected);
});
