import type { Monitor } from '@farwatch/core/documents/monitor';
import { monitorEndpointSample, monitorSample } from '@farwatch/core/testing/samples';
import { expect, it } from 'vitest';
import { factsFromMonitors } from './endpoint-facts.ts';

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
  expect(factsFromMonitors([{ ...monitor, id: 'm0', endpoints: {} }, monitor], 'e2')).toMatchObject({
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
  expect(factsFromMonitors([monitor], id)).toBeNull();
});
