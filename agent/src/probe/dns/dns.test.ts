import type { CheckOptions } from '@farwatch/core/values/check-options';
import type { DnsCheck, RecordType } from '@farwatch/core/values/check-types/dns';
import { expect, test } from 'vitest';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createRunCheck } from '../check.ts';
import { answerTo, nameOf, rawDns, textOf, uint16 } from '../testing/raw-dns.ts';

const run = createRunCheck(anyNetwork());
const { signal } = new AbortController();
const check = (options: CheckOptions) => run({ url: 'dns://farwatch.test', check: options }, signal);
const join = (...parts: Buffer[]) => Buffer.concat(parts);

test.each<[type: RecordType, code: number, data: Buffer, text: string]>([
  ['A', 1, Buffer.of(192, 0, 2, 7), '192.0.2.7'],
  ['AAAA', 28, Buffer.from('20010db8000000000000000000000007', 'hex'), '2001:db8::7'],
  ['CNAME', 5, nameOf('www.farwatch.test'), 'www.farwatch.test'],
  ['MX', 15, join(uint16(10), nameOf('mx.farwatch.test')), '10 mx.farwatch.test'],
  ['NS', 2, nameOf('ns1.farwatch.test'), 'ns1.farwatch.test'],
  ['TXT', 16, join(textOf('v=spf1 '), textOf('-all')), 'v=spf1 -all'],
  ['SRV', 33, join(uint16(1), uint16(2), uint16(5060), nameOf('sip.farwatch.test')), '1 2 5060 sip.farwatch.test'],
  [
    'CAA',
    257,
    join(Buffer.of(0, 5), Buffer.from('issue'), Buffer.from('letsencrypt.org')),
    '0 issue "letsencrypt.org"',
  ],
  [
    'SOA',
    6,
    join(
      nameOf('ns1.farwatch.test'),
      nameOf('admin.farwatch.test'),
      ...[1, 2, 3, 4, 5].flatMap((n) => [uint16(0), uint16(n)]),
    ),
    'ns1.farwatch.test admin.farwatch.test 1 2 3 4 5',
  ],
  ['MX', 15, join(uint16(0), nameOf('')), '0 .'],
  ['TXT', 16, textOf('café'), 'café'],
  ['TXT', 16, join(Buffer.of(3), Buffer.of(0x63, 0xe9, 0xff)), 'c\u00e9\u00ff'],
  ['CAA', 257, join(Buffer.of(0, 5), Buffer.from('issue'), Buffer.from('a "b"')), '0 issue "a \\"b\\""'],
])('%s records are read and compared', async (recordType, code, data, text) => {
  const resolver = await rawDns((query) => answerTo(query, [{ type: code, data }]));
  const options: DnsCheck = { type: 'dns', recordType, resolver };
  const plain = await check(options);
  expect([plain.error, plain.received().body]).toEqual([null, text]);
  expect((await check({ ...options, expected: [text, 'other.farwatch.test'] })).error).toBeNull();
  const all: DnsCheck = { ...options, expected: [text, 'other.farwatch.test'], match: 'all' };
  expect((await check(all)).error).toBe('records');
});

test.each<[type: RecordType, code: number, data: Buffer, expected: string]>([
  ['TXT', 16, join(textOf('v=DKIM1; k=rsa; p=AAAA'), textOf('BBBB')), '"v=DKIM1; k=rsa; p=AAAA" "BBBB"'],
  ['TXT', 16, join(Buffer.of(5), Buffer.from('café')), '"caf\\195\\169"'],
  ['NS', 2, nameOf('NS1.xn--fsqu00a.xn--kpry57d'), 'ns1.例子.台灣'],
  ['MX', 15, join(uint16(10), nameOf('mx.xn--fsqu00a.xn--kpry57d')), '10 mx.例子.台灣.'],
  ['SRV', 33, join(uint16(1), uint16(2), uint16(5060), nameOf('sip.farwatch.test')), '1 2 5060 SIP.farwatch.test.'],
])('a %s record may be expected as dig prints it or people write it: %#', async (recordType, code, data, expected) => {
  const resolver = await rawDns((query) => answerTo(query, [{ type: code, data }]));
  const result = await run(
    { url: 'dns://xn--fsqu00a.xn--kpry57d', check: { type: 'dns', recordType, resolver, expected: [expected] } },
    signal,
  );
  expect(result.error).toBeNull();
});

test.each([
  [0, 'noRecord'],
  [3, 'noRecord'],
  [2, 'dnsServer'],
  [4, 'dnsServer'],
  [5, 'dnsServer'],
])('an answer with the code %i and no records is down: %s', async (code, error) => {
  const resolver = await rawDns((query) => answerTo(query, [], code));
  expect(await check({ type: 'dns', resolver })).toMatchObject({ error, localFailure: null });
});

test('a server where nothing listens is down', async () => {
  expect(await check({ type: 'dns', resolver: '127.0.0.1:9', timeoutMs: 2_000 })).toMatchObject({
    error: expect.stringMatching(/^(refused|timeout)$/),
    localFailure: null,
  });
});
