import { expect, it } from 'vitest';
import { keepTogether } from './line-breaks.ts';

it.each([
  ['a word alone', 'แดชบอร์ด', 'แด\u2060ช\u2060บอร์ด'],
  ['a word between others', 'ลบเอเจนต์นี้', 'ลบ\u200bเอ\u2060เจน\u2060ต์\u200bนี้'],
  ['two words', 'โทเค็นบอต', 'โท\u2060เค็น\u200bบอ\u2060ต'],
  ['a word before a space', '2 เอเจนต์ ', '2 เอ\u2060เจน\u2060ต์ '],
  ['the longest word', 'ผลกระทบ', 'ผล\u2060ก\u2060ระ\u2060ทบ'],
  ['letters that go on', 'แชทะ', 'แชทะ'],
  ['a unit in parentheses', 'ล่ม (24 ชม.) 24 ชม.', 'ล่ม (24\u00a0ชม.) 24 ชม.'],
  ['a unit in wide parentheses', '可用性（24 小時）', '可用性（24\u00a0小時）'],
  ['a unit after Bengali digits', 'ডাউন (২৪ ঘণ্টা)', 'ডাউন (২৪\u00a0ঘণ্টা)'],
  ['a Bengali duration', '{{count}} মিনিট আগে, টানা ৩০ মিনিট', '{{count}}\u00a0মিনিট আগে, টানা ৩০\u00a0মিনিট'],
  ['a Bengali number before another word', '৩০ জন', '৩০ জন'],
  ['other parentheses', '(2 of 3)', '(2 of 3)'],
])('%s', (_what, text, expected) => {
  expect(keepTogether(text)).toBe(expected);
});
