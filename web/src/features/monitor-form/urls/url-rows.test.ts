import * as registeredNames from '@farwatch/core/values/registered-name';
import { describe, expect, it } from 'vitest';
import {
  canAdd,
  canVerify,
  editRow,
  emptyRow,
  pasteRows,
  removeInvalidRows,
  removeRow,
  type UrlRow,
  verifyRows,
} from './url-rows.ts';

const VALID = { valid: true, caveat: null } as const;
const row = (key: number, url: string, description = '', verdict: UrlRow['verdict'] = null): UrlRow => ({
  key,
  url,
  description,
  verdict,
});
const texts = (rows: readonly UrlRow[] = []) => rows.map(({ url, description }) => [url, description]);
const urls = (count: number) => Array.from({ length: count }, (_, index) => `s${index}.test`).join('\n');

describe('pasting', () => {
  it.each(['url', 'description'] as const)('leaves a single line to the %s field', (field) => {
    expect(pasteRows([row(1, '')], 1, field, 'https://a.test/\n')).toBeNull();
  });

  it('replaces a row without a URL by the entries and keeps its key', () => {
    const rows = pasteRows([row(1, 'x.test'), row(2, ''), row(3, 'z.test')], 2, 'url', 'a.test\tA\nb.test')?.rows ?? [];
    expect(texts(rows)).toEqual([
      ['x.test', ''],
      ['a.test', 'A'],
      ['b.test', ''],
      ['z.test', ''],
    ]);
    expect(rows[1]?.key).toBe(2);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
  });

  it('inserts entries below a row with a URL, and keeps descriptions', () => {
    expect(texts(pasteRows([row(1, 'x.test', 'X')], 1, 'url', 'a.test\nb.test')?.rows)).toEqual([
      ['x.test', 'X'],
      ['a.test', ''],
      ['b.test', ''],
    ]);
    expect(texts(pasteRows([row(1, '', 'X')], 1, 'url', 'a.test\nb.test')?.rows)).toEqual([
      ['a.test', 'X'],
      ['b.test', ''],
    ]);
  });

  it('fills descriptions downwards from one column', () => {
    const pasted = pasteRows([row(1, 'a.test', 'old', VALID), row(2, 'b.test')], 1, 'description', 'A\nB\nC\n');
    expect(texts(pasted?.rows)).toEqual([
      ['a.test', 'A'],
      ['b.test', 'B'],
      ['', 'C'],
    ]);
    expect(pasted?.rows[0]?.verdict).toBeNull();
  });

  it('takes two columns pasted into a description as rows', () => {
    expect(texts(pasteRows([row(1, '')], 1, 'description', 'a.test\tA\nb.test\tB')?.rows)).toEqual([
      ['a.test', 'A'],
      ['b.test', 'B'],
    ]);
  });

  it.each(['url', 'description'] as const)('takes every line pasted into %s exactly once', (field) => {
    const pasted = pasteRows([row(1, 'x.test'), row(2, ''), row(3, 'z.test')], 2, field, urls(250));
    expect(pasted?.count).toBe(250);
    const found = pasted?.rows.map((each) => each[field]) ?? [];
    expect(found.slice(1, 251)).toEqual(urls(250).split('\n'));
    expect(new Set(pasted?.rows.map(({ key }) => key)).size).toBe(found.length);
    expect(pasted?.rows.map(({ url }) => url)).toContain('z.test');
  });
});

