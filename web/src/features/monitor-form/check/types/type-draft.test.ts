import type { CheckOptions } from '@farwatch/core/values/check-options';
import { secretsOf } from '@farwatch/core/values/check-secrets';
import { expect, it } from 'vitest';
import { parseTypeDraft, type TypeDraft, typeDraftOf } from './type-draft.ts';
import { FIELD_KINDS, type PlainType, TYPE_PARTS } from './type-parts.ts';

const TYPES = Object.keys(TYPE_PARTS) as PlainType[];

it.each<[type: PlainType, check: CheckOptions]>([
  ['tcp', { type: 'tcp', banner: 'SSH-2.0', maxResponseMs: 500, timeoutMs: 2_500, ipVersion: 6 }],
  ['tls', { type: 'tls', startTls: 'imap', certificateSha256: 'ab'.repeat(32) }],
  ['dns', { type: 'dns', recordType: 'TXT', expected: ['a b', 'c'], match: 'all', resolver: '9.9.9.9' }],
  ['icmp', { type: 'icmp', maxLost: 0 }],
  ['ws', { type: 'ws', send: 'ping', expect: 'pong' }],
  ['ws', { type: 'ws', subprotocols: ['mqtt', 'stomp'], origin: 'https://farwatch.test', legacyServerConnect: true }],
  [
    'ws',
    {
      type: 'ws',
      headers: [
        { name: 'Authorization', value: '••••••••abcd', secret: true },
        { name: 'X-App', value: '1', secret: false },
      ],
    },
  ],
  ['tls', { type: 'tls', legacyServerConnect: true }],
  ['heartbeat', { type: 'heartbeat', periodSec: 5400, graceSec: 90 }],
  ['heartbeat', { type: 'heartbeat', cron: '30 2 * * *', timeZone: 'Asia/Taipei' }],
])('the fields of %s show options and give them back: %j', (type, check) => {
  expect(parseTypeDraft(type, typeDraftOf(type, check), true)).toEqual({ check });
});

it('rows of headers in which nothing was typed are left out', () => {
  const headers = [{ key: 1, name: ' ', value: '', secret: false }];
  expect(parseTypeDraft('ws', { ...typeDraftOf('ws', null), headers }, true)).toEqual({ check: null });
});

it.each(TYPES)('the fields of %s without options mean the defaults', (type) => {
  expect(parseTypeDraft(type, typeDraftOf(type, null), true)).toEqual({ check: null });
});

it.each<[type: PlainType, change: TypeDraft, field: string, problem: string]>([
  ['tcp', { banner: 'x'.repeat(201) }, 'banner', 'invalid'],
  ['tcp', { timeoutMs: '' }, 'timeoutMs', 'invalid'],
  ['tcp', { timeoutMs: '31' }, 'timeoutMs', 'invalid'],
  ['tls', { certificateSha256: 'no' }, 'certificateSha256', 'invalid'],
  ['tls', { maxResponseMs: 'soon' }, 'maxResponseMs', 'invalid'],
  ['dns', { expected: 'a\n'.repeat(11) }, 'expected', 'invalid'],
  ['dns', { resolver: 'https://dns.test/' }, 'resolver', 'invalid'],
  ['dns', { expected: `${'字'.repeat(500)}\n`.repeat(10) }, '', 'size'],
  ['ws', { send: '••••••••' }, 'send', 'secret'],
  ['ws', { subprotocols: 'a\na' }, 'subprotocols', 'invalid'],
  ['ws', { subprotocols: 'two words' }, 'subprotocols', 'invalid'],
  ['ws', { origin: 'app' }, 'origin', 'invalid'],
  ['ws', { headers: [{ key: 7, name: 'A', value: '••••••••', secret: true }] }, 'headers.7.value', 'secret'],
  ['ws', { headers: [{ key: 7, name: 'A', value: '', secret: true }] }, 'headers.7.value', 'missing'],
  ['ws', { headers: [{ key: 7, name: 'Sec-WebSocket-Key', value: 'x', secret: false }] }, 'headers.7.name', 'invalid'],
  ['ws', { headers: [{ key: 7, name: 'Origin', value: 'x', secret: false }] }, 'headers.7.name', 'invalid'],
  ['heartbeat', { periodSec: 'often' }, 'periodSec', 'invalid'],
  ['heartbeat', { graceSec: '30 s' }, 'graceSec', 'invalid'],
  ['heartbeat', { cron: 'daily' }, 'cron', 'invalid'],
  ['heartbeat', { cron: '61 * * * *' }, 'cron', 'invalid'],
  ['heartbeat', { cron: '0 0 30 2 *' }, 'cron', 'invalid'],
  ['heartbeat', { cron: '@reboot' }, 'cron', 'invalid'],
  ['heartbeat', { cron: '@daily', timeZone: 'CST' }, 'timeZone', 'invalid'],
  ['heartbeat', { timeZone: 'Mars' }, 'timeZone', 'invalid'],
])('a field of %s with %j is marked: %s', (type, change, field, problem) => {
  const { problems } = parseTypeDraft(type, { ...typeDraftOf(type, null), ...change }, false);
  expect([...(problems ?? [])]).toEqual([[field, problem]]);
});

it('a heartbeat needs a period or a cron expression', () => {
  const draft = typeDraftOf('heartbeat', null);
  expect([...(parseTypeDraft('heartbeat', { ...draft, periodSec: ' ' }, false).problems ?? [])]).toEqual([
    ['periodSec', 'missing'],
    ['cron', 'missing'],
  ]);
  expect(parseTypeDraft('heartbeat', { ...draft, periodSec: '', cron: '0 3 * * *', timeZone: 'UTC' }, false)).toEqual({
    check: { type: 'heartbeat', cron: '0 3 * * *' },
  });
});

const SECRET_FIELDS = TYPES.flatMap((type) =>
  TYPE_PARTS[type].flatMap((name) => (FIELD_KINDS[name].kind === 'secret' ? [[type, name] as const] : [])),
);

it.each(SECRET_FIELDS)('core masks and keeps what %s has in the secret field %s', (type, name) => {
  const { check } = parseTypeDraft(type, { ...typeDraftOf(type, null), [name]: 'typed once' }, true);
  expect([...secretsOf(check ?? null).values()]).toEqual(['typed once']);
});
