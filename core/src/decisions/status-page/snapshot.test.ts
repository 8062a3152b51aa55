import { describe, expect, it } from 'vitest';
import type { Monitor } from '../../documents/monitor.ts';
import type { Snapshot } from '../../documents/snapshot.ts';
import { pageComponentSample, pageSample, publicationSample } from '../../testing/page-sample.ts';
import { monitorEndpointSample, monitorSample, NOW } from '../../testing/samples.ts';
import { countsOf } from '../../values/history/levels.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import { type ComponentHistory, shownGroups } from './component-days.ts';
import { shownIncidents } from './shown-incidents.ts';
import { changeSnapshot, isOfAnotherDay, lacksSteps, wholeSnapshot } from './snapshot.ts';

/** Half past eight in the evening in Taipei. */
const TAIPEI = 'Asia/Taipei';
const page = pageSample({
  timeZone: TAIPEI,
  groups: [
    { name: 'Shop', components: [pageComponentSample()] },
    { name: '', components: [pageComponentSample({ key: 'search00', name: 'Search', endpointId: 'a' })] },
  ],
});
const steps = (...parts: [number, 'up' | 'down' | 'unknown'][]) =>
  parts.map(([atMs, status]) => ({ atMs, counts: countsOf(status), running: 0, started: 0 }));

function monitorOf(changes: Partial<Monitor> = {}): Map<string, Monitor> {
  const endpoints = { a: monitorEndpointSample({ status: 'up', since: NOW - DAY_MS }) };
  return new Map([['monitor', monitorSample({ endpoints, createdAt: NOW - 100 * DAY_MS, ...changes })]]);
}

/** Down for an hour three local days ago, and nothing known before five days ago. */
const history: ComponentHistory = {
  createdAt: NOW - 100 * DAY_MS,
  steps: steps(
    [NOW - 100 * DAY_MS, 'unknown'],
    [NOW - 5 * DAY_MS, 'up'],
    [NOW - 3 * DAY_MS, 'down'],
    [NOW - 3 * DAY_MS + HOUR_MS, 'up'],
  ),
  responses: [],
};
const whole = (changes: { monitors?: Map<string, Monitor>; histories?: [string, ComponentHistory][] } = {}) =>
  wholeSnapshot(
    { page, monitors: changes.monitors ?? monitorOf(), incidents: [] },
    new Map(changes.histories ?? [['checkout', history]]),
    null,
    NOW,
  );

/** What a page shows of its first component, or of another one, at a time. */
function shown(snapshot: Snapshot, atMs = NOW, index = 0) {
  const component = shownGroups(snapshot, atMs).flatMap(({ components }) => components)[index];
  if (!component) throw new Error('no component');
  return component;
}

describe('a whole snapshot', () => {
  it('has ninety days in the page’s zone', () => {
    const checkout = shown(whole());
    expect(whole().today).toBe('2026-11-20');
    expect(checkout.days.uptime).toHaveLength(STATUS_PAGE.days);
    expect(checkout.days.uptime.slice(-7)).toEqual([-1, 100, 100, 95.833, 100, 100, 100]);
    expect(checkout.days.downSec.slice(-7)).toEqual([0, 0, 0, 3600, 0, 0, 0]);
    expect(checkout.uptime).toEqual({ hours24: 100, days7: 99.166, days30: 99.166, days90: 99.166 });
  });

  it('has as many days as a younger monitor', () => {
    const young = { ...history, createdAt: NOW - 2 * DAY_MS, steps: steps([NOW - 2 * DAY_MS, 'up']) };
    expect(shown(whole({ histories: [['checkout', young]] })).days).toEqual({
      uptime: [100, 100, 100],
      downSec: [0, 0, 0],
    });
  });

  it('does not round a short outage away', () => {
    const short = { ...history, steps: steps([NOW - DAY_MS, 'up'], [NOW - 2000, 'down'], [NOW - 1000, 'up']) };
    expect(shown(whole({ histories: [['checkout', short]] })).uptime.hours24).toBe(99.998);
  });

  it('knows nothing of a monitor that is gone', () => {
    const gone = shown(whole({ monitors: new Map(), histories: [] }));
    expect(gone).toMatchObject({ status: 'unknown', days: { uptime: [-1] }, uptime: { days90: null } });
  });
});