describe('verifying', () => {
  it('normalizes URLs, sets verdicts, and drops blank rows', () => {
    const rows = verifyRows(
      [
        row(1, 'a.test'),
        row(2, ' '),
        row(3, 'ftp://b.test'),
        row(4, 'https://A.test/'),
        row(5, 'taken.test'),
        row(6, '', 'only text'),
        row(7, 'c.test', 'x'.repeat(1001)),
        row(8, 'd.test:25'),
      ],
      new Set(['https://taken.test/']),
      null,
    );
    expect(rows.map(({ key, url, verdict }) => [key, url, verdict])).toEqual([
      [1, 'https://a.test/', VALID],
      [3, 'ftp://b.test', { valid: false, problem: 'scheme', field: 'url' }],
      [4, 'https://a.test/', { valid: false, problem: 'duplicate', field: 'url', duplicateOf: 1 }],
      [5, 'https://taken.test/', { valid: false, problem: 'taken', field: 'url' }],
      [6, '', { valid: false, problem: 'empty', field: 'url' }],
      [7, 'https://c.test/', { valid: false, problem: 'descriptionLong', field: 'description' }],
      [8, 'https://d.test:25/', { valid: true, caveat: 'badPort' }],
    ]);
  });

  it('replaces names below a registered domain, and refuses public suffixes', () => {
    const pasted = [
      'www.example.co.th',
      'a.b.me.idv.tw',
      'www.例子.台灣',
      'example.com',
      'shop.example.co.th',
      'com.bd',
    ];
    const rows = pasted.map((name, index) => row(index + 1, `domain://${name}`));
    rows.push(row(7, 'https://www.example.com/'), row(8, 'domain://www.taken.test'));
    const verified = verifyRows(rows, new Set(['domain://taken.test']), registeredNames);
    expect(verified.map(({ url, verdict }) => [url, verdict])).toEqual([
      ['domain://example.co.th', { ...VALID, typed: 'www.example.co.th' }],
      ['domain://me.idv.tw', { ...VALID, typed: 'a.b.me.idv.tw' }],
      ['domain://xn--fsqu00a.xn--kpry57d', { ...VALID, typed: 'www.xn--fsqu00a.xn--kpry57d' }],
      ['domain://example.com', VALID],
      ['domain://example.co.th', { valid: false, problem: 'duplicate', field: 'url', duplicateOf: 1 }],
      ['domain://com.bd', { valid: false, problem: 'suffix', field: 'url' }],
      ['https://www.example.com/', VALID],
      ['domain://taken.test', { valid: false, problem: 'taken', field: 'url' }],
    ]);
    expect(verifyRows(rows.slice(0, 1), new Set(), null)).toMatchObject([{ url: 'domain://www.example.co.th' }]);
  });

  it('clears the verdicts of an edited or removed row and of its duplicates', () => {
    const duplicates = verifyRows([row(1, 'a.test'), row(2, 'a.test'), row(3, 'b.test')], new Set(), null);
    expect(editRow(duplicates, 1, { url: 'c.test' }).map((each) => each.verdict)).toEqual([null, null, VALID]);
    expect(editRow(duplicates, 3, { description: 'B' }).map((each) => each.verdict?.valid)).toEqual([
      true,
      false,
      undefined,
    ]);
    expect(removeRow(duplicates, 1).map((each) => each.verdict)).toEqual([null, VALID]);
  });

  it('keeps unchanged rows the same objects, so that only the edited one is rendered', () => {
    const rows = [row(1, 'a.test'), row(2, 'b.test'), row(3, 'c.test')];
    const edited = editRow(rows, 2, { url: 'x.test' });
    expect([edited[0] === rows[0], edited[1] === rows[1], edited[2] === rows[2]]).toEqual([true, false, true]);
  });

  it('leaves an empty row after all invalid rows are removed', () => {
    const rows = verifyRows([row(1, 'ftp://a.test'), row(2, 'b.test'), row(3, 'b.test')], new Set(), null);
    expect(removeInvalidRows(rows).map(({ key }) => key)).toEqual([2]);
    expect(removeInvalidRows(rows.slice(0, 1))).toMatchObject([{ url: '', description: '' }]);
  });

  it('keeps the first valid duplicate if the first row is invalid because of its description', () => {
    const long = 'x'.repeat(1001);
    const duplicates = [row(1, 'a.test', long), row(2, 'a.test', long), row(3, 'a.test', 'A'), row(4, 'a.test')];
    const rows = removeInvalidRows(verifyRows([...duplicates, row(5, 'b.test')], new Set(), null));
    expect(rows.map(({ key, verdict }) => [key, verdict])).toEqual([
      [3, VALID],
      [5, VALID],
    ]);
    expect(canAdd(rows)).toBe(true);
  });
});

describe('the buttons', () => {
  it('verify if there is any URL', () => {
    expect(canVerify([row(1, ' '), row(2, '', 'text')])).toBe(false);
    expect(canVerify([row(1, ''), row(2, 'a')])).toBe(true);
  });

  it('add if every row is valid, and not after an edit', () => {
    const valid = [row(1, 'https://a.test/', '', VALID), row(2, 'https://b.test/', '', VALID)];
    expect(canAdd(valid)).toBe(true);
    expect(canAdd(editRow(valid, 2, { description: 'B' }))).toBe(false);
    expect(canAdd([])).toBe(false);
    expect(canAdd([...valid, emptyRow(valid)])).toBe(false);
  });
});
