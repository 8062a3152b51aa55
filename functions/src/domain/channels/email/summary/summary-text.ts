import type { SummaryContent } from '@farwatch/core/texts/summary/summary-content';
import type { SummaryTexts } from '@farwatch/core/texts/summary/summary-texts';
import type { Texts } from '@farwatch/core/texts/texts';
import { SUMMARY_DAYS, type SummaryDay } from '@farwatch/core/values/summary/summary';

/** The shape of a day beside its color. */
export const DAY_SIGNS: Record<SummaryDay, string> = { up: '✓', down: '✕', unknown: '?', none: '–' };

/** What each sign means: '✓ up · ✕ outage …'. */
export function legend(words: SummaryTexts): string {
  return SUMMARY_DAYS.map((day) => `${DAY_SIGNS[day]} ${words.days[day]}`).join(' · ');
}

/** The lines of a summary's text part. */
export function summaryLines(content: SummaryContent, { alerts }: Texts, words: SummaryTexts): string[] {
  const metrics = content.metrics.map(({ label, value, note }) => {
    return `${label}${alerts.colon}${value}${note && ` (${note})`}`;
  });
  const rows = content.rows.map(({ name, uptime, change, note, days }) => {
    const signs = days.map((day) => DAY_SIGNS[day]).join('');
    return [signs, name, uptime, change, note].filter((part) => part !== '').join('  ');
  });
  const sections = content.sections.flatMap(({ title, lines }) => ['', title, ...lines.map(({ text }) => text)]);
  const more = content.more === '' ? [] : [content.more];
  return [content.period, ...metrics, '', ...rows, ...more, legend(words), ...sections];
}
