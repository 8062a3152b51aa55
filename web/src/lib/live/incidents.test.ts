import { expect, it } from 'vitest';
import { listenFrom, withinRange } from './incidents.ts';

const now = Date.UTC(2026, 0, 15, 12, 30);
const H = 3_600_000;

it('listens from a full hour, so that the listener changes hourly', () => {
  expect(listenFrom('24h', now)).toBe(Date.UTC(2026, 0, 14, 12));
  expect(listenFrom('24h', now + 29 * 60_000)).toBe(listenFrom('24h', now));
  expect(listenFrom('30d', now)).toBe(Date.UTC(2025, 11, 16, 12));
});

it('shows what began within the range itself', () => {
  const items = [1, 23.9, 24, 24.4].map((hours) => ({ triggeredAt: now - hours * H }));
  expect(withinRange(items, '24h', now)).toEqual(items.slice(0, 2));
});
