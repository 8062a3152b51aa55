import { expect, it } from 'vitest';
import { csvText } from './csv.ts';

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
