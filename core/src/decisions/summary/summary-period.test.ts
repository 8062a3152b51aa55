import { describe, expect, it } from 'vitest';
import { daysOf, dueAtOf, lastPeriod, nextPeriod, periodBefore, rangeOf } from './summary-period.ts';

const iso = (atMs: number) => new Date(atMs).toISOString().slice(0, 16);

it.each([
  { kind: 'weekly', firstDay: '2026-11-16', next: '2026-11-23', before: '2026-11-09', days: 7 },
  { kind: 'weekly', firstDay: '2026-12-28', next: '2027-01-04', before: '2026-12-21', days: 7 },
  { kind: 'monthly', firstDay: '2026-01-01', next: '2026-02-01', before: '2025-12-01', days: 31 },
  { kind: 'monthly', firstDay: '2028-02-01', next: '2028-03-01', before: '2028-01-01', days: 29 },
  { kind: 'monthly', firstDay: '2026-12-01', next: '2027-01-01', before: '2026-11-01', days: 31 },
] as const)('the $kind period from $firstDay', ({ kind, firstDay, next, before, days }) => {
  expect(nextPeriod(kind, firstDay)).toBe(next);
  expect(periodBefore(kind, firstDay)).toBe(before);
  expect(daysOf(kind, firstDay)).toHaveLength(days);
  expect(daysOf(kind, firstDay)[0]).toBe(firstDay);
});

describe('is due at 09:00 after its last day', () => {
  it.each([
    { zone: 'UTC', kind: 'weekly', firstDay: '2026-11-16', due: '2026-11-23T09:00' },
    { zone: 'Asia/Taipei', kind: 'weekly', firstDay: '2026-11-16', due: '2026-11-23T01:00' },
    { zone: 'Asia/Kolkata', kind: 'weekly', firstDay: '2026-11-16', due: '2026-11-23T03:30' },
    { zone: 'Asia/Kathmandu', kind: 'weekly', firstDay: '2026-11-16', due: '2026-11-23T03:15' },
    { zone: 'Pacific/Auckland', kind: 'weekly', firstDay: '2026-11-16', due: '2026-11-22T20:00' },
    {
      zone: 'America/Los_Angeles',
      kind: 'monthly',
      firstDay: '2026-10-01',
      due: '2026-11-01T17:00',
      dst: 'ends that night',
    },
    {
      zone: 'America/New_York',
      kind: 'weekly',
      firstDay: '2026-03-02',
      due: '2026-03-09T13:00',
      dst: 'started the day before',
    },
    {
      zone: 'Europe/Berlin',
      kind: 'weekly',
      firstDay: '2026-10-19',
      due: '2026-10-26T08:00',
      dst: 'ended the day before',
    },
    {
      zone: 'Australia/Lord_Howe',
      kind: 'weekly',
      firstDay: '2026-09-28',
      due: '2026-10-04T22:00',
      dst: 'by half an hour',
    },
    { zone: 'Pacific/Apia', kind: 'weekly', firstDay: '2011-12-19', due: '2011-12-26T19:00' },
  ] as const)('in $zone, after $firstDay', ({ zone, kind, firstDay, due }) => {
    expect(iso(dueAtOf(kind, firstDay, zone))).toBe(due);
  });
});

it.each([
  { zone: 'Asia/Taipei', kind: 'weekly', firstDay: '2026-11-16', from: '2026-11-15T16:00', to: '2026-11-22T16:00' },
  { zone: 'Europe/Berlin', kind: 'weekly', firstDay: '2026-03-23', from: '2026-03-22T23:00', to: '2026-03-29T22:00' },
  {
    zone: 'America/New_York',
    kind: 'monthly',
    firstDay: '2026-11-01',
    from: '2026-11-01T04:00',
    to: '2026-12-01T05:00',
  },
] as const)('the $kind period from $firstDay in $zone is from $from to $to', ({ zone, kind, firstDay, from, to }) => {
  const { fromMs, toMs } = rangeOf(kind, firstDay, zone);
  expect([iso(fromMs), iso(toMs)]).toEqual([from, to]);
});

it.each([
  { zone: 'UTC', now: '2026-11-23T00:00Z', weekly: '2026-11-16', monthly: '2026-10-01' },
  { zone: 'UTC', now: '2026-11-22T23:59Z', weekly: '2026-11-09', monthly: '2026-10-01' },
  { zone: 'Asia/Taipei', now: '2026-11-30T16:00Z', weekly: '2026-11-23', monthly: '2026-11-01' },
  { zone: 'America/Los_Angeles', now: '2026-12-01T07:59Z', weekly: '2026-11-23', monthly: '2026-10-01' },
])('at $now in $zone the last periods started on $weekly and $monthly', ({ zone, now, weekly, monthly }) => {
  const nowMs = Date.parse(now);
  expect([lastPeriod('weekly', zone, nowMs), lastPeriod('monthly', zone, nowMs)]).toEqual([weekly, monthly]);
});
