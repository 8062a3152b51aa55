import type { UptimeCell } from '@farwatch/core/contracts/api/history';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { formatDuration } from '../../lib/format/durations.ts';

/** If less of its range is known, an uptime shows how much. */
const FULL_COVERAGE = 0.99;

/** '2 outages, 12 m down', or that there were none. */
export function outagesText({ outages, downtimeSec }: UptimeCell, t: TFunction): string {
  if (outages === 0) return t('uptime.noOutage');
  return t('uptime.outages', { count: outages, time: formatDuration(downtimeSec * SECOND_MS, t) });
}

/** Formats the coverage, such as 'coverage 85%', rounded down; null if nearly all is known. */
export function coverageText({ coverage }: Pick<UptimeCell, 'coverage'>, t: TFunction): string | null {
  return coverage < FULL_COVERAGE ? t('uptime.coverage', { value: Math.floor(coverage * 100 + 1e-9) }) : null;
}
