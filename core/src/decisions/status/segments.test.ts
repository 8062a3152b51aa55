import { describe, expect, it } from 'vitest';
import type { IncidentMark, Monitor } from '../../documents/monitor.ts';
import { monitorEndpointSample, monitorSample, NOW, voteSample } from '../../testing/samples.ts';
import type { LocationCode } from '../../values/locations.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { HOUR_MS, hourStart, MINUTE_MS } from '../../values/time.ts';
import type { MonitorTransition } from '../../values/transition.ts';
import { hourlySegments, type Segment, type SegmentState, segmentState } from './segments.ts';

/** NOW is half past twelve: index 23 is the current hour, 22 the last full one. */
const THIS_HOUR = hourStart(NOW);

function change(
  at: number,
  from: EndpointStatus,
  to: EndpointStatus,
  locations: LocationCode[] = ['tw'],
  endpoint = 'a',
): MonitorTransition {
  return { endpoint, at, from, to, locations };
}

function mark(at: number, endedAt: number | null): IncidentMark {
  return { at, location: 'tw', endpoint: 'a', locations: ['tw'], endedAt };
}

function states(monitor: Monitor, nowMs = NOW): string {
  const letter: Record<SegmentState, string> = {
    UP: 'U',
    PARTIAL: 'p',
    DOWN: 'D',
    MAINTENANCE: 'M',
    PENDING: 'P',
    PAUSED: 'z',
    'N/A': '-',
  };
  return hourlySegments(monitor, nowMs)
    .map((segment) => letter[segmentState(segment)])
    .join('');
}

const TWELVE = 'U'.repeat(12);

