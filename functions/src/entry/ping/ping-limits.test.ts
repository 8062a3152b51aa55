import type { Heartbeat } from '@farwatch/core/documents/heartbeat';
import { HEARTBEAT } from '@farwatch/core/values/limits';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { expect, it } from 'vitest';
import { pingLimits } from './ping-limits.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const heartbeat = (endpointId: string, count: number, date = '2026-11-20'): Heartbeat => ({
  ...{ ownerId: 'owner', monitorId: 'monitor', endpointId, pingKey: 'key', slug: endpointId, check: null, rev: 0 },
  ...{
    paused: false,
    slowMs: null,
    slow: null,
    state: 'up',
    voteSeq: 1,
    lastPingAt: NOON,
    lastSuccessAt: NOON,
    lastStartAt: null,
  },
  ...{ lastStartRid: null, dueAt: null, pingCount: count, today: { date, count }, pings: [], bodies: [], createdAt: 0 },
});

it('five pings of a heartbeat at once, and one more each 12 s', () => {
  const limits = pingLimits();
  const take = (key: string, atMs: number) => limits.take({ key }, atMs);
  expect([1, 2, 3, 4, 5, 6].map(() => take('a', NOON))).toEqual([null, null, null, null, null, 12]);
  expect(take('b', NOON)).toBeNull();
  expect([take('a', NOON + 12_000), take('a', NOON + 12_001)]).toEqual([null, 12]);
  expect(take('a', NOON + 2 * MINUTE_MS)).toBeNull();
});

it('a heartbeat has a limit for each UTC day, of which others use nothing', () => {
  const limits = pingLimits();
  const nextDay = Date.UTC(2026, 10, 21);
  limits.learn({ key: 'a' }, heartbeat('a', 4999));
  limits.learn({ pingKey: 'key', slug: 'b' }, heartbeat('b', 5000));
  expect(limits.take({ key: 'a' }, NOON)).toBeNull();
  expect(limits.take({ pingKey: 'key', slug: 'b' }, NOON)).toBe(60);
  limits.learn({ key: 'a' }, heartbeat('a', 5000));
  expect(limits.take({ key: 'a' }, NOON)).toBe(60);
  expect(limits.take({ key: 'c' }, NOON)).toBeNull();
  expect(limits.take({ key: 'a' }, nextDay)).toBeNull();
  limits.learn({ key: 'a' }, heartbeat('a', 1, '2026-11-21'));
  expect(limits.take({ key: 'a' }, nextDay)).toBeNull();
});

it('names that an account does not have are looked up twenty times, then ten a minute; known names go on', () => {
  const limits = pingLimits();
  const named = (slug: string, pingKey = 'key') => ({ pingKey, slug });
  limits.learn(named('known'), heartbeat('known', 1));
  for (let index = 0; index < 20; index += 1) {
    expect(limits.take(named(`x${index}`), NOON)).toBeNull();
    limits.miss(named(`x${index}`), NOON);
  }
  expect([limits.take(named('y'), NOON), limits.take(named('known'), NOON)]).toEqual([6, null]);
  expect([limits.take(named('y', 'other'), NOON), limits.take({ key: 'a' }, NOON)]).toEqual([null, null]);
  expect(limits.take(named('y'), NOON + 6000)).toBeNull();
});

it('a job that pings its start, a log and its end each minute stays within the limit of a day', () => {
  expect(HEARTBEAT.perDay).toBeGreaterThan(3 * 24 * 60);
});
