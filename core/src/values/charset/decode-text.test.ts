import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

test('a text without a label is guessed, also within much ASCII', () => {
  const before = '<html><script>let a = 1;</script><p>';
  expect(decodeText(page(before, BIG5), 'text/html')).toBe(`${before}資料正常`);
  expect(decodeText(BIG5, '')).toBe('資料正常');
  expect(decodeText(Buffer.from('cff0e8e2e5f2', 'hex'), 'text/plain')).toBe('Привет');
});

const GOOD = Buffer.from('e8b387e69699e6ada3e5b8b8', 'hex'); // 資料正常 in UTF-8
const BIG5 = Buffer.from('b8eaaec6a5bfb160', 'hex'); // 資料正常
const page = (before: string, text: Buffer) => Buffer.concat([Buffer.from(before), text]);

test.each<[what: string, contentType: string, bytes: Buffer]>([
  ['a name of Java', 'text/html;charset=MS950', BIG5],
  ['a name of Java next to a meta element', 'text/html;charset=MS950', page('<meta charset="big5">', BIG5)],
  ['a name of Windows', 'text/html; charset=x-windows-950', BIG5],
  ['a code page', 'text/plain; charset="cp950"', BIG5],
  ['a name with underscores', 'text/plain; charset=Big5_HKSCS', BIG5],
  ['a name of nothing, next to a meta element', 'text/html; charset=none', page('<meta charset="big5">', BIG5)],
  ['a name of nothing, UTF-8', 'text/html; charset=none', GOOD],
  ['a name of nothing, guessed', 'text/html; charset=none', BIG5],
  ['a name with spaces in quotes', 'text/html; charset = " big5 "', BIG5],
  ['a name in quotes that do not end', 'text/html;charset="big5', BIG5],
  ['the first of two names', 'text/html; charset=big5; charset=utf-8', BIG5],
  ['the first name that is not empty', 'text/html; charset=; charset=big5', BIG5],
  ['a name after another parameter that ends so', 'text/html; x-charset=gbk; charset=big5', BIG5],
  ['a name after one in quotes', 'text/html; title="a; charset=gbk, b"; charset=big5', BIG5],
  ['the second of two types', 'text/html; charset=gbk, text/html; charset=big5', BIG5],
  ['the first of two types that are the same', 'text/html; charset=big5, TEXT/html', BIG5],
  ['another type without one', 'text/plain; charset=big5, text/html', GOOD],
  ['a type next to one of anything', 'text/html; charset=big5, */*; charset=gbk', BIG5],
  ['what is no type', 'html; charset=big5', BIG5],
  ['a page whose type is no type', 'html', page('<!doctype html><meta charset="big5">', BIG5)],
  ['a mark that contradicts', 'text/html; charset=big5', page('\ufeff', GOOD)],
  ['a type that contradicts a meta element', 'text/html; charset=utf-8', page('<meta charset="big5">', GOOD)],
  [
    'a meta element of a page',
    'text/html',
    page('<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=big5">', BIG5),
  ],
  ['a meta element without quotes', 'text/html', page('<meta charset=big5>', BIG5)],
  ['a meta element of UTF-16, which means UTF-8', 'text/html', page('<meta charset="utf-16">', GOOD)],
  ['a page without a type', '', page('<!doctype html><meta charset="big5">', BIG5)],
  ['a page of an unknown type', 'unknown/unknown', page(' \n<html><meta charset="big5">', BIG5)],
  ['a late meta element', 'text/html', page(`<head><script>${' '.repeat(5_000)}</script><meta charset="big5">`, BIG5)],
  [
    'a late meta element after a comment',
    'text/html',
    page(`<!--${' '.repeat(5_000)}<meta charset=gbk>--><meta charset="big5">`, BIG5),
  ],
  ['XML', 'text/xml', page('<?xml version="1.0" encoding="Big5"?><a>', BIG5)],
  ['XHTML', 'application/xhtml+xml', page("<?xml version='1.0' encoding='big5'?><html>", BIG5)],
  ['a feed', 'application/rss+xml; charset=', page('<?xml version="1.0" encoding="big5"?><rss>', BIG5)],
  ['XML without a type', '', page('<?xml version="1.0" encoding="big5"?><a>', BIG5)],
])('the charset is declared by %s', (_what, contentType, bytes) => {
  expect(decodeText(bytes, contentType)).toMatch(/資料正常$/);
});

