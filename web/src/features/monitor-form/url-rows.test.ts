import { describe, expect, it } from 'vitest';
import { canAdd, canVerify, editRow, emptyRow, parsePaste, pasteRows, type UrlRow, verifyRows } from './url-rows.ts';

const row = (key: number, url: string, description = '', verdict: UrlRow['verdict'] = 'unchecked'): UrlRow => ({
  key,
  url,
  description,
  verdict,
});

describe('parsePaste', () => {
  it.each([
    ['a.test', [['a.test', '']]],
    [
      'a.test\nb.test',
      [
        ['a.test', ''],
        ['b.test', ''],
      ],
    ],
    [
      'a.test\tShop\r\nb.test\tBlog, news\r\n',
      [
        ['a.test', 'Shop'],
        ['b.test', 'Blog, news'],
      ],
    ],
    ['\n  a.test  \t  Shop \n\n\t\n', [['a.test', 'Shop']]],
    ['a.test\tShop\tmore', [['a.test', 'Shop more']]],
    ['', []],
  ])('%j', (text, expected) => {
    expect(parsePaste(text).map(({ url, description }) => [url, description])).toEqual(expected);
  });
});

describe('pasteRows', () => {
  it('leaves one line to the field', () => {
    expect(pasteRows([row(1, '')], 0, 'https://a.test/\n')).toBeNull();
  });

  it('puts the entries in the place of the row, with keys of their own', () => {
    const rows = pasteRows([row(1, 'x.test'), row(2, ''), row(3, 'z.test')], 1, 'a.test\tA\nb.test') ?? [];
    expect(rows.map(({ url, description }) => [url, description])).toEqual([
      ['x.test', ''],
      ['a.test', 'A'],
      ['b.test', ''],
      ['z.test', ''],
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
  });
});

describe('verifyRows', () => {
  it('normalizes, judges, and drops blank rows', () => {
    const rows = verifyRows(
      [
        row(1, 'a.test'),
        row(2, ' '),
        row(3, 'ftp://b.test'),
        row(4, 'https://A.test/'),
        row(5, 'taken.test'),
        row(6, '', 'only words'),
      ],
      ['https://taken.test/'],
    );
    expect(rows.map(({ key, url, verdict }) => [key, url, verdict])).toEqual([
      [1, 'https://a.test/', 'valid'],
      [3, 'ftp://b.test', 'invalid'],
      [4, 'https://a.test/', 'duplicate'],
      [5, 'https://taken.test/', 'duplicate'],
      [6, '', 'invalid'],
    ]);
  });
});

describe('the buttons', () => {
  it('verify when any URL is there', () => {
    expect(canVerify([row(1, ' '), row(2, '', 'words')])).toBe(false);
    expect(canVerify([row(1, ''), row(2, 'a')])).toBe(true);
  });

  it('add when every row is valid, and no longer after an edit', () => {
    const valid = [row(1, 'https://a.test/', '', 'valid'), row(2, 'https://b.test/', '', 'valid')];
    expect(canAdd(valid)).toBe(true);
    expect(canAdd(editRow(valid, 1, { description: 'B' }))).toBe(false);
    expect(canAdd([])).toBe(false);
    expect(canAdd([...valid, emptyRow(valid)])).toBe(false);
  });
});
