import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../documents/endpoint.ts';
import type { Incident } from '../../documents/incident.ts';
import { endpointSample, NOW, verdictSample, voteSample } from '../../testing/samples.ts';
import type { LocationCode } from '../../values/locations.ts';
import type { Slowness } from '../../values/slow.ts';
import { MINUTE_MS } from '../../values/time.ts';
import type { Assigned, Vote } from '../../values/vote.ts';
import { decideEndpoint, type EndpointChange } from './decide-endpoint.ts';
import { slowVotes } from './status-rules.ts';

const SINCE = NOW - 3 * MINUTE_MS;
const SLOW: Slowness = { since: SINCE, ms: 2_340 };
const LIVE: Assigned = { generation: 1, live: true };

const vote = (state: string): Vote => voteSample({ up: state !== 'down', ...(state === 'slow' && { slow: SLOW }) });

describe('an endpoint is slow', () => {
  it.each([
    ['slow', true],
    ['fast', false],
    ['slow fast', false],
    ['slow slow fast', true],
    ['slow fast fast', false],
    ['slow down', true],
    ['slow fast down', false],
    ['down', false],
  ])('if most of its up votes are: %s', (states, isSlow) => {
    const codes: LocationCode[] = ['tw', 'th', 'bd'];
    const votes = states.split(' ').map((state, index) => [codes[index] ?? 'tw', vote(state)] as const);
    expect(Object.keys(slowVotes(Object.fromEntries(votes))).length > 0).toBe(isSlow);
  });
});

/** Decides for an endpoint with a limit of 800 ms that is watched from Taiwan alone. */
class Slowed {
  endpoint: Endpoint = endpointSample({ slowMs: 800, votes: { tw: voteSample() } });
  incident: Incident | null = null;
  seq = 1;

  report(changes: Parameters<typeof verdictSample>[0], nowMs = NOW): EndpointChange | null {
    this.seq += 1;
    const verdict = verdictSample({ since: this.endpoint.votes.tw?.since ?? NOW, ...changes });
    return this.apply({ update: { location: 'tw', generation: 1, agentSeq: this.seq, verdict } }, nowMs);
  }

  apply(changes: Partial<Parameters<typeof decideEndpoint>[0]>, nowMs = NOW): EndpointChange | null {
    const change = decideEndpoint({
      id: 'endpoint',
      endpoint: this.endpoint,
      monitor: { name: 'Shops', maintenance: [] },
      update: null,
      assigned: { tw: LIVE },
      open: { downtime: null, certificate: null, slow: this.incident },
      nowMs,
      ...changes,
    });
    if (change) this.endpoint = change.endpoint;
    if (change?.slow) this.incident = change.slow.status === 'active' ? change.slow : null;
    return change;
  }
}

