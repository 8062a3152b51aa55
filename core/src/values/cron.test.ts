import { describe, expect, it } from 'vitest';
import { isCron, nextCronTime } from './cron.ts';

const utc = (text: string) => Date.parse(`${text}Z`);
const iso = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString().slice(0, 16));

/** The next times, as UTC. */
function times(cron: string, zone: string, after: string, count: number): (string | null)[] {
  const found: (string | null)[] = [];
  for (let atMs: number | null = utc(after); found.length < count && atMs !== null; ) {
    atMs = nextCronTime(cron, zone, atMs);
    found.push(iso(atMs));
  }
  return found;
}

it.each([
  ['*/5 * * * *', 'UTC', '2026-11-20T12:00', '2026-11-20T12:05'],
  ['*/5 * * * *', 'UTC', '2026-11-20T12:04:59', '2026-11-20T12:05'],
  ['30 2 * * *', 'Asia/Taipei', '2026-11-20T12:00', '2026-11-20T18:30'],
  ['0 9 * * 1-5', 'Asia/Bangkok', '2026-11-20T12:00', '2026-11-23T02:00'],
  ['0 0 29 2 *', 'UTC', '2026-11-20T12:00', '2028-02-29T00:00'],
  ['0 0 29 2 1', 'UTC', '2026-11-20T12:00', '2027-02-01T00:00'],
  ['0 0 */29 2 1', 'UTC', '2026-11-20T12:00', '2027-02-01T00:00'],
  ['0 12 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00', '2026-10-04T01:00'],
  ['@hourly', 'UTC', '2026-11-20T12:00', '2026-11-20T13:00'],
  ['@daily', 'Asia/Taipei', '2026-11-20T12:00', '2026-11-20T16:00'],
  ['@midnight', 'UTC', '2026-11-20T12:00', '2026-11-21T00:00'],
  ['@weekly', 'UTC', '2026-11-20T12:00', '2026-11-22T00:00'],
  [' @Monthly ', 'UTC', '2026-11-20T12:00', '2026-12-01T00:00'],
  ['@yearly', 'UTC', '2026-11-20T12:00', '2027-01-01T00:00'],
  ['@annually', 'UTC', '2026-11-20T12:00', '2027-01-01T00:00'],
  ['0 0 * jan,MAR *', 'UTC', '2026-11-20T12:00', '2027-01-01T00:00'],
  ['0 0 * * fri-sun', 'UTC', '2026-11-20T12:00', '2026-11-21T00:00'],
  ['0 0 * * 7', 'UTC', '2026-11-20T12:00', '2026-11-22T00:00'],
  ['5/20 12 * * *', 'UTC', '2026-11-20T12:00', '2026-11-20T12:05'],
  ['0 0 * 2 MON#1', 'UTC', '2026-11-20T12:00', '2027-02-01T00:00'],
  ['0 0 * * 5#L', 'UTC', '2026-11-20T12:00', '2026-11-27T00:00'],
  ['0 0 * * FRIL', 'UTC', '2026-11-28T12:00', '2026-12-25T00:00'],
  ['0 0 L * *', 'UTC', '2027-02-01T00:00', '2027-02-28T00:00'],
  ['0 0 15W * *', 'UTC', '2026-11-01T00:00', '2026-11-16T00:00'],
  ['0 0 LW * *', 'UTC', '2026-10-01T00:00', '2026-10-30T00:00'],
  ['0 0 1W * ?', 'UTC', '2026-07-31T12:00', '2026-08-03T00:00'],
])('%s in %s after %s is at %s', (cron, zone, after, next) => {
  expect(iso(nextCronTime(cron, zone, utc(after)))).toBe(next);
});

describe('day and weekday', () => {
  it.each([
    // Both, since one field starts with a star.
    ['0 9 */2 * 1', ['2026-11-23', '2026-12-07', '2026-12-21']],
    ['0 9 */100,1-7 * 1', ['2026-12-07', '2027-01-04', '2027-02-01']],
    ['0 9 13 * */5', ['2026-12-13', '2027-06-13', '2027-08-13']],
    ['0 9 *,5 * 1', ['2026-11-23', '2026-11-30', '2026-12-07']],
    ['0 9 1-31/2 * *', ['2026-11-21', '2026-11-23', '2026-11-25']],
    // Either of them.
    ['0 9 13 * 5', ['2026-11-27', '2026-12-04', '2026-12-11', '2026-12-13']],
    ['0 9 1-31/2 * 1', ['2026-11-21', '2026-11-23', '2026-11-25']],
    ['0 9 1,15 * 0-6/6', ['2026-11-21', '2026-11-22', '2026-11-28']],
  ])('%s is on %j', (cron, days) => {
    const found = times(cron, 'UTC', '2026-11-20T12:00', days.length);
    expect(found).toEqual(days.map((day) => `${day}T09:00`));
  });
});

