import { describe, expect, it } from 'vitest';
import type { Endpoint, StatusEvent } from '../../documents/endpoint.ts';
import { type Incident, isFlapping } from '../../documents/incident.ts';
import { endpointSample, monitorSample, NOW, verdictSample, voteSample } from '../../testing/samples.ts';
import { FLAPPING, LIMITS } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { hourStart, MINUTE_MS } from '../../values/time.ts';
import type { Transition } from '../../values/transition.ts';
import type { AssignedByLocation } from '../../values/vote.ts';
import { restartEndpoint } from '../monitors/unwatch-endpoint.ts';
import { decideEndpoint, type EndpointChange, type VoteUpdate } from './decide-endpoint.ts';
import { flappingFrom } from './flapping.ts';

const minutes = (count: number) => NOW + count * MINUTE_MS;

/** Such as `down 0, up 2`: what it became, and in which minute. */
function transitionsOf(text: string): Transition[] {
  let from: EndpointStatus = 'up';
  return text.split(', ').map((change) => {
    const [to, minute] = change.split(' ') as [EndpointStatus, string];
    const transition: Transition = { at: minutes(Number(minute)), from, to, locations: [] };
    from = to;
    return transition;
  });
}

describe('an outage is the one from which an endpoint flaps', () => {
  const FOUR = 'down 0, up 1, down 10, up 11, down 20, up 21, down 30, up 31';
  it.each<[string, string, number, { since: number; outages: number } | null]>([
    ['as the fifth within an hour', FOUR, 59, { since: 0, outages: 5 }],
    ['not an hour after the first', FOUR, 60, null],
    ['not as the fourth', FOUR.slice(0, FOUR.indexOf(', down 30')), 30, null],
    ['not once it was up for half an hour', 'down 0, up 1, down 2, up 3, down 4, up 5, down 6, up 7', 37, null],
    ['not once it was down for half an hour', 'down 0, up 1, down 2, up 3, down 4, up 5, down 6, up 36', 37, null],
    ['as the fifth after half an hour', `down -40, up -31, ${FOUR}`, 35, { since: 0, outages: 5 }],
    ['where unknown time continues an outage', FOUR.replace('up 11, down 20', 'unknown 11, down 20'), 35, null],
    ['where unknown time is between outages', FOUR.replace('up 11', 'up 11, unknown 12'), 35, { since: 0, outages: 5 }],
    ['not after a pause', FOUR.replace('up 11', 'paused 11, pending 12, up 13'), 35, null],
  ])('%s', (_, before, minute, expected) => {
    const flapping = expected && { since: minutes(expected.since), outages: expected.outages, until: null };
    expect(flappingFrom(transitionsOf(before), minutes(minute))).toEqual(flapping);
  });
});

/** An endpoint and its incidents over time, in minutes. */
class WatchedEndpoint {
  endpoint: Endpoint;
  incidents: Incident[] = [];
  readonly events = new Map<string, StatusEvent>();
  last: EndpointChange | null = null;
  assigned: AssignedByLocation = {};
  private seq = 1;

  constructor(...locations: LocationCode[]) {
    const votes = Object.fromEntries(locations.map((code) => [code, voteSample()]));
    this.endpoint = endpointSample({ locations, votes });
    for (const code of locations) this.assigned[code] = { generation: 1, live: true };
  }

  get incident(): Incident | undefined {
    return this.incidents.at(-1);
  }

  report(minute: number, up: boolean, ...locations: LocationCode[]): void {
    for (const location of locations) {
      this.seq += 1;
      const verdict = verdictSample({ up, since: minutes(minute) });
      this.decide(minute, { location, generation: 1, agentSeq: this.seq, verdict });
    }
  }

  /** As the sweep does. */
  review(minute: number): void {
    this.decide(minute, null);
  }

  pause(minute: number): void {
    const open = { downtime: this.open(), certificate: null, slow: null };
    this.apply(restartEndpoint(this.endpoint, 'paused', open, minutes(minute)));
  }

  /** Alternates each minute from a minute on, and is up in the end. */
  alternate(fromMinute: number, outages: number, ...locations: LocationCode[]): number {
    for (let index = 0; index < outages; index += 1) {
      this.report(fromMinute + 2 * index, false, ...locations);
      this.report(fromMinute + 2 * index + 1, true, ...locations);
    }
    return fromMinute + 2 * outages - 1;
  }

  private decide(minute: number, update: VoteUpdate | null): void {
    const open = { downtime: this.open(), certificate: null, slow: null };
    const input = { id: 'endpoint', endpoint: this.endpoint, monitor: monitorSample(), assigned: this.assigned };
    this.apply(decideEndpoint({ ...input, update, open, changedAtMs: minutes(minute), nowMs: minutes(minute) }));
  }

  private open(): Incident | null {
    return this.incident?.status === 'active' ? this.incident : null;
  }

  private apply(change: EndpointChange | null): void {
    this.last = change;
    if (!change) return;
    if (change.downtime) {
      if (this.open()) this.incidents.pop();
      this.incidents.push(change.downtime);
    }
    this.endpoint = { ...change.endpoint, openIncidentId: this.open() ? 'incident' : null };
    if (!change.event) return;
    const key = change.event.earlier ? `hour ${hourStart(change.event.changedAt)}` : `single ${this.events.size}`;
    this.events.set(key, change.event);
  }
}

