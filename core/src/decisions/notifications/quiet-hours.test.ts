import { describe, expect, it } from 'vitest';
import type { QuietHours } from '../../values/channel-timing.ts';
import { quietHoursEnd } from './quiet-hours.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const NIGHT: QuietHours = { from: '22:00', to: '08:00', days: EVERY_DAY, timeZone: 'UTC', passesCritical: false };

function endOf(changes: Partial<QuietHours>, at: string): string | null {
  const end = quietHoursEnd({ ...NIGHT, ...changes }, Date.parse(at));
  return end === null ? null : new Date(end).toISOString().replace(':00.000Z', 'Z');
}

describe('quiet hours', () => {
  // 20 November 2026 is a Friday.
  it.each([
    { rule: 'end in the morning', hours: {}, at: '2026-11-20T23:00Z', end: '2026-11-21T08:00Z' },
    { rule: 'last past midnight', hours: {}, at: '2026-11-21T07:59Z', end: '2026-11-21T08:00Z' },
    { rule: 'do not include their end', hours: {}, at: '2026-11-21T08:00Z', end: null },
    { rule: 'do not hold by day', hours: {}, at: '2026-11-20T21:59Z', end: null },
    {
      rule: 'belong to the day they begin on',
      hours: { days: [5] },
      at: '2026-11-21T07:00Z',
      end: '2026-11-21T08:00Z',
    },
    { rule: 'begin on no other day', hours: { days: [5] }, at: '2026-11-21T23:00Z', end: null },
    {
      rule: 'join days that follow each other',
      hours: { from: '00:00', to: '00:00', days: [6, 7] },
      at: '2026-11-21T01:00Z',
      end: '2026-11-23T00:00Z',
    },
    { rule: 'follow the zone', hours: { timeZone: 'Asia/Dhaka' }, at: '2026-11-20T16:00Z', end: '2026-11-21T02:00Z' },
    {
      rule: 'follow the day of the zone',
      hours: { timeZone: 'Asia/Dhaka', days: [6] },
      at: '2026-11-20T23:00Z',
      end: null,
    },
  ])('$rule', ({ hours, at, end }) => {
    expect(endOf(hours, at)).toBe(end);
  });

  const newYork = { timeZone: 'America/New_York' };
  it.each([
    {
      rule: 'an hour longer when the clock goes back',
      hours: newYork,
      at: '2026-11-01T02:00Z',
      end: '2026-11-01T13:00Z',
    },
    { rule: 'an hour shorter when it goes forward', hours: newYork, at: '2027-03-14T03:00Z', end: '2027-03-14T12:00Z' },
    {
      rule: 'from the first 01:00',
      hours: { ...newYork, from: '01:00', to: '01:30' },
      at: '2026-11-01T05:00Z',
      end: '2026-11-01T06:30Z',
    },
    {
      rule: 'until the second 01:30',
      hours: { ...newYork, from: '01:00', to: '01:30' },
      at: '2026-11-01T06:29Z',
      end: '2026-11-01T06:30Z',
    },
    {
      rule: 'from the skipped hour on',
      hours: { ...newYork, from: '02:15', to: '03:15' },
      at: '2027-03-14T07:00Z',
      end: '2027-03-14T07:15Z',
    },
    {
      rule: 'until the skipped hour',
      hours: { ...newYork, from: '01:00', to: '02:30' },
      at: '2027-03-14T06:30Z',
      end: '2027-03-14T07:00Z',
    },
    {
      rule: 'never within the skipped hour',
      hours: { ...newYork, from: '02:15', to: '02:45' },
      at: '2027-03-14T07:00Z',
      end: null,
    },
  ])('last $rule', ({ hours, at, end }) => {
    expect(endOf(hours, at)).toBe(end);
  });
});
