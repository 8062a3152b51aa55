import { describe, expect, it } from 'vitest';
import { readableUrl, searchedUrl } from './readable-url.ts';
import { normalizeUrl } from './url.ts';

const at = (rest: string) => `https://farwatch.test/${rest}`;

describe('a readable URL', () => {
  it.each([
    '价格/中文',
    'مرحبا',
    'ภาษาไทย/ที่นี่',
    'বাংলা',
    'straße-ß/é',
    'cafe\u0301',
    '𠮷野家',
    '?q=天气&from=台北#顶部',
    'mixed-中a文/1%2F2',
  ])('%s is shown as it was typed, and is the same URL', (typed) => {
    const stored = normalizeUrl(at(typed)) ?? '';
    expect(readableUrl(stored)).toBe(at(typed));
    expect(normalizeUrl(readableUrl(stored))).toBe(stored);
  });

  it('takes escapes of either case', () => {
    expect(readableUrl(at('%e4%bd%A0'))).toBe(at('你'));
  });

  it.each([
    ['nothing to decode', 'a/b?c=d#e'],
    ['ASCII', '%41%20%25%2F%3F%23%26%00%0A%7F'],
    ['a control character', '%C2%85'],
    ['spaces', '%C2%A0%E3%80%80%E2%80%A8'],
    ['bidirectional controls', '%E2%80%AE%E2%80%8F%E2%81%A6'],
    ['what is invisible', '%E2%80%8B%EF%BB%BF%C2%AD%E3%85%A4%E1%85%9F%EF%B8%8F%E2%A0%80'],
    ['tags', '%F3%A0%81%81'],
    ['what looks like a part of a URL', '%EF%BC%8F%EF%BC%9F%E2%81%84'],
    ['what could end a link', '%E3%80%82%EF%BC%89%E2%80%9C'],
    ['private use, and no character', '%EE%80%80%EF%BF%BF%EF%BF%BD'],
    ['malformed UTF-8', '%E8%AF/%E8/%FF%FE/%BD%A0/%C0%AF/%ED%A0%80/%F5%80%80%80/%E0%80%80'],
    ['an escaped escape', '%25E4%25BD%25A0/%25E4%BD%A0'],
    ['a mark without a letter', '%CC%88/%E0%B8%B4?=%CC%B8'],
  ])('keeps %s', (_, rest) => {
    expect(readableUrl(at(rest))).toBe(at(rest));
  });

  it('decodes what is next to what it keeps', () => {
    expect(readableUrl(at('%E4%BD%A0%E2%80%AE%E5%A5%BD%E8'))).toBe(at('你%E2%80%AE好%E8'));
  });

  it.each([
    '台灣.tw',
    '例え.テスト',
    'www.ไทย.farwatch.test:8443',
    'বাংলা.বাংলা',
    'مثال.farwatch.test',
    'उदाहरण.test',
    '한국.test',
    'münchen-straße.test',
    'a台灣-1.test',
  ])('the host %s is shown as it was typed, and is the same', (host) => {
    const stored = normalizeUrl(`https://${host}/%E4%BD%A0`) ?? '';
    expect(readableUrl(stored)).toBe(`https://${host}/你`);
    expect(normalizeUrl(readableUrl(stored))).toBe(stored);
    expect(new URL(stored).hostname).toContain('xn--');
  });

  it.each([
    ['Cyrillic letters that look Latin', 'xn--80ak6aa92e.com'],
    ['a mix with Greek', new URL('https://g\u03bf\u03bfgle.test').hostname],
    ['letters that look Latin, of its own', new URL('https://fa\u0131r.test').hostname],
    ['digits of other scripts', new URL('https://২০.test').hostname],
    ['what is no Punycode', 'xn--a-\u{20}.test'],
    ['what no host may have', 'xn--a.test'],
    ['an escape in capitals', 'XN--KPRY57D.test'],
  ])('of a host it keeps %s', (_, host) => {
    expect(readableUrl(`https://${host}/`)).toBe(`https://${host}/`);
  });

  it('does not change a user name', () => {
    const url = 'https://%E4%BD%A0.xn--6qq79v:x@farwatch.test/%E4%BD%A0';
    expect(readableUrl(url)).toBe('https://%E4%BD%A0.xn--6qq79v:x@farwatch.test/你');
  });
});

it('a URL is found as it is stored and as it is displayed', () => {
  expect(searchedUrl(at('a'))).toBe(at('a'));
  expect(searchedUrl(at('%E4%BD%A0'))).toBe(`${at('%E4%BD%A0')} ${at('你')}`);
});
