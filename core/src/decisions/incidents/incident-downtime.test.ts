import { expect, test } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import { incidentSample, NOW, outageSample } from '../../testing/samples.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { downtimeOf } from './incident-downtime.ts';

const ago = (minutes: number) => NOW - minutes * MINUTE_MS;
const outage = (from: number, to: number | null, number = 1) =>
  outageSample({ number, startedAt: ago(from), endedAt: to === null ? null : ago(to) });
const of = (changes: Partial<Incident>) => incidentSample(changes);
const maintenance = (from: number, to: number) => ({ id: 'w', name: 'Night', startsAt: ago(from), endsAt: ago(to) });
const inMaintenance = (of: ReturnType<typeof outage>, from: number, to: number) => ({
  ...of,
  maintenance: { startsAt: ago(from), endsAt: ago(to) },
});
const hour = { fromMs: ago(60), toMs: null };

test.each<[string, Incident[], { fromMs: number; toMs: number | null }, number, number, boolean]>([
  ['nothing', [], hour, 0, 0, true],
  ['an incident without an outage', [of({ outage: null })], hour, 0, 0, true],
  ['one that ended', [of({ outage: outage(50, 40) })], hour, 10, 1, true],
  ['one that continues', [of({ outage: outage(50, null) })], hour, 50, 1, true],
  ['one that started before the range', [of({ outage: outage(90, 45) })], hour, 15, 1, true],
  ['one that ended before it', [of({ outage: outage(90, 60) })], hour, 0, 0, true],
  ['one that ends after it', [of({ outage: outage(50, null) })], { ...hour, toMs: ago(30) }, 20, 1, true],
  ['one that started after it', [of({ outage: outage(20, null) })], { ...hour, toMs: ago(30) }, 0, 0, true],
  ['up to the end in the future', [of({ outage: outage(50, null) })], { ...hour, toMs: ago(-30) }, 50, 1, true],
  [
    'earlier ones of the incident',
    [of({ earlierOutages: [outage(50, 40)], outage: outage(30, 25, 2) })],
    hour,
    15,
    2,
    true,
  ],
  [
    'more than the incident keeps',
    [of({ earlierOutages: [outage(50, 40, 7)], outage: outage(30, 25, 8) })],
    hour,
    15,
    2,
    false,
  ],
  [
    'more, before the range',
    [of({ earlierOutages: [outage(70, 65, 7)], outage: outage(30, 25, 8) })],
    hour,
    5,
    1,
    true,
  ],
  ['wholly in maintenance', [of({ outage: outage(50, 40), maintenance: maintenance(55, 35) })], hour, 0, 0, true],
  ['partly in maintenance', [of({ outage: outage(50, 20), maintenance: maintenance(55, 35) })], hour, 15, 1, true],
  [
    'after the maintenance of an earlier one',
    [of({ earlierOutages: [outage(55, 52)], outage: outage(30, 20, 2), maintenance: maintenance(55, 50) })],
    hour,
    10,
    1,
    true,
  ],
  [
    'after an earlier one in maintenance',
    [of({ earlierOutages: [inMaintenance(outage(50, 44), 55, 40)], outage: outage(30, 29, 2), maintenance: null })],
    hour,
    1,
    1,
    true,
  ],
  [
    'each in a maintenance of its own',
    [
      of({
        earlierOutages: [inMaintenance(outage(50, 38), 55, 40)],
        outage: outage(30, 20, 2),
        maintenance: maintenance(35, 25),
      }),
    ],
    hour,
    7,
    2,
    true,
  ],
  [
    'of three, the second in maintenance',
    [
      of({
        earlierOutages: [outage(55, 54), inMaintenance(outage(50, 44, 2), 52, 40)],
        outage: outage(30, 29, 3),
        maintenance: null,
      }),
    ],
    hour,
    2,
    2,
    true,
  ],
  ['several incidents', [of({ outage: outage(50, 40) }), of({ outage: outage(45, 44) })], hour, 11, 2, true],
])('%s', (_, incidents, span, minutes, outages, isComplete) => {
  expect(downtimeOf(incidents, span, NOW)).toEqual({ downMs: minutes * MINUTE_MS, outages, isComplete });
});
