import { expect, it } from 'vitest';
import { nextExpected } from './due-time.ts';

const utc = (text: string) => Date.parse(`2026-11-${text}Z`);

it.each([
  ['a clock that is 1 s ahead', '30 2 * * *', '20T02:29:59', '21T02:30'],
  ['a clock that is 30 s ahead', '30 2 * * *', '20T02:29:30', '21T02:30'],
  ['a ping of its own, before the cron time', '30 2 * * *', '20T02:29:29', '20T02:30'],
  ['a clock that is right', '30 2 * * *', '20T02:30', '21T02:30'],
  ['a job that took an hour', '30 2 * * *', '20T03:30', '21T02:30'],
  ['each minute, a clock that is 2 s ahead', '* * * * *', '20T02:29:58', '20T02:31'],
  ['each minute, a job that took 20 s', '* * * * *', '20T02:30:20', '20T02:31'],
])('by cron, after %s', (_, cron, pingAt, next) => {
  const schedule = { cron, timeZone: 'UTC', graceSec: 60 };
  expect(nextExpected(schedule, utc(pingAt))).toBe(utc(next));
});