describe('the last 24 UTC hours of a monitor, oldest first, the current one last', () => {
  it.each<{ rule: string; monitor: Partial<Monitor>; shown: string }>([
    { rule: 'no endpoints: nothing was watched', monitor: {}, shown: '-'.repeat(24) },
    {
      rule: 'paused hours: an hour in which it was also up or down is shown as that',
      monitor: {
        endpoints: { a: monitorEndpointSample({ status: 'paused', since: THIS_HOUR - 90 * MINUTE_MS }) },
        transitions: [
          change(THIS_HOUR - 8 * HOUR_MS, 'up', 'paused', []),
          change(THIS_HOUR - 5 * HOUR_MS, 'paused', 'pending', []),
          change(THIS_HOUR - 5 * HOUR_MS + 1, 'pending', 'up', []),
          change(THIS_HOUR - 150 * MINUTE_MS, 'up', 'down'),
          change(THIS_HOUR - 90 * MINUTE_MS, 'down', 'paused'),
        ],
      },
      shown: `${'U'.repeat(15)}zzzUUDDzz`,
    },
    {
      rule: 'paused next to an endpoint that is up',
      monitor: { endpoints: { a: monitorEndpointSample(), b: monitorEndpointSample({ status: 'paused' }) } },
      shown: TWELVE + TWELVE,
    },
    { rule: 'always up', monitor: { endpoints: { a: monitorEndpointSample() } }, shown: TWELVE + TWELVE },
    {
      rule: 'created in the middle of an hour: that hour is the first',
      monitor: {
        createdAt: THIS_HOUR - 2 * HOUR_MS + 20 * MINUTE_MS,
        endpoints: { a: monitorEndpointSample({ createdAt: THIS_HOUR - 2 * HOUR_MS + 20 * MINUTE_MS }) },
      },
      shown: `${'-'.repeat(21)}UUU`,
    },
    {
      rule: 'created exactly at the hour: the hour before was not watched',
      monitor: {
        createdAt: THIS_HOUR,
        endpoints: { a: monitorEndpointSample({ createdAt: THIS_HOUR, status: 'pending' }) },
      },
      shown: `${'-'.repeat(23)}P`,
    },
    {
      rule: 'hours before the monitor’s creation are empty though an endpoint is older',
      monitor: { createdAt: THIS_HOUR - HOUR_MS, endpoints: { a: monitorEndpointSample() } },
      shown: `${'-'.repeat(22)}UU`,
    },
    {
      rule: 'an endpoint added to an old monitor: hours without any endpoint are empty',
      monitor: { endpoints: { a: monitorEndpointSample({ createdAt: THIS_HOUR - HOUR_MS }) } },
      shown: `${'-'.repeat(22)}UU`,
    },
    {
      rule: 'down for a minute makes the hour down',
      monitor: {
        endpoints: { a: monitorEndpointSample() },
        transitions: [
          change(THIS_HOUR - 30 * MINUTE_MS, 'up', 'down'),
          change(THIS_HOUR - 29 * MINUTE_MS, 'down', 'up'),
        ],
      },
      shown: `${'U'.repeat(22)}DU`,
    },
    {
      rule: 'an incident without an outage makes its hours partial, until its end',
      monitor: {
        endpoints: { a: monitorEndpointSample() },
        incidents: [mark(THIS_HOUR - 3 * HOUR_MS + MINUTE_MS, THIS_HOUR - HOUR_MS + MINUTE_MS)],
      },
      shown: `${'U'.repeat(20)}pppU`,
    },
    {
      rule: 'an hour in which it was also down is down',
      monitor: {
        endpoints: { a: monitorEndpointSample() },
        incidents: [mark(THIS_HOUR - 2 * HOUR_MS + MINUTE_MS, null)],
        transitions: [
          change(THIS_HOUR - HOUR_MS + MINUTE_MS, 'up', 'down'),
          change(THIS_HOUR - HOUR_MS + 2 * MINUTE_MS, 'down', 'up'),
        ],
      },
      shown: `${'U'.repeat(21)}pDp`,
    },
    {
      rule: 'an incident that is active since a day ago makes all hours partial',
      monitor: { endpoints: { a: monitorEndpointSample() }, incidents: [mark(NOW - 3 * 24 * HOUR_MS, null)] },
      shown: 'p'.repeat(24),
    },
    {
      rule: 'a failing location makes the hour partial without a mark',
      monitor: {
        endpoints: {
          a: monitorEndpointSample({ votes: { tw: voteSample({ up: false, since: NOW - 40 * MINUTE_MS }) } }),
        },
      },
      shown: `${'U'.repeat(22)}pp`,
    },
    {
      rule: 'an incident of another or unknown endpoint is ignored',
      monitor: {
        endpoints: { a: monitorEndpointSample() },
        incidents: [
          { ...mark(THIS_HOUR, null), endpoint: 'gone' },
          { at: THIS_HOUR, location: 'tw' },
        ],
      },
      shown: TWELVE + TWELVE,
    },
    {
      rule: 'an unknown hour is not partial',
      monitor: {
        endpoints: { a: monitorEndpointSample({ status: 'unknown', since: THIS_HOUR - 2 * HOUR_MS }) },
        transitions: [change(THIS_HOUR - 2 * HOUR_MS, 'up', 'unknown')],
        incidents: [mark(THIS_HOUR - 3 * HOUR_MS, null)],
      },
      shown: `${'U'.repeat(20)}p---`,
    },
    {
      rule: 'down across hours',
      monitor: {
        endpoints: { a: monitorEndpointSample() },
        transitions: [
          change(THIS_HOUR - 3 * HOUR_MS + 59 * MINUTE_MS, 'up', 'down'),
          change(THIS_HOUR - HOUR_MS + MINUTE_MS, 'down', 'up'),
        ],
      },
      shown: `${'U'.repeat(20)}DDDU`,
    },
    {
      rule: 'down for exactly one hour does not affect the next',
      monitor: {
        endpoints: { a: monitorEndpointSample() },
        transitions: [change(THIS_HOUR - 2 * HOUR_MS, 'up', 'down'), change(THIS_HOUR - HOUR_MS, 'down', 'up')],
      },
      shown: `${'U'.repeat(21)}DUU`,
    },
    {
      rule: 'down since before the first hour',
      monitor: {
        endpoints: { a: monitorEndpointSample({ status: 'down', votes: { tw: voteSample({ up: false }) } }) },
      },
      shown: 'D'.repeat(24),
    },
    {
      rule: 'never checked',
      monitor: { endpoints: { a: monitorEndpointSample({ status: 'pending' }) } },
      shown: 'P'.repeat(24),
    },
    {
      rule: 'never checked, next to one that is up',
      monitor: { endpoints: { a: monitorEndpointSample(), b: monitorEndpointSample({ status: 'pending' }) } },
      shown: 'U'.repeat(24),
    },
    {
      rule: 'unknown: not watched',
      monitor: { endpoints: { a: monitorEndpointSample({ status: 'unknown' }) } },
      shown: '-'.repeat(24),
    },
    {
      rule: 'known for half of the hour',
      monitor: {
        endpoints: { a: monitorEndpointSample({ status: 'unknown' }) },
        transitions: [change(THIS_HOUR - 30 * MINUTE_MS, 'up', 'unknown', [])],
      },
      shown: `${'U'.repeat(23)}-`,
    },
    {
      rule: 'first checked in the middle of an hour: no longer pending in it',
      monitor: {
        endpoints: { a: monitorEndpointSample() },
        transitions: [change(THIS_HOUR - 30 * MINUTE_MS, 'pending', 'up', [])],
      },
      shown: `${'P'.repeat(22)}UU`,
    },
    {
      rule: 'a removed endpoint is ignored',
      monitor: {
        endpoints: { b: monitorEndpointSample() },
        transitions: [change(THIS_HOUR - 3 * HOUR_MS, 'up', 'down'), change(THIS_HOUR - HOUR_MS, 'down', 'up')],
      },
      shown: 'U'.repeat(24),
    },
    {
      rule: 'a status since a stored transition',
      monitor: {
        endpoints: { a: monitorEndpointSample({ since: THIS_HOUR - HOUR_MS }) },
        transitions: [change(THIS_HOUR - 2 * HOUR_MS, 'up', 'down'), change(THIS_HOUR - HOUR_MS, 'down', 'up')],
      },
      shown: `${'U'.repeat(21)}DUU`,
    },
    {
      rule: 'the past is unknown if no transition is stored',
      monitor: { endpoints: { a: monitorEndpointSample({ since: THIS_HOUR - 2 * HOUR_MS }) } },
      shown: `${'-'.repeat(21)}UUU`,
    },
  ])('$rule', ({ monitor, shown }) => {
    expect(states(monitorSample(monitor))).toBe(shown);
  });

  it('the first hour starts 23 hours before the current one, at any minute', () => {
    for (const minute of [0, 1, 30, 59]) {
      const segments = hourlySegments(
        monitorSample({ endpoints: { a: monitorEndpointSample() } }),
        THIS_HOUR + minute * MINUTE_MS + 1,
      );
      expect(segments.map((segment) => segment?.hourAt)).toEqual(
        Array.from({ length: 24 }, (_, index) => THIS_HOUR - (23 - index) * HOUR_MS),
      );
    }
  });
});

