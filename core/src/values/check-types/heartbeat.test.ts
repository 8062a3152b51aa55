import { expect, it } from 'vitest';
import { checkOptionsInputSchema } from '../check-options.ts';
import { endpointLocations } from '../endpoint-locations.ts';
import { parseUrl } from '../url.ts';
import { scheduleOf } from './heartbeat.ts';

it.each([
  ['heartbeat://backup', { url: 'heartbeat://backup' }],
  [' HEARTBEAT://Nightly Backup/ ', { url: 'heartbeat://nightly-backup' }],
  ['heartbeat://a_1-b', { url: 'heartbeat://a_1-b' }],
  ['heartbeat://', { problem: 'noHost' }],
  ['heartbeat:backup', { problem: 'slashes' }],
  ['heartbeat://a/b', { problem: 'path' }],
  ['heartbeat://a.b', { problem: 'host' }],
  ['heartbeat://备份', { problem: 'host' }],
  ['heartbeat://a\tb', { problem: 'control' }],
  [`heartbeat://${'a'.repeat(101)}`, { problem: 'long' }],
])('%j is %j', (text, parsed) => {
  expect(parseUrl(text)).toEqual(parsed);
});

it('is found out by the server, wherever the monitor is checked from', () => {
  expect(endpointLocations('heartbeat://backup', ['tw', 'th'])).toEqual(['server']);
  expect(endpointLocations('https://a.farwatch.test/', ['tw', 'th'])).toEqual(['tw', 'th']);
});

it.each([
  [{}, null],
  [{ periodSec: 86_400, graceSec: 3600, timeZone: 'UTC' }, null],
  [{ periodSec: 600 }, { periodSec: 600 }],
  [
    { cron: ' 30 2 * * * ', timeZone: 'Asia/Taipei' },
    { cron: '30 2 * * *', timeZone: 'Asia/Taipei' },
  ],
  [{ cron: '30 2 * * *', periodSec: 600 }, 'refused'],
  [{ cron: '30 2 * *' }, 'refused'],
  [{ cron: ' @daily ' }, { cron: '@daily' }],
  [{ cron: '0 9 */2 * MON#1' }, { cron: '0 9 */2 * MON#1' }],
  [{ cron: '@reboot' }, 'refused'],
  [{ cron: '61 * * * *' }, 'refused'],
  [{ cron: '0 0 30 2 *' }, 'refused'],
  [{ periodSec: 59 }, 'refused'],
  [{ graceSec: 59 }, 'refused'],
  [{ timeZone: 'Asia/Unknown' }, 'refused'],
  [{ timeZone: 'CST' }, 'refused'],
  [{ cron: '30 2 * * *', timeZone: 'IST' }, 'refused'],
  [{ timeoutMs: 1000 }, 'refused'],
])('the options %j are stored as %j', (options, stored) => {
  const parsed = checkOptionsInputSchema.safeParse({ type: 'heartbeat', ...options });
  const expected = typeof stored === 'string' ? undefined : stored && { type: 'heartbeat', ...stored };
  expect(parsed.data).toEqual(expected);
});

it('is expected daily by default, and in UTC', () => {
  expect(scheduleOf(null)).toEqual({ periodSec: 86_400, cron: null, graceSec: 3600 });
  expect(scheduleOf({ type: 'heartbeat', cron: '0 3 * * *' })).toMatchObject({ timeZone: 'UTC', graceSec: 3600 });
});
