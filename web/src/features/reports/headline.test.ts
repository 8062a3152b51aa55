import type { Measured, ReportAnswer, ReportMonitor } from '@farwatch/core/contracts/api/reports';
import { durations } from '@farwatch/core/texts/locales/en';
import i18n from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../locales/en.json';
import reportsEn from '../../locales/reports-en.json';
import { countsText, forecastText, headlineText } from './headline.ts';
import { pointsText, uptimeText, usedShare } from './report-numbers.ts';

beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: { ...en, ...reportsEn, durations } } } }));

const measured: Measured = {
  uptime: 99.953,
  coverage: 1,
  knownSec: 2_592_000,
  downtimeSec: 1218,
  slowTimeSec: 0,
  unknownSec: 0,
  maintenanceSec: 0,
  pausedSec: 0,
  outages: 2,
  mttrSec: 609,
  mtbfSec: 1_000_000,
  checks: 10,
  failures: 1,
  p50Ms: 80,
  p95Ms: null,
  p99Ms: null,
  target: 99.9,
  difference: 0.053,
  outcome: 'met',
  budget: { allowedSec: 2592, usedSec: 1218, leftSec: 1374, runsOutAt: null },
};

function reportOf(changes: Partial<Measured>, isOver: boolean, monitors: Partial<ReportMonitor>[] = []): ReportAnswer {
  return {
    from: '2026-10-01T00:00:00.000Z',
    to: '2026-11-01T00:00:00.000Z',
    tag: null,
    monitorId: null,
    generatedAt: isOver ? '2026-11-02T00:00:00.000Z' : '2026-10-20T00:00:00.000Z',
    totals: { ...measured, ...changes },
    monitors: monitors.map((each, index) => ({
      ...measured,
      id: `m${index}`,
      name: `M${index}`,
      tags: [],
      target: 99.9,
      ...each,
    })),
    outages: [],
    hasMoreOutages: false,
  };
}

const exceeded = { ...measured.budget, usedSec: 4000, leftSec: -1408 };

describe('the headline', () => {
  it.each<[Partial<Measured>, boolean, string]>([
    [{}, true, 'October 2026: 99.95%, target 99.9% met, 22 min 54 s of error budget left.'],
    [
      { uptime: 99.846, outcome: 'missed', difference: -0.054, budget: exceeded },
      true,
      'October 2026: 99.84%, target 99.9% missed by 0.06 points, 23 min 28 s more downtime than allowed.',
    ],
    [{ outcome: 'open' }, false, 'October 2026 so far: 99.95%, 22 min 54 s of error budget left for the target 99.9%.'],
    [
      { uptime: 99.8, outcome: 'missed', difference: -0.1, budget: exceeded },
      false,
      'October 2026 so far: 99.80%. The target 99.9% can no longer be met: 23 min 28 s more downtime than allowed.',
    ],
    [{ target: null, difference: null }, true, 'October 2026: 99.95% over all monitors, which have different targets.'],
    [{ outcome: 'unknown', uptime: null, difference: null }, true, 'October 2026: no data.'],
  ])('%j, over: %o', (changes, isOver, text) => {
    expect(headlineText(reportOf(changes, isOver), 'October 2026', i18n.t)).toBe(text);
  });

  it.each<[Partial<ReportMonitor>[], boolean, string | null]>([
    [[{}], true, null],
    [[{}, {}], true, 'Monitors that met their target: 2 of 2.'],
    [[{}, { outcome: 'missed' }], true, 'Monitors that met their target: 1 of 2.'],
    [[{ outcome: 'open' }, { outcome: 'missed' }, {}], false, 'Monitors within their error budget: 2 of 3.'],
    [[{}, {}, { outcome: 'unknown' }], true, 'Monitors that met their target: 2 of 2. No data for 1 more.'],
  ])('of the monitors %j', (monitors, isOver, text) => {
    expect(countsText(reportOf({}, isOver, monitors), i18n.t)).toBe(text);
  });

  it.each<[Partial<Measured>, RegExp | null]>([
    [{}, null],
    [{ outcome: 'open' }, /^At this rate it lasts until the end of the period\.$/],
    [
      { outcome: 'open', budget: { ...measured.budget, runsOutAt: '2026-10-25T12:00:00.000Z' } },
      /used up on Oct 2\d, /,
    ],
  ])('the forecast of %j', (changes, text) => {
    const forecast = forecastText({ ...measured, ...changes }, i18n.t, 'en', 'UTC');
    if (text === null) expect(forecast).toBeNull();
    else expect(forecast).toMatch(text);
  });
});

describe('numbers', () => {
  it.each<[number | null, number | null, string]>([
    [99.9996, 99.9, '99.99%'],
    [99.9985, 99.999, '99.998%'],
    [100, 99.999, '100.000%'],
    [99.9, null, '99.90%'],
    [null, 99.9, '–'],
  ])('an uptime of %d with the target %d is %s', (uptime, target, text) => {
    expect(uptimeText(uptime, target, i18n.t)).toBe(text);
  });

  it.each([
    [99.9, 99.9, '0'],
    [99.9004, 99.9, '<0.01'],
    [99.889, 99.9, '0.02'],
    [99.88, 99.9, '0.02'],
    [99.8999, 99.9, '0.01'],
    [99.9185, 99.9, '0.01'],
    [97.555, 99.9, '2.35'],
    [99.9904, 99.995, '0.005'],
  ])('an uptime of %d and the target %d differ by %s points', (uptime, target, text) => {
    expect(pointsText(uptime, target)).toBe(text);
  });

  it.each([
    [100, 0, 0],
    [100, 25, 0.25],
    [100, 300, 1],
    [0, 0, 0],
    [0, 1, 1],
  ])('of %d s allowed and %d used, the share is %d', (allowedSec, usedSec, share) => {
    expect(usedShare({ allowedSec, usedSec, leftSec: allowedSec - usedSec, runsOutAt: null })).toBe(share);
  });
});
