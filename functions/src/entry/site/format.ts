import { formatDuration } from '@farwatch/core/texts/durations';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import { floorTo } from '@farwatch/core/values/floor-to';
import { type Language, tagOf } from '@farwatch/core/values/languages';
import { SECOND_MS } from '@farwatch/core/values/time';

/** How a page writes values in its language and time zone. */
export type Format = {
  /** Date and time of day. */
  time(atMs: number): string;
  /** Formats a range from one time to another, with the date once if it is the same. */
  range(fromMs: number, toMs: number): string;
  /** A calendar day, YYYY-MM-DD, without its year. */
  day(date: string): string;
  /** A month, YYYY-MM. */
  month(month: string): string;
  percent(value: number): string;
  duration(sec: number): string;
};

export function formatOf(language: Language, timeZone: string): Format {
  const tag = tagOf(language) === 'en' ? 'en-GB' : tagOf(language);
  const date = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const times = new Intl.DateTimeFormat(tag, { ...date, ...time });
  const [dates, clock] = [new Intl.DateTimeFormat(tag, date), new Intl.DateTimeFormat(tag, time)];
  const days = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return {
    time: (atMs) => times.format(atMs),
    range: (fromMs, toMs) => {
      const isOneDay = dates.format(fromMs) === dates.format(toMs);
      return isOneDay
        ? `${times.format(fromMs)}–${clock.format(toMs)}`
        : `${times.format(fromMs)} – ${times.format(toMs)}`;
    },
    day: (date) => days.format(Date.parse(date)),
    month: (month) => months.format(Date.parse(`${month}-01`)),
    percent: formatPercent,
    duration: (sec) => formatDuration(Math.max(1, Math.round(sec)) * SECOND_MS, STATUS_PAGE_TEXTS[language].units),
  };
}

/** Rounded down to two decimals, so that 100% means all the time. */
export function formatPercent(value: number): string {
  return `${floorTo(value, 2)}%`;
}
