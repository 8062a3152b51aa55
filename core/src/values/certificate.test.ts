import { expect, it } from 'vitest';
import { NOW } from '../testing/samples.ts';
import { certificateStep, certificateWarnings } from './certificate.ts';
import { DAY_MS } from './time.ts';

const daysBefore = (startsAt: number | null) => certificateWarnings(startsAt, NOW).map((atMs) => (NOW - atMs) / DAY_MS);

it.each([
  { lifetime: 'unknown', days: null, warned: [14, 7, 3, 1] },
  { lifetime: '398 days', days: 398, warned: [14, 7, 3, 1] },
  { lifetime: '47 days', days: 47, warned: [9.4, 7, 3, 1] },
  { lifetime: '30 days', days: 30, warned: [6, 3, 1] },
  { lifetime: '6 days', days: 6, warned: [1.2, 1] },
  { lifetime: '3 days', days: 3, warned: [0.6] },
])('a certificate with a lifetime of $lifetime', ({ days, warned }) => {
  const found = daysBefore(days === null ? null : NOW - days * DAY_MS);
  expect(found).toEqual(warned.map((each) => expect.closeTo(each, 6)));
});

it('each warning is due from its time on', () => {
  const steps = [14.1, 14, 7.1, 7, 3, 1, -1].map((days) => certificateStep(null, NOW + days * DAY_MS, NOW));
  expect(steps).toEqual([0, 1, 1, 2, 3, 4, 4]);
});