test.each<[what: string, contentType: string, before: string]>([
  ['in a comment', 'text/html', '<!-- <meta charset="gbk"> -->'],
  ['in an attribute', 'text/html', '<a title="<meta charset=gbk>">'],
  ['in JSON', 'application/json', '{"html":"<meta charset=gbk>","text":"'],
  ['in plain text', 'text/plain', '<meta charset=gbk>'],
  ['in XML', 'text/xml', '<meta charset="gbk"/>'],
  ['without a type that is no page', '', 'a text about <meta charset=gbk>'],
  ['with another name', 'text/html', '<metadata charset=gbk><meta name="charset" content="gbk">'],
  ['late in a script', 'text/html', `<head>${' '.repeat(5_000)}<script>"<meta charset=gbk>"</script>`],
  ['late in a title', 'text/html', `<head>${' '.repeat(5_000)}<title><meta charset=gbk></title>`],
  ['late in the body', 'text/html', `<head>${' '.repeat(5_000)}</head><body><meta charset=gbk>`],
  ['late in a comment that does not end', 'text/html', `<head>${' '.repeat(5_000)}<!-- <meta charset=gbk>`],
])('a meta element %s declares nothing', (_what, contentType, before) => {
  expect(decodeText(page(before, GOOD), contentType)).toBe(`${before}資料正常`);
});

test.each<[charset: string, hex: string, text: string]>([
  ['windows-1252', '809192939495969799', '€‘’“”•–—™'],
  ['iso-8859-1', '8096', '€–'],
  ['ISO8859_1', '96e9', '–é'],
  ['ascii', '97', '—'],
  ['big5', 'fa40a145f9fe', '𠕇‧￭'],
  ['Big5-HKSCS', '8862fedc', 'Ê̄矴'],
  ['windows-31j', '8740fa55', '①￤'],
  ['cp932', '81608740', '～①'],
  ['x-sjis', '90b38fed', '正常'],
  ['sjis-win', '90b38fed', '正常'],
  ['ibm-943', '90b38fed', '正常'],
  ['eucJP-win', 'c0b5beef', '正常'],
  ['cp51932', 'c0b5beef', '正常'],
  ['x-IBM874', 'b7b4cacdba', 'ทดสอบ'],
  ['GB2312', '9abd', '毥'],
  ['GB18030', '9434b734', '𝪰'],
  ['utf-16', '636b385e', '正常'],
  ['utf-16', 'feff6b635e38', '正常'],
  ['utf-16be', '6b635e38', '正常'],
  ['ucs-2', '636b385e', '正常'],
  ['gb2312', '80a1a4', '€·'],
  ['cp949', '8141c7d1', '갂한'],
  ['cp874', 'b7b4cacdba', 'ทดสอบ'],
  ['x-windows-874', '80a1', '€ก'],
  ['tis620', 'a1c3d8a7', 'กรุง'],
  ['iso-8859-11', 'a1d2', 'กา'],
  ['EUC_JP', 'a4b3', 'こ'],
  ['utf8mb4', 'e78b80', '狀'],
])('%s is decoded by the Encoding standard: %s', (charset, hex, text) => {
  expect(decodeText(Buffer.from(hex, 'hex'), `text/plain; charset=${charset}`)).toBe(text);
});

test.each<[what: string, bytes: Buffer, text: string]>([
  ['is cut within a character', Buffer.from('資料正常').subarray(0, -1), '資料正\ufffd'],
  ['has a broken byte', Buffer.from('e8b387ffe69699e6ada3', 'hex'), '資\ufffd料正'],
  ['is empty', Buffer.alloc(0), ''],
  ['has a mark', Buffer.from('\ufeffa'), 'a'],
])('UTF-8 that %s stays UTF-8', (_what, bytes, text) => {
  expect(decodeText(bytes, '')).toBe(text);
});
