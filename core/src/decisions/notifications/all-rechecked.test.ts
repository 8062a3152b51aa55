import { expect, it } from 'vitest';
import { endpointSample, NOW, voteSample } from '../../testing/samples.ts';
import type { CheckError } from '../../values/check.ts';
import type { LocationCode } from '../../values/locations.ts';
import { haveAllRechecked } from './all-rechecked.ts';

const [up, down] = [voteSample(), voteSample({ up: false })];
const live = { generation: 1, live: true };
const check = (location: LocationCode, at: number, error: CheckError | null = null) => ({ location, at, error });

it.each([
  { rule: 'no location has checked', checks: [], expected: false },
  { rule: 'the only check is older than the outage', checks: [check('bd', NOW - 1)], expected: false },
  { rule: 'only another location has checked', checks: [check('tw', NOW, 'timeout')], expected: false },
  { rule: 'it has checked successfully', checks: [check('bd', NOW)], expected: true },
  { rule: 'its newest check failed', checks: [check('bd', NOW), check('bd', NOW + 1, 'timeout')], expected: false },
])('$rule: $expected', ({ checks, expected }) => {
  const endpoint = endpointSample({ locations: ['tw', 'th', 'bd'], votes: { tw: down, th: down, bd: up } });
  expect(
    haveAllRechecked(endpoint, { tw: live, th: live, bd: live }, checks, { recheckedBy: 'up', sinceMs: NOW }),
  ).toBe(expected);
});

it('ignores a location whose vote does not count', () => {
  const endpoint = endpointSample({ locations: ['tw', 'bd'], votes: { tw: down, bd: up } });
  expect(
    haveAllRechecked(endpoint, { tw: live, bd: { generation: 1, live: false } }, [], {
      recheckedBy: 'up',
      sinceMs: NOW,
    }),
  ).toBe(true);
});
