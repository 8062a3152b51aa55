import { expect, it } from 'vitest';
import { isCronUsable, nextCronTime } from './cron.ts';

const utc = (text: string) => Date.parse(`${text}Z`);

// Zones at their changes of the clock: what is in a skipped hour is at its end, what is in a repeated one at the first.
it.each([
  ['*/5 * * * *', 'UTC', '2026-11-20T12:00', '2026-11-20T12:05'],
  ['*/5 * * * *', 'UTC', '2026-11-20T12:04:59', '2026-11-20T12:05'],
  ['30 2 * * *', 'Asia/Taipei', '2026-11-20T12:00', '2026-11-20T18:30'],
  ['0 9 * * 1-5', 'Asia/Bangkok', '2026-11-20T12:00', '2026-11-23T02:00'],
  ['0 0 29 2 *', 'UTC', '2026-11-20T12:00', '2028-02-29T00:00'],
  ['0 0 13 * 5', 'UTC', '2026-11-20T12:00', '2026-11-27T00:00'],
  ['0 3 * * *', 'Europe/Berlin', '2026-03-28T12:00', '2026-03-29T01:00'],
  ['0 3 * * *', 'Europe/Berlin', '2026-10-24T12:00', '2026-10-25T02:00'],
  ['30 2 * * *', 'America/New_York', '2026-03-08T05:00', '2026-03-08T07:00'],
  ['30 1 * * *', 'Europe/London', '2026-10-24T12:00', '2026-10-25T00:30'],
  ['0 12 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00', '2026-10-04T01:00'],
])('%s in %s after %s is at %s', (cron, zone, after, next) => {
  const found = nextCronTime(cron, zone, utc(after));
  expect(found === null ? null : new Date(found).toISOString()).toBe(new Date(utc(next)).toISOString());
});

it.each([
  ['* * * * *', true],
  ['0 0 30 2 *', false],
  ['61 * * * *', false],
  ['* * * *', false],
  ['0 * * * * *', false],
  ['a b c d e', false],
])('%s can be used: %s', (cron, isUsable) => {
  expect(isCronUsable(cron, 'UTC', utc('2026-11-20T12:00'))).toBe(isUsable);
});
