import { describe, expect, it } from 'vitest';
import { LOCATION_CODES, type LocationCode } from '../locations.ts';
import { voteSample } from '../testing/samples.ts';
import { downLocations, endpointStatus } from './quorum.ts';
import { downtimeSeverity } from './severity.ts';
import { type AssignedByLocation, countingVotes, type Votes } from './vote.ts';

type Role = 'down' | 'up' | 'silentDown' | 'silentUp' | 'formerDown' | 'none';

/** The rule for every mixture of one to three locations; the other locations of a row never voted. */
const TABLE: { roles: Role[]; status: string }[] = [
  { roles: [], status: 'pending' },
  { roles: ['down'], status: 'down' },
  { roles: ['up'], status: 'up' },
  { roles: ['silentDown'], status: 'unknown' },
  { roles: ['silentUp'], status: 'unknown' },
  { roles: ['formerDown'], status: 'unknown' },
  { roles: ['down', 'down'], status: 'down' },
  { roles: ['down', 'up'], status: 'up' },
  { roles: ['up', 'up'], status: 'up' },
  { roles: ['down', 'silentUp'], status: 'down' },
  { roles: ['up', 'silentDown'], status: 'up' },
  { roles: ['up', 'formerDown'], status: 'up' },
  { roles: ['silentDown', 'silentDown'], status: 'unknown' },
  { roles: ['down', 'down', 'down'], status: 'down' },
  { roles: ['down', 'down', 'up'], status: 'down' },
  { roles: ['down', 'up', 'up'], status: 'up' },
  { roles: ['up', 'up', 'up'], status: 'up' },
  { roles: ['down', 'down', 'silentUp'], status: 'down' },
  { roles: ['down', 'up', 'silentDown'], status: 'up' },
  { roles: ['down', 'up', 'formerDown'], status: 'up' },
  { roles: ['up', 'up', 'silentDown'], status: 'up' },
  { roles: ['down', 'silentUp', 'silentUp'], status: 'down' },
  { roles: ['up', 'silentDown', 'formerDown'], status: 'up' },
  { roles: ['silentDown', 'silentDown', 'formerDown'], status: 'unknown' },
];

function voted(roles: Partial<Record<LocationCode, Role>>): { votes: Votes; counting: Votes } {
  const votes: Votes = {};
  const assigned: AssignedByLocation = {};
  for (const location of LOCATION_CODES) {
    const role = roles[location] ?? 'none';
    assigned[location] = { generation: role.startsWith('former') ? 2 : 1, live: !role.startsWith('silent') };
    if (role !== 'none') votes[location] = voteSample({ up: /up/i.test(role) });
  }
  return { votes, counting: countingVotes(votes, LOCATION_CODES, assigned) };
}

function orders<T>(values: readonly T[]): T[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((value, at) => orders(values.toSpliced(at, 1)).map((rest) => [value, ...rest]));
}

describe('an endpoint’s status by quorum, whichever locations say so', () => {
  it.each(TABLE)('$roles: $status', ({ roles, status }) => {
    for (const [first, second, third] of orders(LOCATION_CODES)) {
      if (!first || !second || !third) throw new Error('three locations');
      const [a = 'none', b = 'none', c = 'none'] = roles;
      const { votes, counting } = voted({ [first]: a, [second]: b, [third]: c });
      expect(endpointStatus(votes, counting)).toBe(status);
    }
  });
});

it('the locations that say down are told in the fixed order', () => {
  expect(downLocations(voted({ bd: 'down', tw: 'down', th: 'up' }).counting)).toEqual(['tw', 'bd']);
});

describe('the severity of an outage', () => {
  it.each([
    { down: 1, counting: 1, severity: 'critical' },
    { down: 2, counting: 2, severity: 'critical' },
    { down: 3, counting: 3, severity: 'critical' },
    { down: 2, counting: 3, severity: 'major' },
    { down: 1, counting: 2, severity: 'minor' },
    { down: 1, counting: 3, severity: 'minor' },
  ])('$down of $counting: $severity', ({ down, counting, severity }) => {
    expect(downtimeSeverity(down, counting)).toBe(severity);
  });
});
