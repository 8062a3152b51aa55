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

test.each([
  ['token=abcd-1234&x=1', ['abcd-1234'], 'token=••••&x=1'],
  ['abcd abcd-1234', ['abcd', 'abcd-1234'], '•••• ••••'],
  ['a cat sat', ['cat'], 'a cat sat'],
  ['$& $1 .*', ['$1 .*'], '$& ••••'],
])('%j without %j', (text, secrets, expected) => {
  const headers = secrets.map((value, index) => ({ name: `x-${index}`, value, secret: true }));
  expect(createRedact({ headers }, []).whole(text)).toBe(expected);
});

/** With all that anybody escapes, in bytes that are no multiple of three. */
const SECRET = `p&ss/w<o"r>d'?+=é 1`;
const unicode = (text: string) =>
  text.replace(/[^\w ]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
const decimal = (text: string) => text.replace(/[^\w ]/g, (char) => `&#${char.charCodeAt(0)};`);
const hexadecimal = (text: string) => text.replace(/[^\w ]/g, (char) => `&#X${char.charCodeAt(0).toString(16)};`);
const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');

test.each<[spelling: string, (secret: string) => string]>([
  ['JSON', (secret) => JSON.stringify(secret).slice(1, -1)],
  ['JSON with slashes escaped', (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
  ['JSON with all marks escaped', unicode],
  ['JSON in JSON', (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
  ['HTML', html],
  ['HTML with numbers', decimal],
  ['HTML with hexadecimal numbers', hexadecimal],
  ['HTML in JSON', (secret) => unicode(html(secret))],
  ['a URL', encodeURIComponent],
  ['a URL in a URL', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['a form', (secret) => new URLSearchParams({ a: secret }).toString().slice(2)],
  ['JavaScript', (secret) => secret.replace(/[<>&'"/]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`)],
  ['hexadecimal', (secret) => Buffer.from(secret).toString('hex')],
  ['base64', base64],
  ['base64 without padding', (secret) => base64(secret).replaceAll('=', '')],
  ['base64 for URLs', base64url],
  ['base64 in a URL', (secret) => encodeURIComponent(base64(secret))],
])('a secret in %s is redacted', (_spelling, spell) => {
  const { whole, start } = createRedact({ auth: { type: 'bearer', token: SECRET } }, []);
  const spelled = spell(SECRET);
  expect(whole(`a ${spelled} b`)).toBe('a •••• b');
  for (let length = spelled.length - 1; length >= spelled.length / 2; length -= 1) {
    expect(start(`a ${spelled.slice(0, length)}`, true)).toMatch(/^a ?(?:••••)?[^\s]{0,12}$/);
  }
});

test.each([0, 1, 2, 3, 4])('a secret in what is base64 as a whole, after %i letters, is redacted', (count) => {
  const { whole } = createRedact({ auth: { type: 'bearer', token: SECRET } }, []);
  for (const encode of [base64, base64url]) {
    const redacted = whole(encode(`${'x'.repeat(count)}${SECRET}yyyy`));
    expect(redacted).toContain('••••');
    expect(Buffer.from(redacted.replaceAll('•', ''), 'base64').toString()).not.toContain('w<o');
  }
});

test('much text with many escapes and secrets takes no time of its square', () => {
  const { whole } = createRedact({ auth: { type: 'bearer', token: 'abcd/' } }, []);
  expect(whole('abcd\\/'.repeat(100_000))).toBe('••••');
});
