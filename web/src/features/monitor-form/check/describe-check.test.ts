import type { CheckOptions } from '@farwatch/core/values/check-options';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import i18n from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import en from '../../../locales/form-en.json';
import { checkText, describeCheck } from './describe-check.ts';

beforeAll(() =>
  i18n.init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } }),
);

const chips = (check: CheckOptions | null) => describeCheck(check, i18n.t).map(({ chip }) => chip);

it('has a chip for each part that differs from a plain GET', () => {
  const headers = ['A', 'B', 'C'].map((name) => ({ name, value: '1', secret: false }));
  expect(chips(null)).toEqual([]);
  expect(chips({ method: 'POST', headers, auth: { type: 'bearer', token: 't' }, statuses: '204' })).toEqual([
    'POST',
    '3 headers',
    'bearer',
    '204',
  ]);
  expect(chips({ assertions: [{ source: 'body', op: 'contains', value: 'ok' }] })).toEqual(['expects "ok"']);
  expect(
    chips({
      assertions: [
        { source: 'json', path: '$.a', op: 'equals', value: 'b' },
        { source: 'header', name: 'Server', op: 'exists' },
      ],
      followRedirects: false,
      timeoutMs: 20_000,
      maxResponseMs: 1500,
      ipVersion: 6,
    }),
  ).toEqual(['below 1,500 ms', '2 assertions', 'no redirects', 'timeout 20 s', 'IPv6']);
});

it.each<[check: CheckOptions, chips: string[]]>([
  [{ maxRedirects: 20 }, ['at most 20 redirects']],
  [{ maxRedirects: 1, statuses: '999' }, ['999', 'at most 1 redirect']],
  [{ type: 'tcp', banner: 'SSH-2.0', timeoutMs: 5_000 }, ['expects "SSH-2.0"', 'timeout 5 s']],
  [{ type: 'tls', startTls: 'postgres', ipVersion: 4 }, ['STARTTLS PostgreSQL', 'IPv4']],
  [
    { type: 'dns', recordType: 'MX', expected: ['a', 'b'], match: 'all', resolver: '9.9.9.9' },
    ['MX', '2 expected values', 'all of them', 'via 9.9.9.9'],
  ],
  [{ type: 'dns', expected: ['192.0.2.1'] }, ['expects "192.0.2.1"']],
  [{ type: 'icmp', maxLost: 1, maxResponseMs: 200 }, ['at most 1 reply lost', 'below 200 ms']],
  [{ type: 'ws', send: 'token 123456', expect: 'pong' }, ['sends a message', 'expects "pong"']],
  [
    {
      type: 'ws',
      subprotocols: ['mqtt', 'stomp'],
      origin: 'https://farwatch.test',
      headers: [{ name: 'Cookie', value: 'id=123456', secret: true }],
      legacyServerConnect: true,
    },
    ['subprotocol mqtt, stomp', 'from https://farwatch.test', '1 header', 'TLS without secure renegotiation'],
  ],
  [{ type: 'tls', legacyServerConnect: true }, ['TLS without secure renegotiation']],
  [{ legacyServerConnect: true }, ['TLS without secure renegotiation']],
])('has a chip for each part of %j', (check, expected) => {
  expect(chips(check)).toEqual(expected);
  expect(checkText(check, i18n.t)).not.toContain('123456');
});

it('distinguishes two versions in full, without a secret that was just typed', () => {
  const check = (value: string): HttpCheck => ({
    headers: [{ name: 'X-Key', value, secret: true }],
    assertions: [
      { source: 'json', path: '$.status', op: 'equals', value: 'up' },
      { source: 'body', op: 'notContains', value: 'error' },
    ],
  });
  const text = checkText(check('a very secret value of mine'), i18n.t);
  expect(text).toBe('X-Key: ••••••••mine\nexpects $.status = "up"\nexpects no "error"');
  expect(checkText(check('a very secret value of ours'), i18n.t)).not.toBe(text);
  expect(checkText(null, i18n.t)).toBe('Default options');
});
