import { expect, it } from 'vitest';
import {
  isTall,
  LANGUAGE_CODES,
  languageOf,
  latinDigits,
  locationNames,
  ownDigits,
  selectorOf,
  tableTagOf,
} from './languages.ts';

it.each([
  ['zh', 'cn'],
  ['zh-CN', 'cn'],
  ['zh-SG', 'cn'],
  ['zh-Hans-HK', 'cn'],
  ['cn', 'cn'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh_MO', 'zh-Hant'],
  ['zh-Hant', 'zh-Hant'],
  ['zh-hant-tw', 'zh-Hant'],
  ['th-TH', 'th'],
  ['bn-IN', 'bn'],
  ['BN', 'bn'],
  ['en-Latn-BD', 'en'],
  ['bn-Latn', 'bn'],
  ['de', 'en'],
  ['', 'en'],
  ['not a code', 'en'],
])('%j is read in %s', (code, language) => {
  expect(languageOf(code)).toBe(language);
});

it.each(LANGUAGE_CODES)('%s: dates of tables have Latin digits, Gregorian years and 24 hours', (language) => {
  const date = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat(tableTagOf(language), { ...date, hourCycle: 'h23', timeZone: 'UTC' });
  expect(format.format(Date.UTC(2026, 10, 28, 14, 5))).toMatch(/^(?=.*\b28\b|.*28日)(?=.*2026)(?=.*\b14:05\b)/);
});

it('only Bengali sentences have digits of their own', () => {
  expect(LANGUAGE_CODES.map((language) => ownDigits(language, '2 h 05'))).toEqual([
    ...['2 h 05', '2 h 05', '2 h 05', '2 h 05', '২ h ০৫'],
  ]);
  expect(ownDigits('bn', 1234)).toBe('১২৩৪');
  expect(LANGUAGE_CODES.map((language) => latinDigits(ownDigits(language, '2 h 05')))).toEqual(
    LANGUAGE_CODES.map(() => '2 h 05'),
  );
});

it('Thai and Bengali need high lines; pages in Chinese are marked with either tag', () => {
  expect(LANGUAGE_CODES.filter(isTall)).toEqual(['th', 'bn']);
  expect(selectorOf('zh-Hant', ':root')).toBe(':root:lang(zh-TW),:root:lang(zh-Hant)');
  expect(selectorOf('th')).toBe(':lang(th)');
});

it('names its locations as the country’s readers do', () => {
  expect(LANGUAGE_CODES.map((language) => locationNames(language).tw)).toEqual([
    ...['Taiwan', '台湾', '台灣', 'ไต้หวัน', 'তাইওয়ান'],
  ]);
});
