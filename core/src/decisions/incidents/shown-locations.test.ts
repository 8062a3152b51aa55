import { expect, it } from 'vitest';
import { incidentSample, NOW } from '../../testing/samples.ts';
import { shownLocations } from './shown-locations.ts';

it('names those where an active incident is seen now, not those that saw it once', () => {
  const incident = incidentSample({ locations: ['tw', 'th', 'bd'], downLocations: ['th', 'bd'] });
  expect(shownLocations(incident)).toEqual(['th', 'bd']);
});

it('names all that saw it once it is resolved', () => {
  const over = { status: 'resolved', resolvedAt: NOW, downLocations: [] } as const;
  expect(shownLocations(incidentSample({ ...over, downLocations: [], locations: ['tw', 'bd'] }))).toEqual(['tw', 'bd']);
});
