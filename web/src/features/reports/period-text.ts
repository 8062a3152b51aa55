import type { Language } from '@farwatch/core/values/languages';
import { calendarDay, monthName } from '../../lib/format/dates.ts';
import type { Period } from './report-address.ts';

/** 'October 2026', or 'Oct 5, 2026 – Oct 20, 2026'. */
export function periodText(period: Period, language: Language): string {
  if (period.of === 'month') return monthName(period.month, language);
  const [from, to] = [calendarDay(period.from, language), calendarDay(period.to, language)];
  return from === to ? from : `${from} – ${to}`;
}
