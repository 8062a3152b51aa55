import { wallClock } from '@farwatch/core/values/zone';
import { expect, it } from 'vitest';
import { daysOf } from './shift-days.ts';

const shift = (startsAt: string, endsAt: string, uid: string | null, isOverride = false) => {
  return { startsAt: `2026-${startsAt}:00.000Z`, endsAt: `2026-${endsAt}:00.000Z`, uid, isOverride };
};

it('names who is on duty on a day, in the order of the shifts', () => {
  const shifts = [
    shift('12-01T01:00', '12-01T16:00', 'ada'),
    shift('12-01T16:00', '12-03T01:00', 'ben', true),
    shift('12-03T01:00', '12-03T02:00', null),
  ];
  // Taipei is eight hours ahead, so the first shift ends at midnight there.
  expect([...daysOf(shifts, wallClock('Asia/Taipei'))]).toEqual([
    ['2026-12-01', [{ uid: 'ada', isOverride: false }]],
    ['2026-12-02', [{ uid: 'ben', isOverride: true }]],
    [
      '2026-12-03',
      [
        { uid: 'ben', isOverride: true },
        { uid: null, isOverride: false },
      ],
    ],
  ]);
});

it('names no more than six shifts of a day', () => {
  const hourly = Array.from({ length: 24 }, (_, hour) => {
    const at = String(hour).padStart(2, '0');
    return shift(`12-01T${at}:00`, `12-01T${at}:59`, `p${hour}`);
  });
  expect(daysOf(hourly, wallClock('UTC')).get('2026-12-01')).toHaveLength(6);
});
