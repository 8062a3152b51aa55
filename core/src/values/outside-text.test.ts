import { expect, test } from 'vitest';
import { isInvisible, isolate, oneLine, shorten } from './outside-text.ts';

const RAB = 'র\u200D্যাব';
const FAMILY = '👨\u200D👩\u200D👧';

test.each([
  ['line breaks', 'down\n🟢 Shop is up again\r\nfrom\u2028Taiwan', 'down 🟢 Shop is up again from Taiwan'],
  ['colours', '\u001b[31;1mfailed\u001b[0m: disk\u001b]0;title\u0007', 'failed: disk'],
  ['marks of direction', 'a\u202Egpj.exe\u202C\u2066b', 'agpj.exeb'],
  ['a hidden hyphen and a zero-width space', 'mail\u00ADserver\u200Bone\uFEFF', 'mailserverone'],
  ['a joiner of Bengali, which stays', `${RAB} অফিস`, `${RAB} অফিস`],
  ['a non-joiner of Persian, which stays', 'می\u200Cخواهم', 'می\u200Cخواهم'],
  ['a family, which stays', FAMILY, FAMILY],
  ['joiners that join nothing', '\u200Da \u200C b\u200D', 'a  b'.replace('  ', ' ')],
  ['nothing', '\u200B\n', ''],
])('one line of a text with %s', (_what, text, expected) => {
  expect(oneLine(text).replaceAll(/ +/g, ' ')).toBe(expected);
});

test.each([
  [RAB.repeat(3), 8, `${RAB}…`],
  [FAMILY.repeat(2), 12, `${FAMILY}…`],
  ['ক্ষুক্ষুক্ষু', 6, 'ক্ষু…'],
  ['🇹🇼🇹🇭🇧🇩', 10, '🇹🇼🇹🇭…'],
  ['e\u0301e\u0301e\u0301', 4, 'e\u0301…'],
  ['abc', 3, 'abc'],
])('%s within %i is %s', (text, most, expected) => {
  expect(shorten(text, most)).toBe(expected);
});

test.each([
  ['متجر', '\u2068متجر\u2069'],
  ['חנות (1)', '\u2068חנות (1)\u2069'],
  ['Shop متجر', '\u2068Shop متجر\u2069'],
  ['Shop', 'Shop'],
  ['商店 র‍্যাব', '商店 র‍্যাব'],
])('%s within a sentence', (text, expected) => {
  expect(isolate(text)).toBe(expected);
});

test.each([
  ['\u200B', true],
  ['\u2060\u200D \u00AD', true],
  ['\u3164', true],
  ['\u2800\u2800', true],
  ['\u0301', true],
  ['', true],
  ['a\u200B', false],
  [RAB, false],
  ['🟢', false],
])('%j is not seen: %s', (text, expected) => {
  expect(isInvisible(text)).toBe(expected);
});
