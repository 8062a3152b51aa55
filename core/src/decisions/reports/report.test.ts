import { describe, expect, it } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import type { Monitor } from '../../documents/monitor.ts';
import { incidentSample, monitorEndpointSample, monitorSample } from '../../testing/samples.ts';
import { histogramOf } from '../../values/history/histogram.ts';
import { countsOf, type TimeStatus } from '../../values/history/levels.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import { type MonitorHistory, rangeTotals } from '../history/monitor-range.ts';
import { CSV_HEADERS, monitorLines, outageLines } from './csv.ts';
import { measureHistory } from './measure-history.ts';
import { type ReportedMonitor, report } from './report.ts';

const START = Date.UTC(2026, 9, 1);
const MONTH = { fromMs: START, toMs: START + 30 * DAY_MS };
const OVER = MONTH.toMs + HOUR_MS;

/** Statuses of one endpoint, each from so many minutes after the start of the month. */
function history(...statuses: [fromMin: number, status: TimeStatus][]): MonitorHistory {
  let wasDown = false;
  const steps = statuses.map(([fromMin, status]) => {
    const isDown = status === 'down';
    const step = {
      atMs: START + fromMin * MINUTE_MS,
      counts: countsOf(status),
      running: isDown ? 1 : 0,
      started: isDown && !wasDown ? 1 : 0,
    };
    wasDown = isDown;
    return step;
  });
  const cell = { location: 'tw' as const, checks: 200, failures: 10, histogram: histogramOf(Array(190).fill(100)) };
  return { steps, days: new Map([[START, [cell]]]) };
}

function monitor(id: string, of: MonitorHistory, changes: Partial<Monitor> = {}, until = MONTH.toMs): ReportedMonitor {
  const range = { ...MONTH, toMs: until };
  const endpoints = { [`${id}1`]: monitorEndpointSample() };
  return { id, monitor: monitorSample({ name: id, endpoints, ...changes }), measured: measureHistory(of, range) };
}

const of = (monitors: ReportedMonitor[], nowMs = OVER, incidents: (Incident & { id: string })[] = []) =>
  report({ monitors, incidents, range: MONTH, nowMs });

describe('a month that is over', () => {
  it('meets its target by what is left of the budget', () => {
    const { monitors, totals } = of([monitor('shop', history([0, 'up'], [60, 'down'], [90, 'up']))]);
    const expected = {
      target: 99.9,
      outcome: 'met',
      difference: 0.030556,
      downtimeSec: 1800,
      outages: 1,
      budget: { allowedSec: 2592, usedSec: 1800, leftSec: 792, runsOutAtMs: null },
      p95Ms: expect.closeTo(100, -1),
    };
    expect(monitors).toMatchObject([{ id: 'shop', name: 'shop', ...expected }]);
    expect(totals).toMatchObject(expected);
  });

  it('misses its target by more downtime than allowed', () => {
    const { totals } = of([monitor('shop', history([0, 'up'], [60, 'down'], [120, 'up']))]);
    expect(totals).toMatchObject({ outcome: 'missed', difference: -0.038889, budget: { leftSec: -1008 } });
  });

  it('counts neither maintenance nor pauses, and reports that; unknown time allows no downtime', () => {
    const days: [number, TimeStatus][] = [
      [0, 'up'],
      [24 * 60, 'maintenance'],
      [48 * 60, 'paused'],
      [72 * 60, 'unknown'],
      [96 * 60, 'up'],
    ];
    const { totals } = of([monitor('shop', history(...days))]);
    const day = 24 * 60 * 60;
    expect(totals).toMatchObject({ uptime: 100, maintenanceSec: day, pausedSec: day, unknownSec: day });
    expect(totals.budget.allowedSec).toBe((27 * day) / 1000);
    expect(totals.coverage).toBeCloseTo(27 / 28);
  });

  it('of which nothing is known has no outcome', () => {
    const { totals, monitors } = of([monitor('shop', history([0, 'unknown']))]);
    for (const each of [totals, ...monitors])
      expect(each).toMatchObject({ outcome: 'unknown', uptime: null, difference: null, budget: { allowedSec: 0 } });
  });
});

describe('several monitors', () => {
  const down = history([0, 'up'], [60, 'down'], [120, 'up']);
  const up = history([0, 'up']);

  it('are by name, and together have the sum of their budgets', () => {
    const { monitors, totals } = of([monitor('b', down), monitor('A', up), monitor('c', up)]);
    expect(monitors.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['A', 'met'],
      ['b', 'missed'],
      ['c', 'met'],
    ]);
    expect(totals).toMatchObject({ target: 99.9, outcome: 'met', budget: { allowedSec: 7776, leftSec: 4176 } });
    expect(totals).toMatchObject({ checks: 600, failures: 30 });
  });

  it('have no target together if their targets differ', () => {
    const { totals } = of([monitor('a', down, { uptimeTarget: 95 }), monitor('b', up)]);
    expect(totals).toMatchObject({ target: null, difference: null, outcome: 'met', budget: { allowedSec: 132_192 } });
  });

  it('none at all', () => {
    expect(of([])).toMatchObject({ monitors: [], totals: { target: null, outcome: 'unknown', uptime: null } });
  });
});