describe('an endpoint that flaps', () => {
  const flapping = () => {
    const watched = new WatchedEndpoint('tw');
    return { watched, upAt: watched.alternate(0, 8, 'tw') };
  };

  it('has one incident from the fifth outage on, which stays open while it is up', () => {
    const { watched, upAt } = flapping();
    expect(watched.incidents).toHaveLength(FLAPPING.outages);
    expect(watched.incident).toMatchObject({
      status: 'active',
      downLocations: [],
      severity: 'critical',
      outage: { number: 4, endedAt: minutes(upAt) },
      flapping: { since: NOW, outages: 8, until: null },
      stableAt: minutes(upAt + 30),
    });
    expect(watched.incident?.updates.map(({ event }) => event)).toEqual(['opened', 'flapping']);
  });

  it('recovers when it has been up for half an hour, as of when that began', () => {
    const { watched, upAt } = flapping();
    watched.review(upAt + 29);
    expect(watched.last).toBeNull();
    watched.review(upAt + 30);
    expect(watched.incident).toMatchObject({
      status: 'resolved',
      resolvedAt: minutes(upAt),
      flapping: { outages: 8, until: minutes(upAt) },
      stableAt: null,
    });
    watched.report(upAt + 31, false, 'tw');
    expect(watched.incidents).toHaveLength(FLAPPING.outages + 1);
    expect(watched.incident?.flapping).toBeNull();
  });

  it('continues with an outage before that', () => {
    const { watched, upAt } = flapping();
    watched.report(upAt + 29, false, 'tw');
    watched.report(upAt + 30, true, 'tw');
    watched.review(upAt + 31);
    expect(watched.incidents).toHaveLength(FLAPPING.outages);
    expect(watched.incident).toMatchObject({ status: 'active', flapping: { outages: 9, until: null } });
  });

  it('is in an ordinary outage when it has been down for half an hour', () => {
    const { watched, upAt } = flapping();
    watched.report(upAt + 1, false, 'tw');
    watched.review(upAt + 31);
    expect(watched.incident).toMatchObject({
      status: 'active',
      outage: { number: 5, endedAt: null },
      flapping: { outages: 9, until: minutes(upAt + 1) },
      stableAt: null,
    });
    expect(watched.incident?.updates.at(-1)?.event).toBe('stable');
    watched.report(upAt + 40, true, 'tw');
    expect(watched.incident).toMatchObject({ status: 'resolved', resolvedAt: minutes(upAt + 40) });
  });

  it('does not recover while nothing is known, and takes half an hour from then on', () => {
    const { watched, upAt } = flapping();
    watched.assigned = { tw: { generation: 1, live: false } };
    watched.review(upAt + 10);
    expect(watched.endpoint.status).toBe('unknown');
    expect(watched.incident).toMatchObject({ status: 'active', stableAt: null });
    watched.review(upAt + 100);
    expect(watched.incident?.status).toBe('active');
    watched.assigned = { tw: { generation: 1, live: true } };
    watched.review(upAt + 120);
    expect(watched.incident?.stableAt).toBe(minutes(upAt + 150));
  });

  it('no longer flaps while a location is blocked, but its incident continues', () => {
    const watched = new WatchedEndpoint('tw', 'th', 'bd');
    watched.report(-100, false, 'bd');
    const upAt = watched.alternate(0, 6, 'tw', 'th');
    expect(watched.incidents).toHaveLength(1);
    expect(watched.incident).toMatchObject({ flapping: { outages: 6, until: null }, downLocations: ['bd'] });
    watched.review(upAt + 30);
    expect(watched.incident).toMatchObject({ status: 'active', flapping: { until: minutes(upAt) }, stableAt: null });
  });

  it('stays as severe as it was', () => {
    const watched = new WatchedEndpoint('tw', 'th', 'bd');
    watched.alternate(0, 5, 'tw', 'th', 'bd');
    watched.report(20, false, 'tw');
    expect(watched.endpoint.status).toBe('up');
    expect(watched.incident).toMatchObject({ severity: 'critical', downLocations: ['tw'], stableAt: minutes(50) });
    expect(watched.incident?.updates.at(-1)?.event).toBe('flapping');
  });

  it('is over with a pause', () => {
    const { watched, upAt } = flapping();
    watched.pause(upAt + 5);
    expect(watched.incident).toMatchObject({
      status: 'resolved',
      flapping: { until: minutes(upAt + 5) },
      stableAt: null,
    });
    expect(isFlapping(watched.incident ?? null)).toBe(false);
  });

  it('keeps no evidence of further outages', () => {
    const watched = new WatchedEndpoint('tw');
    const stored: (number | undefined)[] = [];
    for (let index = 0; index < 8; index += 1) {
      watched.report(2 * index, false, 'tw');
      stored.push(watched.last?.downtime?.failures.tw?.outage);
      watched.report(2 * index + 1, true, 'tw');
    }
    expect(stored).toEqual([1, 1, 1, 1, 1, 2, 3, 4]);
  });
});

it('has an entry of the status history for each hour', () => {
  const watched = new WatchedEndpoint('tw');
  let minute = 0;
  for (; minute < 24 * 60; minute += 1) {
    watched.report(minute, false, 'tw');
    watched.report(minute + 0.5, true, 'tw');
  }
  expect(watched.events.size).toBeLessThanOrEqual(2 * FLAPPING.outages + 25);
  expect(watched.incidents).toHaveLength(FLAPPING.outages);
  const { transitions } = watched.endpoint;
  expect(transitions.length).toBeLessThanOrEqual(LIMITS.transitionsPerEndpoint);
  expect(transitions.every(({ from }) => from !== 'unknown')).toBe(true);
  const whole = [...watched.events.values()].filter(({ earlier = [] }) => earlier.length > 100);
  expect(whole).toHaveLength(23);
});
