import { expect, it } from 'vitest';
import { csvText, csvTime } from './csv.ts';
import { wallClock } from './zone.ts';

it('ends each row with CRLF, and leaves null empty', () => {
  expect(
    csvText([
      ['Time', 'Checks'],
      ['2026-01-15', 12],
      [null, -3.5],
    ]),
  ).toBe('Time,Checks\r\n2026-01-15,12\r\n,-3.5\r\n');
  expect(csvText([])).toBe('');
});

it.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['He said "no"', '"He said ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['检查，失败', '检查，失败'],
  ['=1+1', "'=1+1"],
  ['+886', "'+886"],
  ['-down', "'-down"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\r=1', `"'\r=1"`],
  ['=HYPERLINK("https://x.test","y")', `"'=HYPERLINK(""https://x.test"",""y"")"`],
  ['a=b', 'a=b'],
])('writes %j as %j', (value, expected) => {
  expect(csvText([[value]])).toBe(`${expected}\r\n`);
});

it.each([
  ['UTC', '2026-11-20T20:30:00.000+00:00'],
  ['Pacific/Kiritimati', '2026-11-21T10:30:00.000+14:00'],
  ['Pacific/Pago_Pago', '2026-11-20T09:30:00.000-11:00'],
  ['Asia/Kolkata', '2026-11-21T02:00:00.000+05:30'],
  ['America/St_Johns', '2026-11-20T17:00:00.000-03:30'],
])('writes a time of a file in %s with its offset', (zone, expected) => {
  expect(csvTime('2026-11-20T20:30:00.000Z', wallClock(zone))).toBe(expected);
  expect(csvTime(null, wallClock(zone))).toBeNull();
});
