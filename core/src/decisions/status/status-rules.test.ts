import { describe, expect, it } from 'vitest';
import { voteSample } from '../../testing/samples.ts';
import { LOCATION_CODES, type LocationCode } from '../../values/locations.ts';
import { downtimeSeverity } from '../../values/severity.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { type AssignedByLocation, countingVotes, type Votes } from '../../values/vote.ts';
import { downLocations, outageVotes, quorumStatus, statusAfter } from './status-rules.ts';

type Role = 'down' | 'up' | 'silentDown' | 'silentUp' | 'supersededDown' | 'none';

/** The status for every combination of one to three locations; the other locations of a row never voted. */
const TABLE: { roles: Role[]; status: string }[] = [
  { roles: [], status: 'pending' },
  { roles: ['down'], status: 'down' },
  { roles: ['up'], status: 'up' },
  { roles: ['silentDown'], status: 'unknown' },
  { roles: ['silentUp'], status: 'unknown' },
  { roles: ['supersededDown'], status: 'unknown' },
  { roles: ['down', 'down'], status: 'down' },
  { roles: ['down', 'up'], status: 'up' },
  { roles: ['up', 'up'], status: 'up' },
  { roles: ['down', 'silentUp'], status: 'down' },
  { roles: ['up', 'silentDown'], status: 'up' },
  { roles: ['up', 'supersededDown'], status: 'up' },
  { roles: ['silentDown', 'silentDown'], status: 'unknown' },
  { roles: ['down', 'down', 'down'], status: 'down' },
  { roles: ['down', 'down', 'up'], status: 'down' },
  { roles: ['down', 'up', 'up'], status: 'up' },
  { roles: ['up', 'up', 'up'], status: 'up' },
  { roles: ['down', 'down', 'silentUp'], status: 'down' },
  { roles: ['down', 'up', 'silentDown'], status: 'up' },
  { roles: ['down', 'up', 'supersededDown'], status: 'up' },
  { roles: ['up', 'up', 'silentDown'], status: 'up' },
  { roles: ['down', 'silentUp', 'silentUp'], status: 'down' },
  { roles: ['up', 'silentDown', 'supersededDown'], status: 'up' },
  { roles: ['silentDown', 'silentDown', 'supersededDown'], status: 'unknown' },
];

function voted(roles: Partial<Record<LocationCode, Role>>): { votes: Votes; counting: Votes } {
  const votes: Votes = {};
  const assigned: AssignedByLocation = {};
  for (const location of LOCATION_CODES) {
    const role = roles[location] ?? 'none';
    assigned[location] = { generation: role.startsWith('superseded') ? 2 : 1, live: !role.startsWith('silent') };
    if (role !== 'none') votes[location] = voteSample({ up: /up/i.test(role) });
  }
  return { votes, counting: countingVotes(votes, LOCATION_CODES, assigned) };
}

function orders<T>(values: readonly T[]): T[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((value, at) => orders(values.toSpliced(at, 1)).map((rest) => [value, ...rest]));
}

describe('an endpoint’s status by quorum, whichever locations vote', () => {
  it.each(TABLE)('$roles: $status', ({ roles, status }) => {
    for (const [first, second, third] of orders(LOCATION_CODES)) {
      if (!first || !second || !third) throw new Error('three locations');
      const [a = 'none', b = 'none', c = 'none'] = roles;
      const { votes, counting } = voted({ [first]: a, [second]: b, [third]: c });
      expect(quorumStatus(votes, counting)).toBe(status);
    }
  });
});

it('down locations are in display order', () => {
  expect(downLocations(voted({ bd: 'down', tw: 'down', th: 'up' }).counting)).toEqual(['tw', 'bd']);
});

/** How a location voted; `stale`: before its agent was away, `silent`: the vote does not count. */
type OutageRole = 'down' | 'up' | 'staleUp' | 'staleDown' | 'silentUp' | 'silentDown' | 'withdrawnDown';

function inOutage(roles: readonly OutageRole[]): { votes: Votes; counting: Votes; outage: Votes } {
  const votes: Votes = {};
  const assigned: AssignedByLocation = {};
  for (const [index, role] of roles.entries()) {
    const location = LOCATION_CODES[index];
    if (!location) throw new Error('more roles than locations');
    const liveSeq = role.startsWith('stale') ? 9 : 0;
    assigned[location] = { generation: 1, live: !role.startsWith('silent'), liveSeq };
    const withdrawn = role.startsWith('withdrawn') ? ({ withdrawn: 'memory' } as const) : {};
    votes[location] = voteSample({ up: /up/i.test(role), ...withdrawn });
  }
  const counting = countingVotes(votes, LOCATION_CODES, assigned);
  return { votes, counting, outage: outageVotes(votes, counting, assigned) };
}

