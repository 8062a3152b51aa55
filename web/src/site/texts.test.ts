import { expect, it } from 'vitest';
import { translationOf } from './texts.ts';

const texts = {
  translation: {
    down: '{{count}}টির মধ্যে {{number}}টি ডাউন, {{time}} ধরে',
    name: '{{name}} ডাউন',
    ms: '{{value}} ms',
    status: 'স্ট্যাটাস {{status}}',
  },
};

it.each([
  ['bn', '২টির মধ্যে ১,২০০টি ডাউন, ২ ঘণ্টা ৫ মিনিট ধরে'],
  ['th', '2টির মধ্যে 1,200টি ডাউন, 2 ঘণ্টা 5 মিনিট ধরে'],
] as const)(
  '%s: numbers and durations in sentences have its digits, names and values of tables their own',
  (language, sentence) => {
    const { t } = translationOf(language, texts) as unknown as { t: (key: string, values: object) => string };
    expect(t('down', { count: 2, number: '1,200', time: '2 ঘণ্টা 5 মিনিট' })).toBe(sentence);
    expect(t('name', { name: 'দোকান 2' })).toBe('দোকান 2 ডাউন');
    expect(t('ms', { value: 1234 })).toBe('1234 ms');
    expect(t('status', { status: 503 })).toBe('স্ট্যাটাস 503');
  },
);