describe('a month that is not over', () => {
  const nowMs = START + 10 * DAY_MS;
  const at = (statuses: [number, TimeStatus][], changes: Partial<Monitor> = {}) =>
    of([monitor('shop', history(...statuses), changes, nowMs)], nowMs).totals;

  it('has the budget of the whole month, and contains when it runs out', () => {
    const totals = at([
      [0, 'up'],
      [60, 'down'],
      [88.8, 'up'],
    ]);
    expect(totals).toMatchObject({ outcome: 'open', downtimeSec: 1728, budget: { allowedSec: 2592, leftSec: 864 } });
    expect(totals.budget.runsOutAtMs).toBe(START + 15 * DAY_MS);
  });

  it('is missed once more was used', () => {
    expect(
      at([
        [0, 'up'],
        [60, 'down'],
        [120, 'up'],
      ]).outcome,
    ).toBe('missed');
  });

  it.each([
    ['monitor', { paused: true }],
    ['endpoint', { endpoints: { e: monitorEndpointSample({ paused: true }) } }],
  ])('expects nothing of a paused %s', (_, changes) => {
    expect(at([[0, 'up']], changes).budget.allowedSec).toBe(864);
  });
});

it('measures what rangeTotals returns, also for parts', () => {
  const each = history([0, 'up'], [60, 'down'], [90, 'maintenance'], [100, 'unknown'], [200, 'up']);
  const range = { fromMs: START + 70 * MINUTE_MS, toMs: START + 3 * DAY_MS };
  const whole = { ...range, fromMs: START };
  for (const part of [range, whole]) {
    const measured = measureHistory(each, part);
    expect(
      report({ monitors: [{ ...monitor('a', each), measured }], incidents: [], range: part, nowMs: OVER }).totals,
    ).toMatchObject(rangeTotals([each], part));
  }
  expect(measureHistory(each, whole).maintenance).toEqual([
    { fromMs: START + 90 * MINUTE_MS, toMs: START + 100 * MINUTE_MS },
  ]);
});

describe('CSV', () => {
  const outage = {
    number: 1,
    startedAt: START + HOUR_MS,
    endedAt: START + 2 * HOUR_MS,
    locations: ['tw' as const],
    severity: 'critical' as const,
  };
  const incidents = [
    { id: 'i1', ...incidentSample({ monitorId: 'shop', outage, monitor: { name: '=1+1, "x"' } }) },
    { id: 'i2', ...incidentSample({ monitorId: 'other', outage }) },
  ];
  const shop = monitor('shop', history([0, 'up'], [60, 'down'], [120, 'maintenance'], [180, 'up']), {
    name: 'Shop, "A"',
    tags: ['a', 'b'],
  });
  const made = of([shop], OVER, incidents);

  it('has slow time in the last column', () => {
    expect(CSV_HEADERS.monitors.trimEnd().endsWith(',slowTimeSec')).toBe(true);
    expect(monitorLines(made.monitors.map((row) => ({ ...row, slowTimeSec: 90 })))).toMatch(/,90\r\n$/);
  });

  it('quotes texts', () => {
    expect(CSV_HEADERS.monitors.split(',').slice(0, 4)).toEqual(['monitorId', 'monitor', 'tags', 'targetPercent']);
    expect(monitorLines(made.monitors)).toMatch(/^shop,"Shop, ""A""","a, b",99\.9,99\.8609,-0\.0391,missed,.*\r\n$/);
  });

  it('has the outages of the report’s monitors only, and runs no formula', () => {
    expect(CSV_HEADERS.outages.startsWith('startedAt,endedAt,downtimeSec,maintenanceSec,')).toBe(true);
    const text = outageLines(made.outages, 'UTC');
    expect(text).toContain(`2026-10-01T01:00:00.000+00:00,2026-10-01T02:00:00.000+00:00,3600,0,shop,"'=1+1, ""x""",`);
    expect(text.split('\r\n')).toHaveLength(2);
  });

  it.each([
    ['Pacific/Pago_Pago', '2026-09-30T14:00:00.000-11:00,2026-09-30T15:00:00.000-11:00,3600,'],
    ['Asia/Kolkata', '2026-10-01T06:30:00.000+05:30,2026-10-01T07:30:00.000+05:30,3600,'],
    ['Pacific/Kiritimati', '2026-10-01T15:00:00.000+14:00,2026-10-01T16:00:00.000+14:00,3600,'],
  ])('has times in the zone, which each line names: %s', (zone, start) => {
    const text = outageLines(made.outages, zone);
    expect(text.startsWith(start)).toBe(true);
    expect(CSV_HEADERS.outages.trimEnd().endsWith(',timeZone')).toBe(true);
    expect(text.trimEnd().endsWith(`,${zone}`)).toBe(true);
  });
});
