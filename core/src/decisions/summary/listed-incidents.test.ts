import { expect, it } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import { incidentSample, outageSample } from '../../testing/samples.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import { listCertificates, listOutages } from './listed-incidents.ts';

const FROM = Date.UTC(2026, 10, 16);
const RANGE = { fromMs: FROM, toMs: FROM + 7 * DAY_MS };
const at = (hour: number) => FROM + hour * HOUR_MS;
const outage = (number: number, from: number, to: number | null) =>
  outageSample({ number, startedAt: at(from), endedAt: to === null ? null : at(to) });
const incident = (id: string, changes: Partial<Incident>) => ({ id, incident: incidentSample(changes) });
const lengths = (changes: Partial<Incident>) =>
  listOutages([incident('i', changes)], RANGE).map(({ durationMs, isRunning }) => [durationMs / HOUR_MS, isRunning]);

it.each([
  { what: 'within the week', changes: { outage: outage(1, 3, 5) }, expected: [[2, false]] },
  { what: 'that started before it', changes: { outage: outage(1, -3, 1) }, expected: [[1, false]] },
  { what: 'that ended after it', changes: { outage: outage(1, 166, 180) }, expected: [[2, true]] },
  { what: 'that goes on', changes: { outage: outage(1, 164, null) }, expected: [[4, true]] },
  { what: 'after it', changes: { outage: outage(1, 169, null) }, expected: [] },
  {
    what: 'of which there are two',
    changes: { outage: outage(2, 9, 10), earlierOutages: [outage(1, 3, 5)] },
    expected: [
      [2, false],
      [1, false],
    ],
  },
  {
    what: 'that started in maintenance, from its end',
    changes: { outage: outage(1, 3, 5), maintenance: { id: 'm', name: '', startsAt: at(2), endsAt: at(4) } },
    expected: [[1, false]],
  },
  {
    what: 'within maintenance',
    changes: { outage: outage(1, 3, 4), maintenance: { id: 'm', name: '', startsAt: at(2), endsAt: at(4) } },
    expected: [],
  },
  { what: 'of a certificate', changes: { type: 'certificate' as const, outage: outage(1, 3, 5) }, expected: [] },
])('lists an outage $what', ({ changes, expected }) => expect(lengths(changes)).toEqual(expected));

it('lists the five longest outages', () => {
  const found = [1, 2, 3, 4, 5, 6, 7].map((hours) => incident(`i${hours}`, { outage: outage(1, 3, 3 + hours) }));
  expect(listOutages(found, RANGE).map(({ incidentId }) => incidentId)).toEqual(['i7', 'i6', 'i5', 'i4', 'i3']);
});

it('lists the certificates that are still about to expire, the next first', () => {
  const expiring = (id: string, days: number, status: Incident['status'] = 'active') => {
    const { details } = incidentSample();
    return incident(id, {
      type: 'certificate',
      status,
      details: { ...details, certificateEndsAt: FROM + days * DAY_MS },
    });
  };
  const found = [expiring('late', 12), expiring('soon', 9), expiring('renewed', 8, 'resolved')];
  expect(listCertificates(found).map(({ incidentId }) => incidentId)).toEqual(['soon', 'late']);
});

it('names are one line without characters that are not seen, cut between characters', () => {
  const endpoint = { name: `Shop\n\u202E${'👨\u200D👩\u200D👧'.repeat(60)}`, url: 'https://shop.farwatch.test/' };
  const [listed] = listOutages([incident('i', { outage: outage(1, 3, 5), endpoint })], RANGE);
  expect(listed?.endpoint).toMatch(/^Shop 👨/u);
  expect(listed?.endpoint).toMatch(/👧…$/u);
});