describe('maintenance in the last two hours', () => {
  const [PAST, HALF] = [THIS_HOUR - HOUR_MS, THIS_HOUR - 30 * MINUTE_MS];
  it.each<{ rule: string; startsAt: number; outage: [number, number] | null; shown: string }>([
    { rule: 'a whole hour: nothing else is known', startsAt: PAST, outage: null, shown: 'UMU' },
    { rule: 'part of an hour that was up', startsAt: HALF, outage: null, shown: 'UUU' },
    { rule: 'all downtime was in it', startsAt: HALF, outage: [HALF + 1, THIS_HOUR - 1], shown: 'UMU' },
    { rule: 'downtime before it counts', startsAt: HALF, outage: [HALF - 1, THIS_HOUR], shown: 'UDU' },
    { rule: 'downtime after it counts', startsAt: HALF, outage: [HALF + 1, THIS_HOUR + 1], shown: 'UMD' },
  ])('$rule', ({ startsAt, outage, shown }) => {
    const [from, to] = outage ?? [0, 0];
    const transitions = outage ? [change(from, 'up', 'down'), change(to, 'down', 'up')] : [];
    const maintenance = [{ id: 'm', name: 'Backup', startsAt, endsAt: THIS_HOUR }];
    const monitor = monitorSample({ endpoints: { a: monitorEndpointSample() }, transitions, maintenance });
    expect(states(monitor).slice(-3)).toBe(shown);
  });
});

