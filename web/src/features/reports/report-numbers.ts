import type { Measured, ReportAnswer, ReportTable } from '@farwatch/core/contracts/api/reports';
import { floorTo } from '@farwatch/core/values/floor-to';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { fileDay } from '../../lib/browser/download.ts';
import { formatDuration } from '../../lib/format/durations.ts';

/** An uptime with as many decimals as its target has, two at least, so that the two can be compared; rounded down. */
export function uptimeText(uptime: number | null, target: number | null, t: TFunction): string {
  if (uptime === null) return t('noValue');
  const decimals = decimalsShown(target ?? 0);
  const value = floorTo(uptime, decimals).toFixed(decimals);
  return t('reports.percent', { value });
}

function decimalsShown(target: number): number {
  return Math.max(2, String(target).split('.')[1]?.length ?? 0);
}

/**
 * How far an uptime is from its target in percentage points, without a sign, as the two are shown: '0.19', '0.004';
 * never '0' for one that is not on its target.
 */
export function pointsText(uptime: number, target: number): string {
  const decimals = decimalsShown(target);
  const step = 10 ** decimals;
  const points = Math.abs(Math.round(target * step) - Math.floor(uptime * step + 1e-6));
  if (points > 0) return String(points / step);
  return uptime === target ? '0' : `<${1 / step}`;
}

/** Seconds as a duration, such as '12 min'. */
export function secondsText(seconds: number, t: TFunction): string {
  return formatDuration(Math.round(Math.abs(seconds)) * SECOND_MS, t);
}

/** Computes how much of the budget is used, 0 to 1; 1 if there is no budget and any downtime. */
export function usedShare({ allowedSec, usedSec }: Measured['budget']): number {
  if (usedSec === 0) return 0;
  return allowedSec === 0 ? 1 : Math.min(1, usedSec / allowedSec);
}

/** Milliseconds without decimals; a dash without a value. */
export function msText(ms: number | null, t: TFunction): string {
  return ms === null ? t('noValue') : t('reports.ms', { value: Math.round(ms) });
}

/** A file's name without its ending, by the first and the last day of the report in its zone, as its heading. */
export function reportFileName(
  report: Pick<ReportAnswer, 'from' | 'to'>,
  what: 'report' | ReportTable,
  zone: string,
): string {
  return `farwatch-${what}-${fileDay(Date.parse(report.from), zone)}-${fileDay(Date.parse(report.to) - 1, zone)}`;
}
