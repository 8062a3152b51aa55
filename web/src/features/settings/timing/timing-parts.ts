import type { ChannelTiming, QuietHours } from '@farwatch/core/values/channel-timing';
import type { Language } from '@farwatch/core/values/languages';
import type { TFunction } from 'i18next';
import { weekdayName } from '../../../lib/format/dates.ts';
import { listText } from '../../../lib/format/text.ts';
import { viewerZone } from '../../../lib/time/viewer-zone.ts';

export const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];

/** When a channel with that delay is notified. */
export function delayText(delayMin: number, t: TFunction): string {
  return delayMin === 0 ? t('timing.atOnce') : t('timing.after', { count: delayMin });
}

/** Lists how a timing differs from the default, as short texts; empty for the default. */
export function timingParts(
  { delayMin, quietHours, reminderMin }: ChannelTiming,
  t: TFunction,
  language: Language,
): string[] {
  return [
    delayMin > 0 ? t('timing.parts.delay', { count: delayMin }) : '',
    quietHours ? quietText(quietHours, t, language) : '',
    reminderMin === null ? '' : t('timing.parts.reminder', { count: reminderMin }),
  ].filter(Boolean);
}

function quietText({ from, to, days, timeZone }: QuietHours, t: TFunction, language: Language): string {
  const text = t('timing.parts.quiet', { from, to });
  const names = days.length === ALL_DAYS.length ? '' : daysText(days, language);
  const zone = timeZone === viewerZone() ? '' : timeZone.replaceAll('_', ' ');
  return [text, names, zone].filter(Boolean).join(', ');
}

/** Weekdays, three or more in a row as a range: 'Mon–Fri'. */
export function daysText(days: readonly number[], language: Language): string {
  const runs: number[][] = [];
  for (const day of days.toSorted()) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  const name = (day: number) => weekdayName(day, language);
  const textOf = (run: number[]) =>
    run.length > 2 ? [`${name(run[0] ?? 1)}–${name(run.at(-1) ?? 7)}`] : run.map((day) => name(day));
  return listText(runs.flatMap(textOf), language);
}