describe('slow responses', () => {
  it('open an incident and are a transition from up to up, since the first slow check', () => {
    const change = new Slowed().report({ slow: SLOW });
    expect(change?.endpoint).toMatchObject({ status: 'up', slow: { since: SINCE }, slowChangedAt: SINCE });
    expect(change?.transition).toEqual({ at: SINCE, from: 'up', to: 'up', locations: [], slow: true });
    expect(change?.event).toMatchObject({ previous: 'up', next: 'up', slow: true });
    expect(change?.slow).toMatchObject({
      type: 'slow',
      severity: 'minor',
      status: 'active',
      triggeredAt: SINCE,
      downLocations: ['tw'],
      details: { slow: { tw: { ms: 2_340, limitMs: 800 } } },
    });
  });
  it('end with the verdict, and resolve the incident', () => {
    const slowed = new Slowed();
    const { since } = slowed.endpoint;
    slowed.report({ slow: SLOW });
    const change = slowed.report({}, NOW + MINUTE_MS);
    expect(change?.endpoint).toMatchObject({ since, slow: null });
    expect(change?.transition).toMatchObject({ at: NOW + MINUTE_MS, from: 'up', to: 'up', wasSlow: true });
    expect(change?.slow).toMatchObject({ status: 'resolved', resolvedAt: NOW + MINUTE_MS });
  });
  it('are what they were while the agent cannot tell', () => {
    const slowed = new Slowed();
    slowed.report({ slow: SLOW });
    expect(slowed.report({ slow: null })).toMatchObject({ transition: null, slow: null });
    expect(slowed.endpoint.slow).toEqual({ since: SINCE });
    const fast = new Slowed();
    expect(fast.report({ slow: null })?.endpoint.slow).toBeNull();
  });
  it('keep their incident through an outage and while nothing is known', () => {
    const slowed = new Slowed();
    slowed.report({ slow: SLOW });
    const down = slowed.report({ up: false, since: NOW, slow: SLOW });
    expect(down).toMatchObject({ slow: null, transition: { from: 'up', to: 'down', wasSlow: true } });
    expect(slowed.endpoint.slow).toBeNull();
    const unknown = slowed.apply({ assigned: { tw: { ...LIVE, live: false } } });
    expect(unknown).toMatchObject({ endpoint: { status: 'unknown' }, slow: null });
    const up = slowed.report({ up: true, since: NOW + MINUTE_MS, slow: SLOW }, NOW + MINUTE_MS);
    expect(up).toMatchObject({ slow: null, transition: { to: 'up', slow: true } });
    expect(slowed.endpoint.slow).toEqual({ since: NOW + MINUTE_MS });
    expect(slowed.report({}, NOW + 2 * MINUTE_MS)?.slow?.status).toBe('resolved');
  });
  it('keep their incident while a slow location fails', () => {
    const codes: LocationCode[] = ['tw', 'th', 'bd'];
    const slowed = new Slowed();
    const votes = { tw: vote('slow'), th: vote('slow'), bd: vote('fast') };
    slowed.endpoint = { ...slowed.endpoint, locations: codes, votes };
    const assigned = { tw: LIVE, th: LIVE, bd: LIVE };
    expect(slowed.apply({ assigned })?.slow?.status).toBe('active');
    slowed.endpoint = { ...slowed.endpoint, votes: { ...votes, th: { ...vote('slow'), up: false } } };
    expect(slowed.apply({ assigned })).toMatchObject({ endpoint: { slow: null }, slow: null });
    slowed.endpoint = { ...slowed.endpoint, votes: { ...votes, th: vote('fast') } };
    expect(slowed.apply({ assigned })?.slow?.status).toBe('resolved');
  });
  it('keep their incident while nothing is known from a slow location', () => {
    const codes: LocationCode[] = ['tw', 'th', 'bd'];
    const slowed = new Slowed();
    slowed.endpoint = {
      ...slowed.endpoint,
      locations: codes,
      votes: { tw: vote('slow'), th: vote('slow'), bd: vote('fast') },
    };
    expect(slowed.apply({ assigned: { tw: LIVE, th: LIVE, bd: LIVE } })?.slow?.status).toBe('active');
    const isLost = { assigned: { tw: LIVE, th: { ...LIVE, live: false }, bd: LIVE } };
    expect(slowed.apply(isLost)).toMatchObject({ endpoint: { slow: null }, slow: null });
    slowed.endpoint = { ...slowed.endpoint, votes: { ...slowed.endpoint.votes, tw: vote('fast') } };
    expect(slowed.apply(isLost)?.slow?.status).toBe('resolved');
  });
  it('do not count if they took less than the limit, which has changed since', () => {
    const slowed = new Slowed();
    slowed.endpoint = { ...slowed.endpoint, slowMs: 3_000 };
    expect(slowed.report({ slow: SLOW })).toMatchObject({ endpoint: { slow: null }, slow: null });
  });
  it('do not count without a limit', () => {
    const slowed = new Slowed();
    slowed.endpoint = { ...slowed.endpoint, slowMs: null };
    expect(slowed.report({ slow: SLOW })).toMatchObject({ endpoint: { slow: null }, transition: null, slow: null });
  });
  it('end unannounced with another limit', () => {
    const slowed = new Slowed();
    slowed.report({ slow: SLOW });
    slowed.endpoint = { ...slowed.endpoint, slowMs: 900, votes: { tw: voteSample() } };
    const change = slowed.apply({ isLimitChanged: true });
    expect(change?.slow?.updates.at(-1)?.event).toBe('unmonitored');
    expect(change?.transition).toMatchObject({ from: 'up', to: 'up', wasSlow: true });
  });
});
