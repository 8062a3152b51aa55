import type { CheckError } from '@farwatch/core/values/check';
import { csvText, csvTime } from '@farwatch/core/values/csv';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { wallClock } from '@farwatch/core/values/zone';
import type { TFunction } from 'i18next';
import { fileDay } from '../../../lib/browser/download.ts';
import type { CheckRow } from './check-columns.tsx';

type ErrorText = (error: CheckError | null, statusCode: number | null) => string;

/** Checks as CSV in the order given, with the table's columns and the phases of each in ms. Times are in the zone. */
export function checksCsv(checks: readonly CheckRow[], t: TFunction, errorText: ErrorText, zone: string): string {
  const header = [
    t('endpointRange.checks.timeIn', { zone }),
    t('endpoint.checks.columns.result'),
    t('endpoint.checks.columns.location'),
    ...[
      t('endpoint.checks.columns.ms'),
      t('endpoint.check.phases.dns'),
      t('endpoint.check.phases.connect'),
      t('endpoint.check.phases.tls'),
      t('endpoint.check.phases.firstByte'),
      t('endpoint.check.phases.body'),
    ].map((name) => t('endpointRange.checks.inMs', { name })),
    t('endpoint.checks.columns.code'),
    t('endpoint.checks.columns.error'),
  ];
  const clock = wallClock(zone);
  const rows = checks.map(({ checkTime, success, location, responseTime, phases, statusCode, error }) => [
    csvTime(checkTime, clock),
    t(success ? 'status.up' : 'status.down'),
    t(`locations.${location}`),
    responseTime,
    phases?.dnsMs ?? null,
    phases?.connectMs ?? null,
    phases?.tlsMs ?? null,
    phases?.firstByteMs ?? null,
    phases?.bodyMs ?? null,
    statusCode,
    errorText(error, statusCode),
  ]);
  return csvText([header, ...rows]);
}

/**
 * 'shop-checks-2026-03-01.csv': the endpoint's name as far as file names allow it, and the day in the zone, or the first
 * and the last one.
 */
export function csvName(endpointName: string, { fromMs, toMs }: Range, zone: string): string {
  const days = new Set([fileDay(fromMs, zone), fileDay(toMs - 1, zone)]);
  const name = endpointName
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${name || 'endpoint'}-checks-${[...days].join('-')}.csv`;
}
