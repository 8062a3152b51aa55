import { expect, it } from 'vitest';
import type { RecordType } from '../../values/check-types/dns.ts';
import { matchRecords } from './match-records.ts';

it.each<[type: RecordType, records: string[], expected: string[], any: boolean, all: boolean]>([
  ['A', ['192.0.2.1'], [], true, true],
  ['A', ['192.0.2.1', '192.0.2.2'], ['192.0.2.2'], true, true],
  ['A', ['192.0.2.1'], ['192.0.2.2', '192.0.2.1'], true, false],
  ['A', ['192.0.2.1'], ['192.0.2.2'], false, false],
  ['AAAA', ['2001:db8::7'], ['2001:0DB8:0:0::7'], true, true],
  ['CNAME', ['www.Farwatch.test'], ['WWW.farwatch.TEST.'], true, true],
  ['MX', ['10 mx.farwatch.test'], ['mx.farwatch.test'], true, true],
  ['MX', ['10 mx.farwatch.test'], ['10  MX.farwatch.test.'], true, true],
  ['MX', ['10 mx.farwatch.test'], ['20 mx.farwatch.test'], false, false],
  ['SRV', ['1 2 5060 sip.farwatch.test'], ['sip.farwatch.test.'], true, true],
  ['TXT', ['v=spf1 -all'], ['"v=spf1 -all"'], true, true],
  ['TXT', ['v=spf1 -all'], ['V=spf1 -all'], false, false],
  ['CAA', ['0 issue "letsencrypt.org"'], ['0 issue letsencrypt.org'], true, true],
  ['TXT', ['v=DKIM1; k=rsa; p=AAAABBBB'], ['"v=DKIM1; k=rsa; p=AAAA" "BBBB"'], true, true],
  ['TXT', ['v=DKIM1; k=rsa; p=AAAABBBB'], ['"v=DKIM1\\; k=rsa\\; p=AAAA""BBBB"'], true, true],
  ['TXT', ['v=DKIM1; k=rsa; p=AAAABBBB'], ['"v=DKIM1; k=rsa; p=AAAA" "CCCC"'], false, false],
  ['TXT', ['say "hi" \\ there'], ['"say \\"hi\\" \\\\ there"'], true, true],
  ['TXT', ['say "hi" \\ there'], ['say "hi" \\ there'], true, true],
  ['TXT', ['café'], ['"caf\\195\\169"', 'café', '"café"'], true, true],
  ['TXT', ['caf\u00e9\u00ff'], ['"caf\\233\\255"'], true, true],
  ['TXT', ['v=spf1 -all'], ['farwatch.test.\t300\tIN\tTXT\t"v=spf1 -all"'], true, true],
  ['TXT', ['"quoted"'], ['"quoted"', '"\\"quoted\\""'], true, true],
  ['TXT', ['a " b'], ['a " b'], true, true],
  ['TXT', [''], ['""'], true, true],
  ['NS', ['ns1.xn--fsqu00a.xn--kpry57d'], ['ns1.例子.台灣', 'NS1.例子。台灣。'], true, true],
  ['NS', ['ns1.xn--fsqu00a.xn--kpry57d'], ['ns2.例子.台灣'], false, false],
  ['MX', ['10 mx.xn--bcher-kva.example'], ['10 mx.bücher.example.', 'mx.BÜCHER.example'], true, true],
  ['MX', ['0 .'], ['0 .', '.'], true, true],
  ['MX', ['10 mx.farwatch.test'], ['farwatch.test. 300 IN MX 10 mx.farwatch.test.'], true, true],
  ['SRV', ['1 2 443 sip.xn--42c5b3a1dc8kd.xn--o3cw4h'], ['1 2 443 sip.ร้านค้า.ไทย.'], true, true],
  ['CNAME', ['a.farwatch.test'], ['www.farwatch.test. IN CNAME A.farwatch.test.'], true, true],
  ['A', ['192.0.2.1'], ['farwatch.test. 60 IN A 192.0.2.1'], true, true],
  ['A', ['192.0.2.1'], ['farwatch.test. 60 IN AAAA 192.0.2.1'], false, false],
  ['CAA', ['0 issue "letsencrypt.org"'], ['0 ISSUE "letsencrypt.org"', '0 issue "lets" "encrypt.org"'], true, true],
  ['CAA', ['0 issue "ca.test; note=\\"a\\""'], ['0 issue "ca.test; note=\\"a\\""'], true, true],
  ['CAA', ['0 issue ";"'], ['0 issue ";"', '0 issue ;'], true, true],
  ['CAA', ['128 iodef "mailto:a@farwatch.test"'], ['0 iodef "mailto:a@farwatch.test"'], false, false],
  ['SOA', ['ns.a. admin.a. 1 2 3 4 5'], ['ns.a admin.a 1 2 3 4 5'], true, true],
])('%s records %j contain any or all of %j: %s, %s', (type, records, expected, any, all) => {
  expect([matchRecords(type, records, expected, 'any'), matchRecords(type, records, expected, 'all')]).toEqual([
    any,
    all,
  ]);
});
