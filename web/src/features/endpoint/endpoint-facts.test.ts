import type { Monitor } from '@farwatch/core/documents/monitor';
import { monitorEndpointSample, monitorSample } from '@farwatch/core/testing/samples';
import { describe, expect, it } from 'vitest';
import { contextFromMonitors, failureContext } from './endpoint-facts.ts';

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

it('knows of an endpoint what its monitor does', () => {
  expect(contextFromMonitors([{ ...monitor, id: 'm0', endpoints: {} }, monitor], 'e2')).toMatchObject({
    id: 'e2',
    name: 'B',
    description: '',
    monitorId: 'm1',
    locations: ['tw', 'bd'],
    status: 'up',
    transitions: [{ at: 6, endpoint: 'e2' }],
  });
});

it.each(['e3', 'constructor', ''])('knows nothing of %s', (id) => {
  expect(contextFromMonitors([monitor], id)).toBeNull();
});

const vote = (up: boolean) => ({ up, generation: 1, agentSeq: 1, since: 1 });
const lastError = { at: 1, location: 'bd', statusCode: 503, error: 'status' } as const;
const allDown = { tw: vote(false), th: vote(false), bd: vote(false) };

describe('why and from where an endpoint fails', () => {
  it('names all that see it fail, not the one that said so last', () => {
    expect(failureContext({ status: 'down', votes: allDown, lastError })).toEqual({
      standing: 'down',
      locations: ['tw', 'th', 'bd'],
      reason: { error: 'status', statusCode: 503 },
    });
  });

  it('gives no reason that is of a location where it answers again', () => {
    const votes = { ...allDown, bd: vote(true) };
    expect(failureContext({ status: 'down', votes, lastError })).toMatchObject({
      locations: ['tw', 'th'],
      reason: null,
    });
  });

  it('tells of a partial outage too', () => {
    const votes = { tw: vote(true), th: vote(true), bd: vote(false) };
    expect(failureContext({ status: 'up', votes, lastError })).toMatchObject({
      standing: 'partial',
      locations: ['bd'],
    });
  });

  it('names no location where only one without a say saw it fail', () => {
    const votes = { tw: vote(true), bd: { ...vote(false), withdrawn: 'memory' as const } };
    const expected = { standing: 'partial', locations: [], reason: null };
    expect(failureContext({ status: 'up', votes, lastError })).toEqual(expected);
  });

  it.each([
    ['what is up', { status: 'up', votes: { tw: vote(true) }, lastError }],
    ['what nobody knows', { status: 'unknown', votes: allDown, lastError }],
  ] as const)('has nothing to tell of %s', (_, facts) => {
    expect(failureContext(facts)).toBeNull();
  });
});
