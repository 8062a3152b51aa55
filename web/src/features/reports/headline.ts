import type { Measured, ReportAnswer } from '@farwatch/core/contracts/api/reports';
import type { Language } from '@farwatch/core/values/languages';
import type { TFunction } from 'i18next';
import { shortDate } from '../../lib/format/dates.ts';
import { pointsText, secondsText, uptimeText } from './report-numbers.ts';

/** A report in one sentence, such as 'October 2026: 99.95%, target 99.9% met, 12 min of error budget left.' */
export function headlineText({ totals, to, generatedAt }: ReportAnswer, period: string, t: TFunction): string {
  const { uptime, target, outcome, budget } = totals;
  const texts = { period, uptime: uptimeText(uptime, target, t) };
  const isOver = Date.parse(to) <= Date.parse(generatedAt);
  if (outcome === 'unknown') return t('reports.headline.unknown', texts);
  if (target === null) return t(isOver ? 'reports.headline.mixed' : 'reports.headline.mixedSoFar', texts);
  const ofTarget = {
    ...texts,
    target: t('reports.percent', { value: target }),
    points: uptime === null ? t('noValue') : pointsText(uptime, target),
    count: Math.abs((uptime ?? target) - target),
    left: secondsText(budget.leftSec, t),
  };
  if (outcome === 'missed') return t(isOver ? 'reports.headline.missed' : 'reports.headline.missedSoFar', ofTarget);
  return t(`reports.headline.${outcome}`, ofTarget);
}

/** How many of several monitors reached their target; null for one. */
export function countsText({ monitors, to, generatedAt }: ReportAnswer, t: TFunction): string | null {
  if (monitors.length < 2) return null;
  const known = monitors.filter(({ outcome }) => outcome !== 'unknown');
  const count = known.filter(({ outcome }) => outcome !== 'missed').length;
  const isOver = Date.parse(to) <= Date.parse(generatedAt);
  const text = t(isOver ? 'reports.counts.met' : 'reports.counts.within', { count, total: known.length });
  const unknown = monitors.length - known.length;
  return unknown === 0 ? text : [text, t('reports.counts.unknown', { count: unknown })].join(t('reports.space'));
}

/** Describes whether the budget of a running range is sufficient; null for a range that is over. */
export function forecastText(
  { outcome, budget }: Measured,
  t: TFunction,
  language: Language,
  zone: string,
): string | null {
  if (outcome !== 'open') return null;
  if (budget.runsOutAt === null) return t('reports.lasts');
  return t('reports.runsOut', { date: shortDate(Date.parse(budget.runsOutAt), language, zone) });
}
