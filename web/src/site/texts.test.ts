import { expect, it } from 'vitest';
import { IN_TABLE } from '../lib/i18n/languages.ts';
import { translationOf } from './texts.ts';

const TEXTS = { translation: { sentence: '{{count}} · {{duration}} · {{name}} · {{status}} · {{ms}} ms' } };
const VALUES = { count: 12, duration: '2 ঘণ্টা 5 মিনিট', name: 'Shop 3', status: 503, ms: 1234 };

it.each([
  ['bn', '১২ · ২ ঘণ্টা ৫ মিনিট · Shop 3 · 503 · 1234 ms'],
  ['th', '12 · 2 ঘণ্টা 5 মিনিট · Shop 3 · 503 · 1234 ms'],
] as const)(
  'a text in %s has counts and durations in its own digits, names, codes and measured values as they are',
  (language, text) => {
    expect(translationOf(language, TEXTS).t('sentence' as never, VALUES)).toBe(text);
  },
);

it('a text in a table has Latin digits', () => {
  const text = translationOf('bn', TEXTS).t('sentence' as never, { ...VALUES, ...IN_TABLE });
  expect(text).toBe('12 · 2 ঘণ্টা 5 মিনিট · Shop 3 · 503 · 1234 ms');
});
