import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../documents/endpoint.ts';
import {
  endpointSample,
  incidentSample,
  monitorSample,
  NOW,
  verdictSample,
  voteSample,
} from '../../testing/samples.ts';
import type { LocationCode } from '../../values/locations.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { decideEndpoint, type VoteUpdate } from './decide-endpoint.ts';

const THREE: LocationCode[] = ['tw', 'th', 'bd'];
const LIVE = { generation: 1, live: true };
const SINCE = NOW - 5 * MINUTE_MS;

function withdrawal(location: LocationCode, agentSeq = 2, rev = 0): VoteUpdate {
  return { location, generation: 1, agentSeq, withdrawal: { reason: 'no-ipv6', since: SINCE, rev } };
}

function decide(endpoint: Endpoint, update: VoteUpdate, downtime: Parameters<typeof incidentSample>[0] | null = null) {
  const open = { downtime: downtime && incidentSample(downtime), certificate: null, slow: null };
  const assigned = { tw: LIVE, th: LIVE, bd: LIVE };
  return decideEndpoint({ id: 'e', endpoint, monitor: monitorSample(), update, assigned, open, nowMs: NOW });
}

const votesOf = (...ups: boolean[]) =>
  Object.fromEntries(ups.map((up, index) => [THREE[index] ?? 'tw', voteSample({ up })]));

describe('a location that withdraws its vote', () => {
  it.each<{ rule: string; before: Endpoint; from: LocationCode; status: string }>([
    {
      rule: 'the only one that was up',
      before: endpointSample({ votes: votesOf(true) }),
      from: 'tw',
      status: 'unknown',
    },
    {
      rule: 'the only one that was down',
      before: endpointSample({ status: 'down', votes: votesOf(false) }),
      from: 'tw',
      status: 'unknown',
    },
    {
      rule: 'one that had never voted',
      before: endpointSample({ status: 'pending' }),
      from: 'tw',
      status: 'unknown',
    },
    {
      rule: 'one of three that are up',
      before: endpointSample({ locations: THREE, votes: votesOf(true, true, true) }),
      from: 'tw',
      status: 'up',
    },
    {
      rule: 'an up one, where one up and one down are left',
      before: endpointSample({ locations: THREE, votes: votesOf(true, true, false) }),
      from: 'tw',
      status: 'up',
    },
    {
      rule: 'the last up one of two, the other is down: never down by a loss',
      before: endpointSample({ locations: ['tw', 'th'], votes: votesOf(true, false) }),
      from: 'tw',
      status: 'unknown',
    },
  ])('$rule: $status', ({ before, from, status }) => {
    const change = decide(before, withdrawal(from));
    expect(change?.endpoint.status).toBe(status);
    expect(change?.downtime).toBeNull();
    expect(change?.endpoint.votes[from]).toMatchObject({ withdrawn: 'no-ipv6', agentSeq: 2 });
  });

  it('is dated by the agent’s last verdict', () => {
    const change = decide(endpointSample({ votes: votesOf(true) }), withdrawal('tw'));
    expect(change?.transition).toMatchObject({ at: SINCE, from: 'up', to: 'unknown' });
  });

  it('neither resolves nor worsens an incident', () => {
    const down = endpointSample({ status: 'down', votes: votesOf(false), openIncidentId: 'i' });
    const change = decide(down, withdrawal('tw'), { downLocations: ['tw'] });
    expect(change?.downtime?.status ?? 'active').toBe('active');
  });

  it('votes again with its next verdict, and an older one does not apply', () => {
    const after = decide(endpointSample({ votes: votesOf(true) }), withdrawal('tw', 5))?.endpoint;
    if (!after) throw new Error('nothing changed');
    const verdict = verdictSample({ up: false });
    expect(decide(after, { location: 'tw', generation: 1, agentSeq: 4, verdict })).toBeNull();
    const back = decide(after, { location: 'tw', generation: 1, agentSeq: 6, verdict: verdictSample() });
    expect(back?.endpoint.status).toBe('up');
    expect(back?.endpoint.votes.tw).not.toHaveProperty('withdrawn');
  });

  it('does not apply to another URL', () => {
    expect(decide(endpointSample({ rev: 1, votes: votesOf(true) }), withdrawal('tw', 2, 0))).toBeNull();
  });
});
