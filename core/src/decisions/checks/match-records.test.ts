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
  ['SOA', ['ns.a. admin.a. 1 2 3 4 5'], ['ns.a admin.a 1 2 3 4 5'], true, true],
])('%s records %j contain any or all of %j: %s, %s', (type, records, expected, any, all) => {
  expect([matchRecords(type, records, expected, 'any'), matchRecords(type, records, expected, 'all')]).toEqual([
    any,
    all,
  ]);
});
