import { describe, expect, it } from 'vitest';
import type { Incident, Outage } from '../../documents/incident.ts';
import { incidentSample } from '../../testing/samples.ts';
import { HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import { reportOutages } from './report-outages.ts';

const START = Date.UTC(2026, 9, 1);
const range = { fromMs: START, toMs: START + 24 * HOUR_MS };
const NOW = START + 48 * HOUR_MS;

const outage = (fromMin: number, toMin: number | null, number = 1): Outage => ({
  number,
  startedAt: START + fromMin * MINUTE_MS,
  endedAt: toMin === null ? null : START + toMin * MINUTE_MS,
  locations: ['tw', 'th'],
  severity: 'critical',
});
const incident = (changes: Partial<Incident>) => ({ id: 'i', ...incidentSample(), ...changes });
const windowAt = (fromMin: number, toMin: number) => ({
  fromMs: START + fromMin * MINUTE_MS,
  toMs: START + toMin * MINUTE_MS,
});
const NONE = new Map();

describe('an outage', () => {
  it.each<[string, Outage, number | null]>([
    ['within the range', outage(10, 25), 15 * 60],
    ['started before it', outage(-30, 25), 25 * 60],
    ['over when it starts', outage(-30, 0), null],
    ['that goes on after it', outage(23 * 60, 26 * 60), 60 * 60],
    ['started at its end', outage(24 * 60, 25 * 60), null],
    ['that still continues', outage(23 * 60, null), 60 * 60],
    ['over the whole range', outage(-60, null), 24 * 60 * 60],
  ])('%s', (_, only, downtimeSec) => {
    const found = reportOutages([incident({ outage: only })], range, NOW, NONE);
    expect(found.map((each) => each.downtimeSec)).toEqual(downtimeSec === null ? [] : [downtimeSec]);
  });

  it('that continues in a range that is not over counts until now', () => {
    const nowMs = START + 2 * HOUR_MS;
    const found = reportOutages([incident({ outage: outage(60, null) })], { ...range, toMs: nowMs }, nowMs, NONE);
    expect(found).toMatchObject([{ downtimeSec: 60 * 60, endedAtMs: null }]);
  });

  it.each<[string, ReturnType<typeof windowAt>[], number, number]>([
    ['wholly', [windowAt(0, 60)], 0, 30],
    ['until the window ends', [windowAt(0, 20)], 20, 10],
    ['for two windows', [windowAt(0, 15), windowAt(30, 32)], 23, 7],
    ['not at all', [windowAt(50, 160)], 30, 0],
  ])('is in maintenance %s', (_, windows, downMin, plannedMin) => {
    const planned = new Map([['monitor', windows]]);
    const found = reportOutages([incident({ outage: outage(10, 40) })], range, NOW, planned);
    expect(found).toMatchObject([{ downtimeSec: downMin * 60, maintenanceSec: plannedMin * 60 }]);
  });
});

it('has every outage of an incident, the newest first, with what was received', () => {
  const details = { ...incidentSample().details, error: 'status' as const, actualStatus: 503 };
  const flapping = incident({
    outage: outage(100, 110, 3),
    earlierOutages: [outage(10, 20), outage(40, 50, 2)],
    details,
  });
  const found = reportOutages([flapping, { ...incident({ outage: outage(60, 70) }), id: 'other' }], range, NOW, NONE);
  expect(found.map((each) => (each.startedAtMs - START) / MINUTE_MS)).toEqual([100, 60, 40, 10]);
  expect(found[0]).toMatchObject({ incidentId: 'i', error: 'status', statusCode: 503, locations: ['tw', 'th'] });
});

it('has none of a certificate, and none of an endpoint that was never down', () => {
  const certificate = incident({ type: 'certificate', outage: null });
  expect(reportOutages([certificate, incident({ outage: null })], range, NOW, NONE)).toEqual([]);
});
