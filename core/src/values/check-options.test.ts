import { describe, expect, it } from 'vitest';
import { CHECK_FEATURES, featuresFor } from './check-features.ts';
import {
  type CheckOptions,
  checkOptionsInputSchema,
  findTypeProblem,
  optionsForUrl,
  timeoutOf,
} from './check-options.ts';

describe('options of a check', () => {
  it.each<[given: unknown, stored: CheckOptions | null]>([
    [null, null],
    [{}, null],
    [{ type: 'http' }, null],
    [{ type: 'http', statuses: '200' }, { statuses: '200' }],
    [{ type: 'tcp' }, null],
    [{ type: 'tcp', banner: '', timeoutMs: 10_000 }, null],
    [
      { type: 'tcp', banner: 'SSH', ipVersion: 6 },
      { type: 'tcp', banner: 'SSH', ipVersion: 6 },
    ],
    [
      { type: 'tls', startTls: 'smtp' },
      { type: 'tls', startTls: 'smtp' },
    ],
    [
      { type: 'tls', certificateSha256: 'AA:'.repeat(31).concat('AA') },
      { type: 'tls', certificateSha256: 'aa'.repeat(32) },
    ],
    [{ type: 'dns', recordType: 'A', match: 'any', expected: [], resolver: '' }, null],
    [
      { type: 'dns', resolver: ' NS1.Farwatch.TEST:53 ' },
      { type: 'dns', resolver: 'ns1.farwatch.test' },
    ],
    [
      { type: 'dns', resolver: '2001:DB8::1' },
      { type: 'dns', resolver: '[2001:db8::1]' },
    ],
    [
      { type: 'dns', resolver: '9.9.9.9:5353' },
      { type: 'dns', resolver: '9.9.9.9:5353' },
    ],
    [{ type: 'icmp', maxLost: 3 }, null],
    [
      { type: 'icmp', maxLost: 0, timeoutMs: 5_000 },
      { type: 'icmp', maxLost: 0, timeoutMs: 5_000 },
    ],
    [
      { type: 'ws', send: 'ping', expect: 'pong' },
      { type: 'ws', send: 'ping', expect: 'pong' },
    ],
  ])('%j are stored as %j', (given, stored) => {
    expect(checkOptionsInputSchema.parse(given)).toEqual(stored);
    expect(checkOptionsInputSchema.parse(stored)).toEqual(stored);
  });

  it.each<[given: object, path: string]>([
    [{ type: 'gopher' }, 'type'],
    [{ type: 'tcp', method: 'GET' }, ''],
    [{ banner: 'SSH' }, ''],
    [{ type: 'tcp', banner: 'x'.repeat(201) }, 'banner'],
    [{ type: 'tcp', timeoutMs: 999 }, 'timeoutMs'],
    [{ type: 'tls', startTls: 'ldap' }, 'startTls'],
    [{ type: 'dns', recordType: 'ANY' }, 'recordType'],
    [{ type: 'dns', expected: Array(11).fill('a') }, 'expected'],
    [{ type: 'dns', resolver: 'a b' }, 'resolver'],
    [{ type: 'dns', resolver: '9.9.9.9:0' }, 'resolver'],
    [{ type: 'dns', resolver: 'https://dns.farwatch.test/' }, 'resolver'],
    [{ type: 'dns', expected: Array(10).fill('字'.repeat(500)) }, ''],
    [{ type: 'icmp', maxLost: 4 }, 'maxLost'],
    [{ type: 'ws', expect: 'x'.repeat(1_001) }, 'expect'],
  ])('%j are refused at %j', (given, path) => {
    expect(checkOptionsInputSchema.safeParse(given).error?.issues[0]?.path.join('.')).toBe(path);
  });

  it.each<[url: string, check: CheckOptions | null, fits: boolean]>([
    ['https://farwatch.test/', null, true],
    ['https://farwatch.test/', { statuses: '200' }, true],
    ['https://farwatch.test/', { type: 'tcp', banner: 'SSH' }, false],
    ['tcp://farwatch.test:22', null, true],
    ['tcp://farwatch.test:22', { statuses: '200' }, false],
    ['tcp://farwatch.test:22', { type: 'tcp', banner: 'SSH' }, true],
    ['wss://farwatch.test/', { type: 'ws', expect: 'a' }, true],
  ])('of %s: %j, fit: %s', (url, check, fits) => {
    expect([findTypeProblem({ url, check }) === null, optionsForUrl(url, check)]).toEqual([fits, fits ? check : null]);
  });

  it('contain how long the check may take', () => {
    expect([null, { timeoutMs: 2_000 }, { type: 'icmp' as const, timeoutMs: 3_000 }].map(timeoutOf)).toEqual([
      10_000, 2_000, 3_000,
    ]);
  });
});

it.each<[url: string, check: CheckOptions | 'unsupported' | null, features: string[]]>([
  ['https://farwatch.test/', null, []],
  ['options+https://farwatch.test/', { statuses: '200' }, ['http-options']],
  ['https://farwatch.test/', 'unsupported', ['http-options']],
  ['options+https://farwatch.test/', { maxRedirects: 20 }, ['http-options', 'http-max-redirects']],
  ['options+https://farwatch.test/', { statuses: '200,999' }, ['http-options', 'http-statuses-999']],
  ['options+https://farwatch.test/', { statuses: '200-599' }, ['http-options']],
  ['tcp://farwatch.test:22', null, ['tcp']],
  ['options+tcp://farwatch.test:22', { type: 'tcp', banner: 'SSH' }, ['tcp']],
  ['icmp://farwatch.test', null, ['icmp']],
  ['wss://farwatch.test/', null, ['ws']],
])('an agent must know for %s with %j: %j', (url, check, features) => {
  expect(featuresFor({ url, check })).toEqual(features);
  expect(CHECK_FEATURES).toEqual(expect.arrayContaining(features));
});