describe('an hour’s counts', () => {
  const transitions = [
    change(THIS_HOUR - 50 * MINUTE_MS, 'up', 'down', ['th', 'tw'], 'a'),
    change(THIS_HOUR - 40 * MINUTE_MS, 'down', 'up', ['th', 'tw'], 'a'),
    change(THIS_HOUR - 20 * MINUTE_MS, 'up', 'down', ['tw'], 'b'),
    change(THIS_HOUR - 10 * MINUTE_MS, 'down', 'up', ['tw'], 'b'),
  ];
  const endpoints = {
    a: monitorEndpointSample(),
    b: monitorEndpointSample(),
    c: monitorEndpointSample({ status: 'pending' }),
  };

  it('counts every endpoint that was down at some time, names the locations once, hides pending', () => {
    const segment = hourlySegments(monitorSample({ endpoints, transitions }), NOW)[22];
    expect(segment).toEqual({
      hourAt: THIS_HOUR - HOUR_MS,
      isMaintenance: false,
      isPaused: false,
      status: false,
      counts: { pending: 0, down: 2 },
      downLocations: [
        { code: 'tw', name: 'Taiwan' },
        { code: 'th', name: 'Thailand' },
      ],
      partialLocations: [],
    });
  });

  it('an endpoint first checked in the hour is not pending in it', () => {
    const first = [change(THIS_HOUR - 30 * MINUTE_MS, 'pending', 'up', [])];
    const segment = hourlySegments(monitorSample({ endpoints: { a: endpoints.a }, transitions: first }), NOW)[22];
    expect(segment).toMatchObject({ status: true, counts: { pending: 0, down: 0 } });
  });

  it('counts pending endpoints if none is down', () => {
    const segment = hourlySegments(monitorSample({ endpoints, transitions }), NOW)[23];
    expect(segment).toMatchObject({ status: true, counts: { pending: 1, down: 0 }, downLocations: [] });
  });
});

describe('how an hour is shown', () => {
  const segment = (changes: Partial<Segment>): Segment => ({
    hourAt: 0,
    status: false,
    counts: { pending: 0, down: 0 },
    downLocations: [],
    partialLocations: [],
    isPaused: false,
    isMaintenance: false,
    ...changes,
  });
  it.each<{ entry: Segment | null; state: SegmentState }>([
    { entry: null, state: 'N/A' },
    { entry: segment({ status: true, counts: { pending: 2, down: 0 } }), state: 'UP' },
    { entry: segment({ status: true, partialLocations: [{ code: 'bd', name: 'Bangladesh' }] }), state: 'PARTIAL' },
    { entry: segment({ counts: { pending: 1, down: 0 } }), state: 'PENDING' },
    { entry: segment({ counts: { pending: 0, down: 1 } }), state: 'DOWN' },
    { entry: segment({ isMaintenance: true }), state: 'MAINTENANCE' },
    { entry: segment({ status: true, isMaintenance: true }), state: 'MAINTENANCE' },
    { entry: segment({}), state: 'N/A' },
  ])('$entry is $state', ({ entry, state }) => {
    expect(segmentState(entry)).toBe(state);
  });
});