describe('a change of a monitor', () => {
  const before = whole({
    histories: [
      ['checkout', history],
      ['search00', history],
    ],
  });
  const context = (monitors: Map<string, Monitor>) => ({ page, monitors, incidents: [] });

  it('that shows nothing new leaves the snapshot as it is', () => {
    expect(changeSnapshot(before, context(monitorOf({ name: 'Other' })), NOW + MINUTE_MS)).toBe(before);
    expect(changeSnapshot(before, context(new Map()), NOW + MINUTE_MS)).toBe(before);
  });

  it('changes its components, today’s bar and the last 24 hours', () => {
    const since = NOW + 10 * MINUTE_MS;
    const endpoints = { a: monitorEndpointSample({ status: 'down', since }) };
    const transitions = [{ endpoint: 'a', at: since, from: 'up' as const, to: 'down' as const, locations: [] }];
    const changed = monitorOf({ endpoints, transitions });
    const after = changeSnapshot(before, context(changed), NOW + 15 * MINUTE_MS);
    for (const index of [0, 1]) {
      const component = shown(after, NOW + 15 * MINUTE_MS, index);
      expect(component).toMatchObject({ status: 'down', since });
      expect(component.days.downSec.slice(-3)).toEqual([0, 0, 300]);
      expect(component.uptime).toEqual({ hours24: 99.652, days7: 99.099, days30: 99.099, days90: 99.099 });
    }
    expect([after.changedAt, after.builtAt]).toEqual([NOW + 15 * MINUTE_MS, NOW]);
  });

  it.each([
    [90 * MINUTE_MS, 90 * MINUTE_MS, 50],
    [HOUR_MS, 2 * HOUR_MS, 33.333],
    [2 * HOUR_MS, HOUR_MS, 66.666],
    [HOUR_MS, 0, 100],
    [0, 2 * HOUR_MS, 0],
  ])('on its first day, up for %i ms and then down for %i ms, divides by the known time', (upMs, downMs, expected) => {
    const createdAt = NOW - 60_000;
    const endpoints = { a: monitorEndpointSample({ status: 'up', since: createdAt }) };
    const young = monitorOf({ createdAt, endpoints });
    const first = whole({
      monitors: young,
      histories: [['checkout', { createdAt, steps: steps([NOW, 'up']), responses: [] }]],
    });
    const since = NOW + upMs;
    const down = { a: monitorEndpointSample({ status: downMs > 0 ? 'down' : 'up', since }) };
    const change = { endpoint: 'a', at: since, from: 'up' as const, to: 'down' as const, locations: [] };
    const start = { endpoint: 'a', at: NOW, from: 'pending' as const, to: 'up' as const, locations: [] };
    const changed = monitorOf({ createdAt, endpoints: down, transitions: downMs > 0 ? [start, change] : [start] });
    const after = changeSnapshot(first, context(changed), since + downMs);
    const { uptime } = shown(after, since + downMs);
    expect(uptime).toEqual({ hours24: expected, days7: expected, days30: expected, days90: expected });
  });

  it('shows its maintenance by time, without id and name', () => {
    const occurrence = { id: 'window', name: 'Backup', startsAt: NOW + HOUR_MS, endsAt: NOW + 2 * HOUR_MS };
    const over = { ...occurrence, startsAt: NOW - 2 * HOUR_MS, endsAt: NOW - HOUR_MS };
    const same = { ...occurrence, id: 'other', name: 'Maintenance of Internal' };
    const planned = changeSnapshot(before, context(monitorOf({ maintenance: [over, occurrence, same] })), NOW + 1);
    const { id: _, name: __, ...shown } = occurrence;
    expect(planned.maintenance).toEqual([{ ...shown, components: ['checkout', 'search00'] }]);
    expect(changeSnapshot(planned, context(new Map()), NOW + 2)).toBe(planned);
    expect(changeSnapshot(planned, context(monitorOf()), NOW + 2).maintenance).toEqual([]);
    expect(changeSnapshot(planned, context(new Map()), NOW + 2 * HOUR_MS).maintenance).toEqual([]);
  });

  it('without steps is to be built', () => {
    expect(lacksSteps(before)).toBe(false);
    const old = before.groups.map((group) => ({
      ...group,
      components: group.components.map((each) => ({ ...each, steps: { atMs: [], up: [], down: [], other: [] } })),
    }));
    expect(lacksSteps({ groups: old })).toBe(true);
  });

  it('of another local day is to be built', () => {
    expect(isOfAnotherDay(before, NOW + 3 * HOUR_MS)).toBe(false);
    expect(isOfAnotherDay(before, NOW + 4 * HOUR_MS)).toBe(true);
  });
});

it('the page shows open incidents and those of the last fourteen days, with the components that it has', () => {
  const old = publicationSample({ startedAt: NOW - 20 * DAY_MS });
  const publications = new Map([
    ['open', { ...old, components: ['checkout', 'gone0000'] }],
    ['recent', { ...old, startedAt: NOW - 10 * DAY_MS, resolvedAt: NOW - 9 * DAY_MS }],
    ['deleted', { ...old, deleted: true }],
    ['past', { ...old, resolvedAt: NOW - STATUS_PAGE.recentMs }],
  ]);
  const shown = shownIncidents(page, publications, NOW);
  expect(shown.map(({ id, components }) => [id, components])).toEqual([
    ['recent', ['checkout']],
    ['open', ['checkout']],
  ]);
  expect(Object.keys(shown[0] ?? {}).sort()).toEqual([
    'components',
    'id',
    'resolvedAt',
    'startedAt',
    'title',
    'updates',
  ]);
});
