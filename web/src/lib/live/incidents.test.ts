import type { Incident } from '@farwatch/core/documents/incident';
import { incidentSample, monitorEndpointSample, monitorSample } from '@farwatch/core/testing/samples';
import { HOUR_MS } from '@farwatch/core/values/time';
import { describe, expect, it } from 'vitest';
import type { LiveList } from './firestore-listeners.ts';
import { listenFrom, MAX_INCIDENTS, mergedIncidents, recentIncidents, withCurrentNames } from './incidents.ts';

const now = Date.UTC(2026, 0, 15, 12, 30);

it('listens from a full hour, so that the listener changes hourly', () => {
  expect(listenFrom('24h', now)).toBe(Date.UTC(2026, 0, 14, 12));
  expect(listenFrom('24h', now + 29 * 60_000)).toBe(listenFrom('24h', now));
  expect(listenFrom('30d', now)).toBe(Date.UTC(2025, 11, 16, 12));
});

const list = (ages: number[], unreadable = 0): LiveList<Incident> => ({
  items: ages.map((age) => ({ id: String(age), ...incidentSample({ triggeredAt: now - age }) })),
  unreadable,
});
const live = (data?: LiveList<Incident>, error?: Error) => ({ data, error });
const lost = new Error('lost');

describe('recentIncidents', () => {
  const day = { list: list([1]), startMs: now - 24 * HOUR_MS };
  const own = list([2]);
  it.each([
    ['the listener’s list, even if there is a previous one', live(own), day.startMs, day, own, true],
    ['nothing at first', live(), day.startMs, null, undefined, false],
    ['the previous list while the next hour loads', live(), day.startMs + HOUR_MS, day, day.list, true],
    ['the previous, incomplete list while a longer range loads', live(), day.startMs - 1, day, day.list, false],
    ['the previous list if the longer range fails', live(undefined, lost), 0, day, day.list, false],
  ])('%s', (_, listener, startMs, last, data, complete) => {
    expect(recentIncidents(listener, startMs, last)).toEqual({ recent: { data, error: listener.error }, complete });
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
