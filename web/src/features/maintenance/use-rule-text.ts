import type { Language } from '@farwatch/core/values/languages';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { calendarDay, weekdayName } from '../../lib/format/dates.ts';
import { listText } from '../../lib/format/text.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { type Repeat, repeatOf, WEEKDAYS, type Weekday } from './form/repeat.ts';

/** Returns a function that describes how a window repeats: 'Every week on Monday, 10 times'. */
export function useRuleText(): (window: { rule: string | null; start: string }) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ rule, start }) => {
    const repeat = repeatOf(rule, start);
    return [frequencyText(repeat, t, language), endText(repeat, t, language)]
      .filter(Boolean)
      .join(t('maintenance.words.comma'));
  };
}

/** A weekday's name in the language. */
export function weekdayText(day: Weekday, language: Language): string {
  return weekdayName(WEEKDAYS.indexOf(day) + 1, language, 'long');
}

function frequencyText(repeat: Repeat, t: TFunction, language: Language): string {
  const { kind, weekdays, monthDay, ordinal, weekday, custom } = repeat;
  switch (kind) {
    case 'weekly':
      return t('maintenance.words.weekly', {
        days: listText(
          weekdays.map((day) => weekdayText(day, language)),
          language,
        ),
      });
    case 'monthlyDay':
      return monthDay === '-1'
        ? t('maintenance.words.lastDay')
        : t('maintenance.words.monthlyDay', { number: monthDay });
    case 'monthlyWeekday':
      return t('maintenance.words.monthlyWeekday', {
        ordinal: t(`maintenance.ordinals.${ordinal}`),
        day: weekdayText(weekday, language),
      });
    case 'custom':
      return t('maintenance.words.custom', { rule: custom });
    default:
      return t(`maintenance.words.${kind}`);
  }
}

function endText({ kind, ends, until, count }: Repeat, t: TFunction, language: Language): string {
  if (kind === 'once' || kind === 'custom' || ends === 'never') return '';
  if (ends === 'on') return t('maintenance.words.until', { date: calendarDay(until, language) });
  return t('maintenance.words.times', { count: Number(count) });
}
