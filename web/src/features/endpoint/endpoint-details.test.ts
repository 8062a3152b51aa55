import type { Monitor } from '@farwatch/core/documents/monitor';
import { monitorEndpointSample, monitorSample } from '@farwatch/core/testing/samples';
import { describe, expect, it } from 'vitest';
import { currentFailure, endpointFromMonitors } from './endpoint-details.ts';

const endpoint = monitorEndpointSample({ url: 'https://a.test/', name: 'A', since: 5, createdAt: 1 });
const monitor: Monitor & { id: string } = {
  id: 'm1',
  ...monitorSample({ name: 'Shop' }),
  ownerId: 'u1',
  description: 'of the monitor',
  locations: ['tw', 'bd'],
  endpoints: { e1: endpoint, e2: { ...endpoint, name: 'B' } },
  order: [],
  version: 0,
  transitions: [
    { at: 5, from: 'pending', to: 'up', locations: [], endpoint: 'e1' },
    { at: 6, from: 'pending', to: 'up', locations: [], endpoint: 'e2' },
  ],
  incidents: [],
  createdAt: 1,
  updatedAt: 9,
};

it('takes an endpoint from its monitor', () => {
  expect(endpointFromMonitors([{ ...monitor, id: 'm0', endpoints: {} }, monitor], 'e2')).toMatchObject({
    id: 'e2',
    name: 'B',
    description: '',
    monitorId: 'm1',
    locations: ['tw', 'bd'],
    status: 'up',
    transitions: [{ at: 6, endpoint: 'e2' }],
  });
});

it.each(['e3', 'constructor', ''])('returns null for %j', (id) => {
  expect(endpointFromMonitors([monitor], id)).toBeNull();
});

const vote = (up: boolean) => ({ up, generation: 1, agentSeq: 1, since: 1 });
const lastError = { at: 1, location: 'bd', statusCode: 503, error: 'status' } as const;
const allDown = { tw: vote(false), th: vote(false), bd: vote(false) };

describe('the current failure of an endpoint', () => {
  it('names all locations where it fails, not only that of the last error', () => {
    expect(currentFailure({ slow: null, status: 'down', votes: allDown, lastError })).toEqual({
      displayStatus: 'down',
      locations: ['tw', 'th', 'bd'],
      reason: { error: 'status', statusCode: 503 },
    });
  });

  it('has no reason if the location of the last error has recovered', () => {
    const votes = { ...allDown, bd: vote(true) };
    expect(currentFailure({ slow: null, status: 'down', votes, lastError })).toMatchObject({
      locations: ['tw', 'th'],
      reason: null,
    });
  });

  it('covers partial outages', () => {
    const votes = { tw: vote(true), th: vote(true), bd: vote(false) };
    expect(currentFailure({ slow: null, status: 'up', votes, lastError })).toMatchObject({
      displayStatus: 'partial',
      locations: ['bd'],
    });
  });

  it('leaves out a location whose vote is withdrawn', () => {
    const votes = { tw: vote(true), bd: { ...vote(false), withdrawn: 'memory' as const } };
    const expected = { displayStatus: 'partial', locations: [], reason: null };
    expect(currentFailure({ slow: null, status: 'up', votes, lastError })).toEqual(expected);
  });

  it.each([
    ['an endpoint that is up', { slow: null, status: 'up', votes: { tw: vote(true) }, lastError }],
    ['an endpoint of unknown status', { slow: null, status: 'unknown', votes: allDown, lastError }],
  ] as const)('is null for %s', (_, failing) => {
    expect(currentFailure(failing)).toBeNull();
  });
});
