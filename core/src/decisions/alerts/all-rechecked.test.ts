import { expect, it } from 'vitest';
import { endpointSample, NOW, voteSample } from '../../testing/samples.ts';
import type { CheckError } from '../../values/check.ts';
import type { LocationCode } from '../../values/locations.ts';
import { haveAllRechecked } from './all-rechecked.ts';

const [up, down] = [voteSample(), voteSample({ up: false })];
const live = { generation: 1, live: true };
const saw = (location: LocationCode, at: number, error: CheckError | null = null) => ({ location, at, error });

it.each([
  { rule: 'nobody has looked', checks: [], spoken: false },
  { rule: 'it looked before the outage', checks: [saw('bd', NOW - 1)], spoken: false },
  { rule: 'another location looked', checks: [saw('tw', NOW, 'timeout')], spoken: false },
  { rule: 'it sees it up still', checks: [saw('bd', NOW)], spoken: true },
  { rule: 'it has begun to doubt', checks: [saw('bd', NOW), saw('bd', NOW + 1, 'timeout')], spoken: false },
])('where $rule: $spoken', ({ checks, spoken }) => {
  const endpoint = endpointSample({ locations: ['tw', 'th', 'bd'], votes: { tw: down, th: down, bd: up } });
  expect(haveAllRechecked(endpoint, { tw: live, th: live, bd: live }, checks, NOW)).toBe(spoken);
});

it('a location whose vote does not count is not waited for', () => {
  const endpoint = endpointSample({ locations: ['tw', 'bd'], votes: { tw: down, bd: up } });
  expect(haveAllRechecked(endpoint, { tw: live, bd: { generation: 1, live: false } }, [], NOW)).toBe(true);
});
