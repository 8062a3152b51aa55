import { describe, expect, it } from 'vitest';
import type { QuietHours } from '../../values/channel-timing.ts';
import { DAY_MS, MINUTE_MS } from '../../values/time.ts';
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
    {
      rule: 'from the start of the skipped hour on, and not the day before',
      hours: { ...newYork, from: '02:00', to: '06:00' },
      at: '2027-03-13T17:00Z',
      end: null,
    },
    {
      rule: 'until the start of the skipped hour',
      hours: { ...newYork, from: '22:00', to: '02:00' },
      at: '2027-03-14T03:00Z',
      end: '2027-03-14T07:00Z',
    },
  ])('last $rule', ({ hours, at, end }) => {
    expect(endOf(hours, at)).toBe(end);
  });
});

/** The half hours of a day that are at most four hours from `time`. */
function halfHoursAround(time: string): string[] {
  const middleMs = Date.parse(`2000-01-02T${time}Z`);
  return Array.from({ length: 17 }, (_, half) => {
    return new Date(middleMs + (half - 8) * 30 * MINUTE_MS).toISOString().slice(11, 16);
  });
}

/** What a clock on the wall shows at each minute of a time, as YYYY-MM-DDTHH:MM. */
function wallMinutes(timeZone: string, fromMs: number, toMs: number): string[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return Array.from({ length: (toMs - fromMs) / MINUTE_MS }, (_, minute) => {
    return format.format(fromMs + minute * MINUTE_MS).replace(' ', 'T');
  });
}

describe('quiet hours where a clock changes are those that a count of its minutes finds', () => {
  // The clock skips so many minutes on that date, or repeats them if negative, at that time of day.
  it.each([
    ['Europe/Berlin', '2027-03-28', 60, '02:00'],
    ['Europe/Berlin', '2026-10-25', -60, '03:00'],
    ['Africa/Cairo', '2027-04-30', 60, '00:00'],
    ['Africa/Cairo', '2026-10-29', -60, '00:00'],
    ['America/Santiago', '2026-09-06', 60, '00:00'],
    ['America/Santiago', '2027-04-03', -60, '00:00'],
    ['America/Asuncion', '2023-10-01', 60, '00:00'],
    ['America/Asuncion', '2024-03-23', -60, '00:00'],
    ['Australia/Lord_Howe', '2026-10-04', 30, '02:00'],
    ['Australia/Lord_Howe', '2027-04-04', -30, '02:00'],
    ['Antarctica/Troll', '2027-03-28', 120, '01:00'],
    ['Antarctica/Troll', '2026-10-25', -120, '03:00'],
    ['Asia/Beirut', '2027-03-28', 60, '00:00'],
    ['Asia/Beirut', '2026-10-24', -60, '00:00'],
    ['Pacific/Apia', '2011-12-30', 1440, '00:00'],
    ['Asia/Dhaka', '2027-03-28', 0, '00:00'],
  ])('%s, %s', (timeZone, changed, skipped, time) => {
    const midnightMs = Date.parse(changed);
    const fromMs = midnightMs - 2.5 * DAY_MS;
    const wall = wallMinutes(timeZone, fromMs, midnightMs + 4.5 * DAY_MS);
    expect(wall.filter((shown) => shown.startsWith(changed))).toHaveLength(24 * 60 - skipped);
    /** When the wall shows that time, the first or the last time, or for a skipped time the first after it. */
    const counted = (local: string, which: 'indexOf' | 'lastIndexOf') => {
      const index = wall.includes(local) ? wall[which](local) : wall.findIndex((shown) => shown > local);
      return fromMs + index * MINUTE_MS;
    };
    const dateAfter = (days: number) => new Date(midnightMs + days * DAY_MS).toISOString().slice(0, 10);
    const longestMs = DAY_MS + Math.max(0, -skipped) * MINUTE_MS;
    const halfHours = halfHoursAround(time);
    const wrong: string[] = [];
    for (const day of [-1, 0]) {
      const weekday = ((new Date(dateAfter(day)).getUTCDay() + 6) % 7) + 1;
      const endsOf = (after: number) => halfHours.map((to) => counted(`${dateAfter(after)}T${to}`, 'lastIndexOf'));
      const [ends, nextEnds] = [endsOf(day), endsOf(day + 1)];
      for (const from of halfHours) {
        const beginMs = counted(`${dateAfter(day)}T${from}`, 'indexOf');
        for (const [index, to] of halfHours.entries()) {
          const hours: QuietHours = { from, to, days: [weekday], timeZone, passesCritical: false };
          const endMs = (to > from ? ends : nextEnds)[index] ?? 0;
          const end = endMs > beginMs ? endMs : null;
          const isRight =
            quietHoursEnd(hours, beginMs - MINUTE_MS) === null &&
            quietHoursEnd(hours, beginMs) === end &&
            quietHoursEnd(hours, endMs - MINUTE_MS) === end &&
            quietHoursEnd(hours, endMs) === null;
          if (!isRight || endMs - beginMs > longestMs) wrong.push(`${dateAfter(day)} ${from} to ${to}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
