import { HOUR_MS } from '@farwatch/core/values/time';
import { type WallClock, wallClock } from '@farwatch/core/values/zone';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarDay, dayOfWeek, gmtOffset, timeOfDay } from '../../../../lib/format/dates.ts';
import { useLanguage } from '../../../../lib/i18n/i18n.ts';
import { viewerZone } from '../../../../lib/time/viewer-zone.ts';
import type { Dates } from './range-address.ts';

/** Shorter periods are shown with their times. A day on which the clock goes forward has this length. */
const LEAST_DAY_MS = 23 * HOUR_MS;

/** Writes times in the viewer's zone and language. */
export type PeriodText = {
  clock: WallClock;
  /** 'Jan 15, 2026 – Feb 3, 2026', with times if it is within a day. */
  days: (fromMs: number, toMs: number) => string;
  dates: (dates: Dates) => string;
  /** A point of a chart or a bar: 'Thu, Jan 15', 'Thu, Jan 15, 02:00–03:00 GMT+8', or 'Jan 12 – Jan 18'. */
  point: (fromMs: number, toMs: number, unit: 'hour' | 'day' | 'week') => string;
};

export function usePeriodText(): PeriodText {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const clock = wallClock(viewerZone());
    const dateAt = (atMs: number) => clock.at(atMs).date;
    const times = (fromMs: number, toMs: number) => `${timeOfDay(fromMs, language)}–${timeOfDay(toMs, language)}`;
    const between = (from: string, to: string) => t('endpointRange.period', { from, to });
    const dates = ({ from, to }: Dates) =>
      from === to ? calendarDay(from, language) : between(calendarDay(from, language), calendarDay(to, language));
    return {
      clock,
      dates,
      days: (fromMs, toMs) => {
        const [from, to] = [dateAt(fromMs), dateAt(toMs - 1)];
        const isPartOfDay = from === to && toMs - fromMs < LEAST_DAY_MS;
        if (!isPartOfDay) return dates({ from, to });
        return `${calendarDay(from, language)}, ${times(fromMs, toMs)}`;
      },
      point: (fromMs, toMs, unit) => {
        const from = dateAt(fromMs);
        if (unit === 'day') return dayOfWeek(from, language);
        if (unit === 'week')
          return between(dayOfWeek(from, language, true), dayOfWeek(dateAt(toMs - 1), language, true));
        const offset = gmtOffset(fromMs, language);
        return `${dayOfWeek(from, language)}, ${times(fromMs, toMs)} ${offset}`;
      },
    };
  }, [t, language]);
}
