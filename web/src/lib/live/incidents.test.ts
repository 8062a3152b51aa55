import type { Incident } from '@farwatch/core/documents/incident';
import { incidentSample, monitorEndpointSample, monitorSample } from '@farwatch/core/testing/samples';
import { HOUR_MS } from '@farwatch/core/values/time';
import { describe, expect, it } from 'vitest';
import type { LiveList } from './firestore-listeners.ts';
import { listenedSpan, MAX_INCIDENTS, mergedIncidents, recentIncidents, withCurrentNames } from './incidents.ts';

const now = Date.UTC(2026, 0, 15, 12, 30);

it('listens from a full hour or day, so that the listener changes hourly or daily', () => {
  const from = (fromMs: number) => ({ fromMs, toMs: null });
  expect(listenedSpan('24h', now)).toEqual(from(Date.UTC(2026, 0, 14, 12)));
  expect(listenedSpan('24h', now + 29 * 60_000)).toEqual(listenedSpan('24h', now));
  expect(listenedSpan('30d', now)).toEqual(from(Date.UTC(2025, 11, 16, 12)));
  expect(listenedSpan('90d', now)).toEqual(from(Date.UTC(2025, 9, 17)));
  expect(listenedSpan({ fromMs: 5, toMs: 9 }, now)).toEqual({ fromMs: 5, toMs: 9 });
});

const list = (ages: number[], unreadable = 0): LiveList<Incident> => ({
  items: ages.map((age) => ({ id: String(age), ...incidentSample({ triggeredAt: now - age }) })),
  unreadable,
});
const live = (data?: LiveList<Incident>, error?: Error) => ({ data, error });
const lost = new Error('lost');

describe('recentIncidents', () => {
  const from = now - 24 * HOUR_MS;
  const since = (fromMs: number, toMs: number | null = null) => ({ fromMs, toMs });
  const day = { list: list([1]), listened: since(from) };
  const past = { list: list([1]), listened: since(from, from + 9) };
  const full = { list: list([], MAX_INCIDENTS), listened: since(from) };
  const own = list([2]);
  it.each([
    ['the listener’s list, even if there is a previous one', live(own), since(from), day, own, true],
    ['nothing at first', live(), since(from), null, undefined, false],
    ['the previous list while the next hour loads', live(), since(from + HOUR_MS), day, day.list, true],
    ['the previous, incomplete list while a longer range loads', live(), since(from - 1), day, day.list, false],
    ['the previous list if the longer range fails', live(undefined, lost), since(0), day, day.list, false],
    ['the previous list while a range within it loads', live(), since(from, from + 5), day, day.list, true],
    ['the same if the previous list is cut', live(), since(from, from + 5), full, full.list, false],
    ['a cut list while the next hour loads', live(), since(from + HOUR_MS), full, full.list, true],
    ['a list that ends earlier', live(), since(from), past, past.list, false],
    ['a list that ends earlier than another range', live(), since(from, from + 10), past, past.list, false],
    ['a list that ends later', live(), since(from, from + 8), past, past.list, true],
  ])('%s', (_, listener, span, last, data, complete) => {
    expect(recentIncidents(listener, span, last)).toEqual({ recent: { data, error: listener.error }, complete });
  });
});

describe('mergedIncidents', () => {
  it('has each incident once, newest first', () => {
    const { data } = mergedIncidents(live(list([1, 2, 4])), live(list([2, 9])));
    expect(data?.items.map(({ id }) => id)).toEqual(['1', '2', '4', '9']);
    expect(data?.truncated).toBe(false);
  });

  it.each([
    ['neither has arrived', live(), live(), undefined, undefined],
    ['one has arrived', live(list([1])), live(), undefined, undefined],
    ['one has arrived and the other failed', live(list([1])), live(undefined, lost), 1, lost],
    ['the other has arrived and this one failed', live(undefined, lost), live(list([1, 2])), 2, lost],
    ['both failed', live(undefined, lost), live(undefined, lost), undefined, lost],
    ['one failed after it had arrived', live(list([1]), lost), live(list([3])), 2, lost],
  ])('when %s', (_, recent, active, count, error) => {
    const merged = mergedIncidents(recent, active);
    expect([merged.data?.items.length, merged.error]).toEqual([count, error]);
  });

  it('is truncated if there may be more', () => {
    const full = list(
      Array.from({ length: MAX_INCIDENTS - 1 }, (_, age) => age + 1),
      1,
    );
    expect(mergedIncidents(live(full), live(list([1]))).data).toMatchObject({ truncated: true, unreadable: 1 });
  });
});

const incident = incidentSample({
  ...{ monitorId: 'm1', monitor: { name: 'Shop' } },
  ...{ endpointId: 'e1', endpoint: { name: 'Cart', url: 'https://cart.farwatch.test/' } },
});
const monitor = (name: string, endpointName: string) => {
  return { ...monitorSample({ name, endpoints: { e1: monitorEndpointSample({ name: endpointName }) } }), id: 'm1' };
};

it('uses the current names of the monitor and endpoint', () => {
  const { monitor: own, endpoint } = withCurrentNames(incident, [monitor('Web shop', 'Basket')]);
  expect([own.name, endpoint.name, endpoint.url]).toEqual(['Web shop', 'Basket', 'https://cart.farwatch.test/']);
});

it('keeps the incident’s own names if the monitor or endpoint is gone', () => {
  expect(withCurrentNames(incident, [])).toBe(incident);
  const { monitor: own, endpoint } = withCurrentNames(incident, [{ ...monitor('Web shop', ''), endpoints: {} }]);
  expect([own.name, endpoint.name]).toEqual(['Web shop', 'Cart']);
});

it('returns the same object if nothing was renamed', () => {
  expect(withCurrentNames(incident, [monitor('Shop', 'Cart')])).toBe(incident);
});
