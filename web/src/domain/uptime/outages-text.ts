import type { UptimeCell } from '@farwatch/core/contracts/api/history';
import { displayedUptime, FULL_COVERAGE } from '@farwatch/core/decisions/status/availability';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { formatDuration } from '../../lib/format/durations.ts';
import { percent } from '../../lib/format/numbers.ts';

/** Returns the percent to display; null if nothing is known, or too little to call it 100. */
export function shownUptime({ uptime, knownSec }: Pick<UptimeCell, 'uptime' | 'knownSec'>): number | null {
  return uptime === null ? null : displayedUptime({ uptimePercent: uptime, knownMs: knownSec * SECOND_MS });
}

/** '2 outages, 12 min down · slow 5 min', with the number of endpoints if those of several are added up; or that there were none. */
export function outagesText(
  { outages, downtimeSec, slowTimeSec }: Pick<UptimeCell, 'outages' | 'downtimeSec' | 'slowTimeSec'>,
  t: TFunction,
  endpoints = 1,
): string {
  const time = (sec: number) => formatDuration(sec * SECOND_MS, t);
  const parts = [
    outages === 0 ? t('uptime.noOutage') : t('uptime.outages', { count: outages, time: time(downtimeSec) }),
    slowTimeSec > 0 && t('uptime.slow', { time: time(slowTimeSec) }),
    endpoints > 1 && (outages > 0 || slowTimeSec > 0) && t('uptime.addedUp', { count: endpoints }),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Formats the coverage, such as 'coverage 85.20%'; null if nearly all is known. */
export function coverageText({ coverage }: Pick<UptimeCell, 'coverage'>, t: TFunction): string | null {
  return coverage < FULL_COVERAGE ? t('uptime.coverage', { value: percent(coverage * 100) }) : null;
}