describe('the votes that decide when an outage ends', () => {
  it.each<{ role: OutageRole; isIncluded: boolean }>([
    { role: 'down', isIncluded: true },
    { role: 'staleDown', isIncluded: true },
    { role: 'silentDown', isIncluded: true },
    { role: 'withdrawnDown', isIncluded: true },
    { role: 'up', isIncluded: true },
    { role: 'staleUp', isIncluded: false },
    { role: 'silentUp', isIncluded: false },
  ])('$role: $isIncluded', ({ role, isIncluded }) => {
    expect(Object.keys(inOutage([role]).outage)).toHaveLength(isIncluded ? 1 : 0);
  });
});

describe('the table of statuses', () => {
  type Row = {
    roles: OutageRole[];
    outage?: boolean;
    before: EndpointStatus;
    newDown?: boolean;
    status: EndpointStatus;
  };
  it.each<Row>([
    // No vote at all, or none counts.
    { roles: [], before: 'pending', status: 'pending' },
    { roles: ['silentDown', 'silentUp'], before: 'up', status: 'unknown' },
    { roles: ['silentDown'], before: 'down', outage: true, status: 'unknown' },
    // Most deciding votes are not down.
    { roles: ['down', 'up'], before: 'up', newDown: true, status: 'up' },
    { roles: ['up', 'silentDown', 'silentDown'], before: 'unknown', status: 'up' },
    { roles: ['silentDown', 'up', 'up'], before: 'down', outage: true, status: 'up' },
    { roles: ['silentDown', 'up'], before: 'unknown', outage: true, status: 'up' },
    // Most are down: a new down verdict, or down before and still seen.
    { roles: ['down', 'down', 'up'], before: 'up', newDown: true, status: 'down' },
    { roles: ['down', 'silentDown', 'silentDown'], before: 'unknown', outage: true, newDown: true, status: 'down' },
    { roles: ['down', 'down', 'up'], before: 'down', outage: true, status: 'down' },
    { roles: ['silentDown', 'down', 'up'], before: 'down', outage: true, status: 'down' },
    { roles: ['down', 'staleUp'], before: 'down', outage: true, status: 'down' },
    // Most are down: up before, and still seen up.
    { roles: ['down', 'down', 'up'], before: 'up', status: 'up' },
    // Most are down, and anything else.
    { roles: ['down', 'silentUp'], before: 'up', status: 'unknown' },
    { roles: ['down', 'down', 'up'], before: 'unknown', status: 'unknown' },
    { roles: ['silentDown', 'silentDown', 'up'], before: 'down', outage: true, status: 'unknown' },
    { roles: ['silentDown', 'silentDown', 'staleUp'], before: 'unknown', outage: true, status: 'unknown' },
    { roles: ['staleDown', 'staleUp'], before: 'unknown', outage: true, status: 'unknown' },
  ])(
    '$before, in outage: $outage, new down verdict: $newDown, $roles: $status',
    ({ roles, outage: isInOutage, before, newDown = false, status }) => {
      const { votes, counting, outage } = inOutage(roles);
      expect(statusAfter(before, { votes, counting, deciding: isInOutage ? outage : counting }, newDown)).toBe(status);
    },
  );

  it('no loss of an agent ends an outage, whatever the votes were', () => {
    const each: OutageRole[] = ['down', 'up', 'staleUp', 'staleDown', 'silentUp', 'silentDown', 'withdrawnDown'];
    const silenced: Record<OutageRole, OutageRole> = {
      down: 'silentDown',
      staleDown: 'silentDown',
      silentDown: 'silentDown',
      withdrawnDown: 'silentDown',
      up: 'silentUp',
      staleUp: 'silentUp',
      silentUp: 'silentUp',
    };
    const statusOf = (roles: OutageRole[]) => {
      const { votes, counting, outage } = inOutage(roles);
      return statusAfter('down', { votes, counting, deciding: outage }, false);
    };
    const all = each.flatMap((a) => each.flatMap((b) => each.map((c) => [a, b, c])));
    for (const roles of all) {
      if (statusOf(roles) === 'up') continue;
      for (const [index, role] of roles.entries())
        expect(statusOf(roles.with(index, silenced[role])), `${roles} without ${index}`).not.toBe('up');
    }
  });
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
