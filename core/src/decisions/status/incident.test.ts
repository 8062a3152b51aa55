import { describe, expect, it } from 'vitest';
import { INCIDENT_TITLES, type Incident } from '../../documents/incident.ts';
import { certificateSample, incidentSample, NOW, voteSample } from '../../testing/samples.ts';
import { LIMITS } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
import type { Severity } from '../../values/severity.ts';
import { HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import type { Votes } from '../../values/vote.ts';
import { type DowntimeChange, decideDowntime, decideExpiry, resolveIncident } from './incident.ts';
import { outageVotes, quorumStatus } from './status-rules.ts';

/** How a location voted; `silent`: the vote does not count. */
type Role = 'up' | 'down' | 'silentUp' | 'silentDown';
type Roles = Partial<Record<LocationCode, Role>>;

const LATER = NOW + 10 * MINUTE_MS;

/** After a new down verdict, unless `changes` differ. */
function input(roles: Roles, changes: Partial<DowntimeChange> = {}): DowntimeChange {
  const entries = Object.entries(roles) as [LocationCode, Role][];
  const votes: Votes = {};
  const counting: Votes = {};
  for (const [location, role] of entries) {
    const vote = voteSample({ up: role === 'up' || role === 'silentUp', since: NOW });
    votes[location] = vote;
    if (role === 'up' || role === 'down') counting[location] = vote;
  }
  return {
    subject: {
      ownerId: 'owner',
      endpointId: 'endpoint',
      monitorId: 'monitor',
      endpoint: { name: 'Shop', url: 'https://shop.farwatch.test/' },
      monitor: { name: 'Shops' },
    },
    open: null,
    votes,
    counting,
    deciding: changes.open?.outage?.endedAt === null ? outageVotes(votes, counting, {}) : counting,
    watched: ['tw', 'th', 'bd'],
    unheard: [],
    isNew: false,
    lastError: null,
    maintenance: [],
    atMs: LATER,
    status: quorumStatus(votes, counting),
    hasNewDownVerdict: true,
    transitions: [],
    ...changes,
  };
}

function openAt(downLocations: LocationCode[], severity: Severity): Incident {
  return incidentSample({ downLocations, severity });
}

describe('while a location with a live agent has not voted', () => {
  const unheard: LocationCode[] = ['bd'];

  it('an incident is not critical, and its first alert waits if the endpoint is new', () => {
    const awaited = { severity: 'major', awaitsVotesUntil: LATER + MINUTE_MS };
    expect(decideDowntime(input({ tw: 'down' }, { unheard: ['th', 'bd'], isNew: true }))).toMatchObject(awaited);
    expect(decideDowntime(input({ tw: 'down', th: 'down' }, { unheard, isNew: true }))).toMatchObject(awaited);
    expect(decideDowntime(input({ tw: 'down' }, { unheard }))).toMatchObject({ ...awaited, awaitsVotesUntil: null });
    expect(decideDowntime(input({ tw: 'down' }, { isNew: true }))).toMatchObject({
      severity: 'critical',
      awaitsVotesUntil: null,
    });
  });

  it.each<[Role, Partial<Incident>]>([
    ['down', { severity: 'critical', awaitsVotesUntil: null }],
    ['up', { severity: 'major', awaitsVotesUntil: null }],
  ])('its vote %s ends that', (role, after) => {
    const open = decideDowntime(input({ tw: 'down', th: 'down' }, { unheard, isNew: true }));
    const next = { open, hasNewDownVerdict: role === 'down' };
    expect(decideDowntime(input({ tw: 'down', th: 'down', bd: role }, next))).toMatchObject(after);
  });

  it('a critical incident stays critical', () => {
    const open = openAt(['tw', 'th'], 'critical');
    expect(decideDowntime(input({ tw: 'down', th: 'down' }, { unheard, open }))?.severity ?? 'critical').toBe(
      'critical',
    );
  });
});

describe('a downtime incident opens with the first down vote anywhere', () => {
  it.each<{ roles: Roles; severity: Severity | null; locations: LocationCode[] }>([
    { roles: {}, severity: null, locations: [] },
    { roles: { tw: 'up' }, severity: null, locations: [] },
    { roles: { tw: 'silentDown', th: 'up' }, severity: null, locations: [] },
    { roles: { th: 'down' }, severity: 'critical', locations: ['th'] },
    { roles: { tw: 'up', th: 'down' }, severity: 'minor', locations: ['th'] },
    { roles: { tw: 'up', th: 'down', bd: 'up' }, severity: 'minor', locations: ['th'] },
    { roles: { tw: 'silentUp', th: 'down' }, severity: 'critical', locations: ['th'] },
    { roles: { tw: 'up', th: 'down', bd: 'down' }, severity: 'major', locations: ['th', 'bd'] },
    { roles: { tw: 'down', th: 'down', bd: 'down' }, severity: 'critical', locations: ['tw', 'th', 'bd'] },
  ])('$roles: $severity at $locations', ({ roles, severity, locations }) => {
    const incident = decideDowntime(input(roles));
    if (severity === null) return expect(incident).toBeNull();
    expect(incident).toMatchObject({
      type: 'downtime',
      title: INCIDENT_TITLES.downtime,
      status: 'active',
      severity,
      peakSeverity: severity,
      locations,
      downLocations: locations,
      triggeredAt: LATER,
      resolvedAt: null,
      updates: [{ event: 'opened', status: 'active', severity, locations, createdAt: LATER }],
    });
  });

  it('has the error of the failing location, and that location as the first', () => {
    const lastError = { at: NOW, location: 'bd', statusCode: 503, error: 'status' } as const;
    const incident = decideDowntime(input({ th: 'down', bd: 'down' }, { lastError }));
    expect(incident).toMatchObject({ location: 'bd', details: { actualStatus: 503, error: 'status' } });
  });

  it('does not have the error of a location that is not down now', () => {
    const lastError = { at: NOW, location: 'bd', statusCode: 503, error: 'status' } as const;
    const incident = decideDowntime(input({ th: 'down', bd: 'up' }, { lastError }));
    expect(incident).toMatchObject({ location: 'th', details: { actualStatus: null, error: null } });
  });
});

describe('an open incident follows the votes', () => {
  type Case = {
    rule: string;
    open: Incident;
    roles: Roles;
    watched?: LocationCode[];
    event: 'widened' | 'narrowed' | 'recovered' | 'unmonitored' | null;
    severity?: Severity;
    down?: LocationCode[];
  };
  it.each<Case>([
    { rule: 'nothing new', open: openAt(['tw'], 'minor'), roles: { tw: 'down', th: 'up' }, event: null },
    {
      rule: 'a second location',
      open: openAt(['tw'], 'minor'),
      roles: { tw: 'down', th: 'down', bd: 'up' },
      event: 'widened',
      severity: 'major',
      down: ['tw', 'th'],
    },
    {
      rule: 'one of two recovers',
      open: openAt(['tw', 'th'], 'critical'),
      roles: { tw: 'up', th: 'down' },
      event: 'narrowed',
      severity: 'minor',
      down: ['th'],
    },
    {
      rule: 'every counting location is up',
      open: openAt(['tw'], 'minor'),
      roles: { tw: 'up', th: 'up' },
      event: 'recovered',
    },
    {
      rule: 'a location that became silent while down keeps it open',
      open: openAt(['tw'], 'minor'),
      roles: { tw: 'silentDown', th: 'up' },
      event: null,
    },
    {
      rule: 'all locations silent: no data never resolves it',
      open: openAt(['tw'], 'critical'),
      roles: { tw: 'silentDown', th: 'silentUp' },
      event: null,
    },
    {
      rule: 'only a silent up vote is no data either',
      open: openAt(['tw'], 'critical'),
      roles: { tw: 'silentUp' },
      event: null,
    },
    {
      rule: 'a silent up vote keeps nothing open',
      open: openAt(['tw'], 'minor'),
      roles: { tw: 'silentUp', th: 'up' },
      event: 'recovered',
    },
    {
      rule: 'a down location whose vote is gone keeps it open',
      open: openAt(['tw'], 'minor'),
      roles: { th: 'up' },
      event: null,
    },
    {
      rule: 'the others recover, the silent location remains',
      open: openAt(['tw', 'th'], 'critical'),
      roles: { tw: 'silentDown', th: 'up' },
      event: 'narrowed',
      severity: 'minor',
      down: ['tw'],
    },
    {
      rule: 'a silent location does not count for severity',
      open: openAt(['tw', 'th'], 'major'),
      roles: { tw: 'silentDown', th: 'down', bd: 'up' },
      event: 'narrowed',
      severity: 'minor',
      down: ['tw', 'th'],
    },
    {
      rule: 'the same locations, but now all counting ones',
      open: openAt(['tw'], 'minor'),
      roles: { tw: 'down', th: 'silentUp' },
      event: 'widened',
      severity: 'critical',
      down: ['tw'],
    },
    {
      rule: 'one location exchanged for another',
      open: openAt(['tw', 'th'], 'major'),
      roles: { tw: 'down', th: 'up', bd: 'down' },
      event: 'widened',
      severity: 'major',
      down: ['tw', 'bd'],
    },
    {
      rule: 'its last watched location is gone and no other counts',
      open: openAt(['tw'], 'critical'),
      roles: {},
      watched: ['th'],
      event: 'unmonitored',
    },
    {
      rule: 'its location is gone, the others are up',
      open: openAt(['tw'], 'minor'),
      roles: { th: 'up' },
      watched: ['th'],
      event: 'recovered',
    },
  ])('$rule: $event', ({ open, roles, watched, event, severity, down }) => {
    const incident = decideDowntime(input(roles, { open, ...(watched ? { watched } : {}) }));
    if (event === null) return expect(incident).toBeNull();
    const ended = event === 'recovered' || event === 'unmonitored';
    expect(incident).toMatchObject({ status: ended ? 'resolved' : 'active', downLocations: ended ? [] : down });
    expect(incident?.severity).toBe(severity ?? open.severity);
    expect(incident?.updates).toHaveLength(2);
    expect(incident?.updates.at(-1)).toMatchObject({ event, status: ended ? 'resolved' : 'active', createdAt: LATER });
  });

  it('keeps all locations that were ever down, and has its peak severity once resolved', () => {
    let incident = decideDowntime(input({ tw: 'down', th: 'up', bd: 'up' }));
    const steps: [Roles, Severity][] = [
      [{ tw: 'down', th: 'down', bd: 'up' }, 'major'],
      [{ tw: 'up', th: 'down', bd: 'up' }, 'minor'],
    ];
    for (const [roles, severity] of steps) {
      incident = decideDowntime(input(roles, { open: incident }));
      expect(incident?.severity).toBe(severity);
    }
    incident = decideDowntime(input({ tw: 'up', th: 'up', bd: 'up' }, { open: incident, atMs: LATER + MINUTE_MS }));
    expect(incident).toMatchObject({
      status: 'resolved',
      severity: 'major',
      locations: ['tw', 'th'],
      location: 'tw',
      triggeredAt: LATER,
      resolvedAt: LATER + MINUTE_MS,
    });
  });

  it('its updates are in order, though one location’s verdict is older than another’s', () => {
    const open = openAt(['tw'], 'minor');
    const roles: Roles = { tw: 'down', th: 'down', bd: 'up' };
    expect(decideDowntime(input(roles, { open, atMs: NOW - MINUTE_MS }))?.updates.at(-1)?.createdAt).toBe(NOW);
    const wider = decideDowntime(input(roles, { open }));
    const ended = decideDowntime(input({ tw: 'up', th: 'up' }, { open: wider, atMs: NOW + MINUTE_MS }));
    expect(ended).toMatchObject({ resolvedAt: LATER });
  });

  it('keeps at most a hundred updates, the first always', () => {
    let incident = openAt(['tw'], 'minor');
    for (let round = 1; round <= 150; round += 1) {
      const roles: Roles = { tw: 'down', th: round % 2 ? 'down' : 'up', bd: 'up' };
      incident = decideDowntime(input(roles, { open: incident, atMs: NOW + round })) ?? incident;
    }
    expect(incident.updates).toHaveLength(LIMITS.updatesPerIncident);
    expect(incident.updates[0]?.event).toBe('opened');
    expect(incident.updates[1]?.createdAt).toBe(NOW + 52);
    expect(incident.updates.at(-1)?.createdAt).toBe(NOW + 150);
  });
});

describe('without a new down verdict', () => {
  const lost = { hasNewDownVerdict: false } as const;
  it('no incident opens', () => {
    expect(decideDowntime(input({ tw: 'down', th: 'up' }, lost))).toBeNull();
  });

  it('an incident does not become more severe, though fewer votes are up', () => {
    const open = openAt(['tw', 'th'], 'major');
    expect(
      decideDowntime(input({ tw: 'down', th: 'down', bd: 'silentUp' }, { open, ...lost, status: 'up' })),
    ).toBeNull();
    const minor = openAt(['tw'], 'minor');
    expect(
      decideDowntime(input({ tw: 'down', th: 'silentUp' }, { open: minor, ...lost, status: 'unknown' })),
    ).toBeNull();
  });

  it('it may become less severe', () => {
    const open = openAt(['tw', 'th'], 'critical');
    expect(decideDowntime(input({ tw: 'down', th: 'up' }, { open, ...lost }))).toMatchObject({ severity: 'minor' });
  });
});

it.each<{ rule: string; roles: Roles; severity: Severity }>([
  { rule: 'it is up elsewhere: minor', roles: { tw: 'silentDown', th: 'up' }, severity: 'minor' },
  { rule: 'no vote counts: as it was', roles: { tw: 'silentDown', th: 'silentUp' }, severity: 'critical' },
])('a critical incident whose location is silent, where $rule', ({ roles, severity }) => {
  const open = openAt(['tw'], 'critical');
  const after = decideDowntime(input(roles, { open, hasNewDownVerdict: false })) ?? open;
  expect(after).toMatchObject({ status: 'active', severity, downLocations: ['tw'] });
});

describe('the outages of an incident', () => {
  const THREE_UP: Roles = { tw: 'up', th: 'up', bd: 'up' };
  /** Changes a minute apart, from an incident that one down location keeps open. */
  function follow(...steps: [Roles, Partial<DowntimeChange>?][]): Incident {
    let incident = decideDowntime(input({ ...THREE_UP, bd: 'down' }));
    steps.forEach(([roles, changes], index) => {
      const at = { atMs: LATER + (index + 1) * MINUTE_MS };
      incident = decideDowntime(input(roles, { open: incident, ...at, ...changes })) ?? incident;
    });
    if (!incident) throw new Error('an incident');
    return incident;
  }
  const full: Roles = { tw: 'down', th: 'down', bd: 'down' };
  const blocked: Roles = { ...THREE_UP, bd: 'down' };
  const silent: Roles = { tw: 'silentDown', th: 'silentDown', bd: 'silentDown' };

  it('a single failing location is not one', () => {
    expect(follow().outage).toBeNull();
  });

  it('one starts when the status becomes down, and ends when it is up, though the incident continues', () => {
    expect(follow([full]).outage).toMatchObject({ number: 1, startedAt: LATER + MINUTE_MS, endedAt: null });
    const after = follow([full], [blocked]);
    expect(after).toMatchObject({
      status: 'active',
      outage: { number: 1, endedAt: LATER + 2 * MINUTE_MS, locations: ['tw', 'th', 'bd'] },
    });
  });

  it('have consecutive numbers', () => {
    expect(follow([full], [blocked], [full])).toMatchObject({
      outage: { number: 2, startedAt: LATER + 3 * MINUTE_MS, endedAt: null },
      earlierOutages: [{ number: 1, endedAt: LATER + 2 * MINUTE_MS, severity: 'critical' }],
    });
  });

  it('keep the last twenty', () => {
    const changes = Array.from({ length: 22 }, (): [Roles][] => [[full], [blocked]]).flat();
    const { outage, earlierOutages } = follow(...changes);
    expect(outage?.number).toBe(22);
    expect(earlierOutages.map(({ number }) => number)).toEqual(Array.from({ length: 19 }, (_, index) => index + 3));
  });

  it('continues, as severe as before, if an agent with a down vote is lost', () => {
    const wide: Roles = { tw: 'down', th: 'up', bd: 'down' };
    const lost: Roles = { tw: 'silentDown', th: 'up', bd: 'down' };
    expect(follow([wide], [lost, { hasNewDownVerdict: false, status: 'down' }])).toMatchObject({
      severity: 'major',
      downLocations: ['tw', 'bd'],
      outage: { number: 1, endedAt: null },
    });
  });

  it('continues while the status is unknown, and is the same when it is down again', () => {
    const unknown: [Roles, Partial<DowntimeChange>] = [silent, { hasNewDownVerdict: false, status: 'unknown' }];
    expect(follow([full], unknown).outage).toMatchObject({ number: 1, endedAt: null });
    expect(follow([full], unknown, [full]).outage).toMatchObject({ number: 1, endedAt: null });
    expect(follow([full], unknown, [THREE_UP]).outage).toMatchObject({ number: 1, endedAt: LATER + 3 * MINUTE_MS });
  });

  it('ends with the incident, also if the endpoint is unwatched', () => {
    expect(resolveIncident(follow([full]), 'unmonitored', LATER + HOUR_MS).outage?.endedAt).toBe(LATER + HOUR_MS);
  });

  it('keep all locations that were down in them', () => {
    const outage = follow([{ tw: 'up', th: 'down', bd: 'down' }], [{ tw: 'down', th: 'up', bd: 'down' }]).outage;
    expect(outage).toMatchObject({ number: 1, locations: ['tw', 'th', 'bd'] });
  });
});

describe('an incident closed from outside', () => {
  it('as unwatched takes its peak severity and its end', () => {
    const open = incidentSample({ severity: 'minor', peakSeverity: 'critical', triggeredAt: NOW });
    expect(resolveIncident(open, 'unmonitored', NOW + 5)).toMatchObject({
      status: 'resolved',
      severity: 'critical',
      resolvedAt: NOW + 5,
    });
  });

  it('never ends before it started', () => {
    expect(resolveIncident(incidentSample({ triggeredAt: NOW }), 'recovered', NOW - 5).resolvedAt).toBe(NOW);
  });
});

describe('in maintenance', () => {
  const occurrence = { id: 'm', name: 'Backup', startsAt: NOW, endsAt: LATER };
  const during = { maintenance: [occurrence], atMs: LATER - 1 };

  it('an incident that opens is marked, until a new outage starts after it', () => {
    const open = decideDowntime(input({ tw: 'down' }, during));
    expect(open).toMatchObject({ maintenance: occurrence, outage: { number: 1, startedAt: LATER - 1 } });
    const over = decideDowntime(
      input({ tw: 'down', th: 'up', bd: 'up' }, { ...during, open, status: 'up', atMs: LATER }),
    );
    expect(over).toMatchObject({ maintenance: occurrence, status: 'active' });
    const again = decideDowntime(input({ tw: 'down', th: 'down' }, { ...during, open: over, atMs: LATER }));
    expect(again).toMatchObject({ maintenance: null, outage: { number: 2 } });
    // The outage before keeps it, whose downtime does not count.
    expect(again?.earlierOutages).toMatchObject([{ number: 1, maintenance: { startsAt: NOW, endsAt: LATER } }]);
  });

  it('an incident that is open is marked by a new outage only', () => {
    const open = openAt(['tw'], 'minor');
    const wider = decideDowntime(input({ tw: 'down', th: 'down', bd: 'up' }, { ...during, open, status: 'up' }));
    expect(wider).toMatchObject({ maintenance: null, downLocations: ['tw', 'th'] });
    const down = decideDowntime(input({ tw: 'down', th: 'down', bd: 'up' }, { ...during, open }));
    expect(down).toMatchObject({ maintenance: occurrence, outage: { number: 1 } });
  });

  it('a certificate incident is marked as well', () => {
    const votes = { tw: voteSample({ certificateEndsAt: LATER }) };
    expect(decideExpiry({ ...input({}, during), votes, counting: votes, certificate: null })).toMatchObject({
      maintenance: occurrence,
    });
  });
});

it.each([
  ['its own end', LATER, {}, true],
  ['the end of an intermediate one', LATER, { intermediate: { subject: 'R1', startsAt: 0, endsAt: LATER } }, true],
  ['another end', LATER + 1, {}, false],
  [
    'another end than that of the intermediate one',
    LATER,
    { intermediate: { subject: 'R1', startsAt: 0, endsAt: 1 } },
    false,
  ],
])('an incident has the certificate with %s', (_what, endsAt, changes, isKnown) => {
  const votes = { tw: voteSample({ certificateEndsAt: LATER }) };
  const certificate = certificateSample({ endsAt: 'intermediate' in changes ? LATER + 9 : endsAt, ...changes });
  const incident = decideExpiry({ ...input({}), votes, counting: votes, certificate });
  expect(incident?.certificate).toEqual(isKnown ? certificate : null);
});

describe('a certificate incident', () => {
  const ENDS = NOW + 3 * 24 * 60 * MINUTE_MS;
  const warned = (location: LocationCode, ends = ENDS): Votes => ({
    [location]: voteSample({ certificateEndsAt: ends }),
  });
  const certificate = (downLocations: LocationCode[]) =>
    incidentSample({
      type: 'certificate',
      severity: 'informational',
      downLocations,
      details: { ...incidentSample().details, certificateEndsAt: ENDS },
    });
  const decide = (counting: Votes, open: Incident | null, votes: Votes = counting) =>
    decideExpiry({ ...input({}), counting, votes, open, certificate: null });

  it('opens as informational, of its own kind, with the earliest end, though every location is up', () => {
    expect(decide({ ...warned('th', ENDS + 1), ...warned('bd') }, null)).toMatchObject({
      type: 'certificate',
      title: INCIDENT_TITLES.certificate,
      severity: 'informational',
      locations: ['th', 'bd'],
      details: { actualStatus: null, certificateEndsAt: ENDS },
    });
  });

  it('has the end of another certificate that expires soon as well', () => {
    expect(decide(warned('tw', ENDS + 1), certificate(['tw']))).toMatchObject({
      status: 'active',
      details: { certificateEndsAt: ENDS + 1 },
    });
  });

  it.each<{ rule: string; counting: Votes; votes?: Votes; open: Incident | null; event: string | null }>([
    { rule: 'no warning opens nothing', counting: { tw: voteSample() }, open: null, event: null },
    { rule: 'still warned changes nothing', counting: warned('tw'), open: certificate(['tw']), event: null },
    {
      rule: 'warned at another location too',
      counting: { ...warned('tw'), ...warned('th') },
      open: certificate(['tw']),
      event: 'widened',
    },
    { rule: 'renewed', counting: { tw: voteSample() }, open: certificate(['tw']), event: 'recovered' },
    {
      rule: 'a down vote is no evidence about the certificate',
      counting: { tw: voteSample({ up: false }) },
      open: certificate(['tw']),
      event: null,
    },
    { rule: 'no data never resolves it', counting: {}, votes: warned('tw'), open: certificate(['tw']), event: null },
    {
      rule: 'a silent location that was warned keeps it open',
      counting: { th: voteSample() },
      votes: { ...warned('tw'), th: voteSample() },
      open: certificate(['tw']),
      event: null,
    },
  ])('$rule', ({ counting, votes, open, event }) => {
    expect(decide(counting, open, votes)?.updates.at(-1)?.event ?? null).toBe(event);
  });
});