describe('a change of the clock', () => {
  // In a job without a star at the start of minute or hour, each time of day has one run.
  it.each([
    ['Berlin in spring', '30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00', ['29T01:00', '30T00:30']],
    ['Berlin in spring', '0,30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00', ['29T01:00', '30T00:00', '30T00:30']],
    ['Berlin in spring', '15 1-3 * * *', 'Europe/Berlin', '2026-03-28T12:00', ['29T00:15', '29T01:00', '29T01:15']],
    ['Berlin in spring', '0 3 * * *', 'Europe/Berlin', '2026-03-28T12:00', ['29T01:00']],
    ['New York in spring', '30 2 * * *', 'America/New_York', '2026-03-08T05:00', ['08T07:00', '09T06:30']],
    ['Berlin in autumn', '30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00', ['25T00:30', '26T01:30']],
    ['Berlin in autumn', '0,30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00', ['25T00:00', '25T00:30', '26T01:00']],
    ['Berlin in autumn', '0-59/20 2-3 * * *', 'Europe/Berlin', '2026-10-25T00:20', ['25T00:40', '25T02:00']],
    ['Berlin in autumn', '0 3 * * *', 'Europe/Berlin', '2026-10-24T12:00', ['25T02:00']],
    ['London in autumn', '30 1 * * *', 'Europe/London', '2026-10-24T12:00', ['25T00:30', '26T01:30']],
    ['Cairo, at midnight', '30 0 * * *', 'Africa/Cairo', '2026-04-23T12:00', ['23T22:00', '24T21:30']],
    ['Lord Howe, half an hour', '15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00', ['03T15:30', '04T15:15']],
  ])('%s: %s runs once', (_, cron, zone, after, expected) => {
    expect(times(cron, zone, after, expected.length).map((at) => at?.slice(8))).toEqual(expected);
  });

  // In others, whenever the clock shows it.
  it.each([
    ['Berlin in spring', '*/30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00', ['30T00:00', '30T00:30']],
    ['Berlin in spring', '30 */2 * * *', 'Europe/Berlin', '2026-03-28T23:45', ['29T02:30', '29T04:30']],
    ['Berlin in spring', '0 * * * *', 'Europe/Berlin', '2026-03-28T23:45', ['29T00:00', '29T01:00', '29T02:00']],
    ['Berlin in autumn', '30 * * * *', 'Europe/Berlin', '2026-10-25T00:00', ['25T00:30', '25T01:30', '25T02:30']],
    ['Berlin in autumn', '*/30 2 * * *', 'Europe/Berlin', '2026-10-25T00:15', ['25T00:30', '25T01:00', '25T01:30']],
    ['Berlin in autumn', '0 */2 * * *', 'Europe/Berlin', '2026-10-24T23:00', ['25T00:00', '25T01:00', '25T03:00']],
    ['Berlin in autumn', '@hourly', 'Europe/Berlin', '2026-10-24T23:30', ['25T00:00', '25T01:00', '25T02:00']],
    [
      'Lord Howe in autumn',
      '45 * * * *',
      'Australia/Lord_Howe',
      '2026-04-04T14:00',
      ['04T14:45', '04T15:15', '04T16:15'],
    ],
  ])('%s: %s runs in each hour', (_, cron, zone, after, expected) => {
    expect(times(cron, zone, after, expected.length).map((at) => at?.slice(8))).toEqual(expected);
  });
});

it.each([
  ['* * * * *', true],
  ['@daily', true],
  ['0 0 29 2 */7', true],
  ['59 23 31 12 7', true],
  ['0 0 31 2 1', true],
  ['0 0 30 2 *', false],
  ['0 0 31 4,6,9,11 *', false],
  ['61 * * * *', false],
  ['60 * * * *', false],
  ['* 24 * * *', false],
  ['* * 0 * *', false],
  ['* * 32 * *', false],
  ['* * * 13 *', false],
  ['* * * * 8', false],
  ['* * * *', false],
  ['0 * * * * *', false],
  ['a b c d e', false],
  ['@reboot', false],
  ['@every 5m', false],
  ['*/0 * * * *', false],
  ['5-1 * * * *', false],
  ['1-2-3 * * * *', false],
  ['1, * * * *', false],
  ['-1 * * * *', false],
  ['1//2 * * * *', false],
  ['1/-2 * * * *', false],
  ['* * * * MON#6', false],
  ['* * * * #1', false],
  ['L * * * *', false],
  ['@reboot', false],
  ['@every 5m', false],
  ['CRON_TZ=Asia/Taipei 0 5 * * *', false],
  ['H 5 * * *', false],
  ['0 0 * * sat-mon', false],
  ['0 22-2 * * *', false],
  ['0 0 30 2 *', false],
  ['0 0 0 * * *', false],
  ['0 22 * * 1-5 /usr/bin/backup', false],
  ['0\t0\t*\t*\tmon-fri/2', true],
  ['5/15 * * * *', true],
  ['* * * FOO *', false],
  ['* * 1.5 * *', false],
  ['', false],
])('%s is an expression that matches a time: %s', (cron, isOne) => {
  expect(isCron(cron)).toBe(isOne);
  if (!isOne && cron !== '0 0 30 2 *') expect(nextCronTime(cron, 'UTC', utc('2026-11-20T12:00'))).toBeNull();
});
