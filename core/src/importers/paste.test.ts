import { describe, expect, it } from 'vitest';
import { isList, parseCells, parseColumn, parsePaste } from './paste.ts';

describe('parses cells as spreadsheets copy them', () => {
  it.each([
    ['a', [['a']]],
    ['a\tb\r\nc\td\r\n', [['a', 'b'], ['c', 'd'], ['']]],
    ['a\rb\nc', [['a'], ['b'], ['c']]],
    ['a\t\tb', [['a', '', 'b']]],
    ['a\t"two\r\nlines"\nb', [['a', 'two\r\nlines'], ['b']]],
    ['"a\tb"\t"an ""x"""', [['a\tb', 'an "x"']]],
    [
      'a\t5" pipe\nb\t"so called" shop',
      [
        ['a', '5" pipe'],
        ['b', '"so called" shop'],
      ],
    ],
    ['"never closed\nb', [['"never closed'], ['b']]],
    ['', [['']]],
  ])('%j', (text, cells) => {
    expect(parseCells(text)).toEqual(cells);
  });

  it('reads millions of letters after a quote', () => {
    expect(parseCells(`"${'a'.repeat(12_000_000)}`)).toHaveLength(1);
  });

  it('runs in linear time even if no quote is closed', () => {
    const text = Array.from({ length: 2000 }, (_, index) => `"host${index}.farwatch.test\t"x`).join('\n');
    const before = process.cpuUsage();
    expect(parseCells(text)).toHaveLength(2000);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1000);
  });
});

describe('parses entries', () => {
  it.each([
    ['a.test', [['a.test', '']]],
    [
      'a.test\tShop\r\nb.test\tBlog, docs\r\n\r\n',
      [
        ['a.test', 'Shop'],
        ['b.test', 'Blog, docs'],
      ],
    ],
    ['\n  a.test  \t  Shop \n\n\t\n', [['a.test', 'Shop']]],
    ['a.test\tShop\tmore', [['a.test', 'Shop more']]],
    ['a.test\t"Shop\nfront"', [['a.test', 'Shop front']]],
    ['\tonly text', [['', 'only text']]],
    ['URL\tDescription\na.test\tShop', [['a.test', 'Shop']]],
    ['网址\t描述\na.test\t商城', [['a.test', '商城']]],
    ['說明\t網址\n商城\ta.test', [['a.test', '商城']]],
    ['คำอธิบาย\tที่อยู่\nร้านค้า\ta.test', [['a.test', 'ร้านค้า']]],
    ['বিবরণ\tও\u09dfেবসাইট\nদোকান\ta.test', [['a.test', 'দোকান']]],
    ['url', [['url', '']]],
    [
      'a.test\nurl',
      [
        ['a.test', ''],
        ['url', ''],
      ],
    ],
    ['', []],
  ])('%j', (text, expected) => {
    expect(parsePaste(text).map(({ url, description }) => [url, description])).toEqual(expected);
  });
});

describe('parses columns by a header line', () => {
  const CSV = 'name,url,method,status codes,contains,not_contains\n';
  const shop = { url: 'a.test', description: '' };
  it.each([
    [
      `${CSV}Shop,a.test,post,200-299; 404,"ok, ""fine""",error`,
      {
        ...shop,
        options: {
          name: 'Shop',
          check: {
            method: 'POST',
            statuses: '200-299,404',
            assertions: [
              { source: 'body', op: 'contains', value: 'ok, "fine"' },
              { source: 'body', op: 'notContains', value: 'error' },
            ],
          },
          invalid: null,
        },
      },
    ],
    ['Owner\tURL\tNotes\nteam a\ta.test\tslow', { url: 'a.test', description: 'team a slow' }],
    [
      'url;description;method\na.test;Shop, blog;get',
      { url: 'a.test', description: 'Shop, blog', options: { name: '', check: null, invalid: null } },
    ],
    [
      `${CSV}Shop,a.test,FETCH,,,`,
      { ...shop, options: { name: 'Shop', check: null, invalid: { column: 'method', text: 'FETCH' } } },
    ],
    [
      `${CSV}Shop,a.test,,all,,`,
      { ...shop, options: { name: 'Shop', check: null, invalid: { column: 'statuses', text: 'all' } } },
    ],
    [
      `${CSV}Shop,tcp://a.test:22,,,SSH,`,
      {
        ...shop,
        url: 'tcp://a.test:22',
        options: { name: 'Shop', check: { type: 'tcp', banner: 'SSH' }, invalid: null },
      },
    ],
    [
      `${CSV}Shop,dns://a.test,,,192.0.2.1,`,
      {
        ...shop,
        url: 'dns://a.test',
        options: { name: 'Shop', check: { type: 'dns', expected: ['192.0.2.1'] }, invalid: null },
      },
    ],
    [
      `${CSV}Shop,icmp://a.test,,200,,`,
      {
        ...shop,
        url: 'icmp://a.test',
        options: { name: 'Shop', check: null, invalid: { column: 'statuses', text: '200' } },
      },
    ],
  ])('%j', (text, entry) => {
    expect(parsePaste(text)).toEqual([entry]);
  });

  it('splits lines without a header only where the file has a delimiter', () => {
    expect(parsePaste('a.test/?q=1,2\nb.test')).toMatchObject([{ url: 'a.test/?q=1,2' }, { url: 'b.test' }]);
    expect(parsePaste('a.test,Shop\nb.test,Blog', ',')).toMatchObject([{ description: 'Shop' }, { url: 'b.test' }]);
  });
});

it.each([
  ['Shop\nBlog\n', ['Shop', 'Blog']],
  ['Shop\n\n"Blog\nand more"\n\n', ['Shop', '', 'Blog and more']],
  ['a.test\tShop', null],
])('parses %j as a column of descriptions', (text, column) => {
  expect(parseColumn(text)).toEqual(column);
});

it.each([
  ['https://a.test/\n', false],
  ['  two words ', false],
  ['a\tb', true],
  ['a\nb', true],
])('returns whether %j is a list: %s', (text, list) => {
  expect(isList(text)).toBe(list);
});
