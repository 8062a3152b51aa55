import type { CheckOptions } from '@farwatch/core/values/check-options';
import { expect, test } from 'vitest';
import { createRedact } from './redact.ts';

const KEY = 'k3y/of+person';
const sends = (send: string): CheckOptions => ({ type: 'ws', send });

test.each<[what: string, check: CheckOptions]>([
  ['a body of JSON', { method: 'POST', body: JSON.stringify({ auth: { keys: [KEY] } }) }],
  ['a body of a form', { method: 'POST', body: `op=auth&key=${encodeURIComponent(KEY)}` }],
  ['a message of JSON', sends(JSON.stringify({ op: 'auth', key: KEY }))],
  ['a message with a number before its JSON', sends(`42${JSON.stringify(['auth', { key: KEY }])}`)],
  ['a message with a command', sends(`AUTH ${KEY}`)],
  ['a message with lines of headers', sends(`CONNECT\nlogin:guest\npasscode:${KEY}\n\n\0`)],
  ['a message like a form', sends(`op=auth&key=${KEY}`)],
])('a value of %s is redacted, also alone and in an envelope', (_what, check) => {
  const { whole } = createRedact(check, []);
  expect(whole(`invalid key ${KEY}`)).toBe('invalid key ••••');
  expect(whole(JSON.stringify({ you: { sent: `key ${KEY}.` } }))).not.toContain(KEY);
  expect(whole(encodeURIComponent(KEY))).toBe('••••');
});

test('what is too short for a secret stays', () => {
  const { whole } = createRedact(sends('{"op":"login","room":"lobby"}'), []);
  expect(whole('login to the lobby')).toBe('login to the lobby');
});
