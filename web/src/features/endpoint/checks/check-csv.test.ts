import { DAY_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import i18n from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { textsOf } from '../../../lib/i18n/i18n.ts';
import { partLocaleFile } from '../../../locales/files.ts';
import type { CheckRow } from './check-columns.tsx';
import { checksCsv, csvName } from './check-csv.ts';

let t: TFunction;
beforeAll(async () => {
  const texts = { ...(await textsOf('en')), ...(await partLocaleFile('endpoint-range', 'en')) };
  t = await i18n.createInstance().init({ lng: 'en', resources: { en: { translation: texts } } });
});

const MARCH_1 = Date.parse('2026-03-01');

const check: CheckRow = {
  checkTime: '2026-03-01T10:00:00.000Z',
  success: true,
  responseTime: 123,
  statusCode: 200,
  error: null,
  errorMessage: null,
  location: 'tw',
  phases: { dnsMs: 1, connectMs: 20, tlsMs: null, firstByteMs: 100, bodyMs: 2 },
};

it('writes the table’s columns and the phases', () => {
  const failed: CheckRow = {
    ...check,
    success: false,
    statusCode: null,
    error: 'timeout',
    phases: null,
    location: 'th',
  };
  const csv = checksCsv([check, failed], t, (error) => (error ? `=${error}, or so` : ''), 'Asia/Dhaka');
  expect(csv.split('\r\n')).toEqual([
    'Time (Asia/Dhaka),Result,Location,Response time (ms),DNS lookup (ms),Connection (ms),TLS handshake (ms),Waiting for the first byte (ms),Body (ms),Status code,Error',
    '2026-03-01T16:00:00.000+06:00,Up,Taiwan,123,1,20,,100,2,200,',
    `2026-03-01T16:00:00.000+06:00,Down,Thailand,123,,,,,,,"'=timeout, or so"`,
    '',
  ]);
});

it.each([
  ['Shop', 'Shop-checks-2026-03-01.csv'],
  ['../api/v2: "status"', 'api-v2-status-checks-2026-03-01.csv'],
  ['台北 首页', '台北-首页-checks-2026-03-01.csv'],
  ['///', 'endpoint-checks-2026-03-01.csv'],
])('names the file of %s', (name, expected) => {
  expect(csvName(name, { fromMs: MARCH_1, toMs: MARCH_1 + DAY_MS }, 'UTC')).toBe(expected);
});

it.each([
  ['the same day', 'UTC', 'Shop-checks-2026-03-01.csv'],
  ['parts of the day before', 'Pacific/Pago_Pago', 'Shop-checks-2026-02-28-2026-03-01.csv'],
  ['parts of the day after, by half an hour too', 'Asia/Kolkata', 'Shop-checks-2026-03-01-2026-03-02.csv'],
])('names the days in the account’s zone that a listed day has: %s', (_, zone, expected) => {
  expect(csvName('Shop', { fromMs: MARCH_1, toMs: MARCH_1 + DAY_MS }, zone)).toBe(expected);
});
