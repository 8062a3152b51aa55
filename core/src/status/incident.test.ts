import { describe, expect, it } from 'vitest';
import { INCIDENT_TITLES, type Incident } from '../documents/incident.ts';
import { LIMITS } from '../limits.ts';
import type { LocationCode } from '../locations.ts';
import { incidentSample, NOW, voteSample } from '../testing/samples.ts';
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import { type DowntimeChange, decideCertificate, decideDowntime, resolved } from './incident.ts';

import type { Severity } from './severity.ts';
import { outageVotes, quorumStatus } from './status-rules.ts';
import type { Votes } from './vote.ts';

/** What a location says: up, down, or what it said last before its vote stopped counting. */
type Word = 'up' | 'down' | 'silentUp' | 'silentDown';
type Words = Partial<Record<LocationCode, Word>>;

const LATER = NOW + 10 * MINUTE_MS;

/** After a new down verdict, where nothing else is said. */
function input(words: Words, changes: Partial<DowntimeChange> = {}): DowntimeChange {
  const entries = Object.entries(words) as [LocationCode, Word][];
  const votes: Votes = {};
  const counting: Votes = {};
  for (const [location, word] of entries) {
    const vote = voteSample({ up: word === 'up' || word === 'silentUp', since: NOW });
    votes[location] = vote;
    if (word === 'up' || word === 'down') counting[location] = vote;
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
    lastError: null,
    atMs: LATER,
    status: quorumStatus(votes, counting),
    hasNewDownVerdict: true,
    ...changes,
  };
}

function openAt(downLocations: LocationCode[], severity: Severity): Incident {
  return incidentSample({ downLocations, severity });
}

describe('a downtime incident opens with the first down vote anywhere', () => {
  it.each<{ words: Words; severity: Severity | null; locations: LocationCode[] }>([
    { words: {}, severity: null, locations: [] },
    { words: { tw: 'up' }, severity: null, locations: [] },
    { words: { tw: 'silentDown', th: 'up' }, severity: null, locations: [] },
    { words: { th: 'down' }, severity: 'critical', locations: ['th'] },
    { words: { tw: 'up', th: 'down' }, severity: 'minor', locations: ['th'] },
    { words: { tw: 'up', th: 'down', bd: 'up' }, severity: 'minor', locations: ['th'] },
    { words: { tw: 'silentUp', th: 'down' }, severity: 'critical', locations: ['th'] },
    { words: { tw: 'up', th: 'down', bd: 'down' }, severity: 'major', locations: ['th', 'bd'] },
    { words: { tw: 'down', th: 'down', bd: 'down' }, severity: 'critical', locations: ['tw', 'th', 'bd'] },
  ])('$words: $severity at $locations', ({ words, severity, locations }) => {
    const incident = decideDowntime(input(words));
    if (severity === null) return expect(incident).toBeNull();
    expect(incident).toMatchObject({
      kind: 'downtime',
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

  it('tells what the failing location saw, and that it was the first', () => {
    const lastError = { at: NOW, location: 'bd', statusCode: 503, error: 'status' } as const;
    const incident = decideDowntime(input({ th: 'down', bd: 'down' }, { lastError }));
    expect(incident).toMatchObject({ location: 'bd', details: { actualStatus: 503, error: 'status' } });
  });

  it('a failure of a location that is not down now says nothing of this outage', () => {
    const lastError = { at: NOW, location: 'bd', statusCode: 503, error: 'status' } as const;
    const incident = decideDowntime(input({ th: 'down', bd: 'up' }, { lastError }));
    expect(incident).toMatchObject({ location: 'th', details: { actualStatus: null, error: null } });
  });
});

describe('an open incident follows the votes', () => {
  type Case = {
    rule: string;
    open: Incident;
    words: Words;
    watched?: LocationCode[];
    event: 'widened' | 'narrowed' | 'recovered' | 'unwatched' | null;
    severity?: Severity;
    down?: LocationCode[];
  };
  it.each<Case>([
    { rule: 'nothing new', open: openAt(['tw'], 'minor'), words: { tw: 'down', th: 'up' }, event: null },
    {
      rule: 'a second location',
      open: openAt(['tw'], 'minor'),
      words: { tw: 'down', th: 'down', bd: 'up' },
      event: 'widened',
      severity: 'major',
      down: ['tw', 'th'],
    },
    {
      rule: 'one of two recovers',
      open: openAt(['tw', 'th'], 'critical'),
      words: { tw: 'up', th: 'down' },
      event: 'narrowed',
      severity: 'minor',
      down: ['th'],
    },
    {
      rule: 'every counting location is up',
      open: openAt(['tw'], 'minor'),
      words: { tw: 'up', th: 'up' },
      event: 'recovered',
    },
    {
      rule: 'a location that fell silent while down keeps it open',
      open: openAt(['tw'], 'minor'),
      words: { tw: 'silentDown', th: 'up' },
      event: null,
    },
    {
      rule: 'all locations silent: no data never resolves it',
      open: openAt(['tw'], 'critical'),
      words: { tw: 'silentDown', th: 'silentUp' },
      event: null,
    },
    {
      rule: 'a last word of up alone, with nobody counting, is no data either',
      open: openAt(['tw'], 'critical'),
      words: { tw: 'silentUp' },
      event: null,
    },
    {
      rule: 'a silent location whose last word was up holds nothing open',
      open: openAt(['tw'], 'minor'),
      words: { tw: 'silentUp', th: 'up' },
      event: 'recovered',
    },
    {
      rule: 'a location that never voted again since it was down keeps it open',
      open: openAt(['tw'], 'minor'),
      words: { th: 'up' },
      event: null,
    },
    {
      rule: 'the others recover, the silent one remains',
      open: openAt(['tw', 'th'], 'critical'),
      words: { tw: 'silentDown', th: 'up' },
      event: 'narrowed',
      severity: 'minor',
      down: ['tw'],
    },
    {
      rule: 'a silent location does not count for severity',
      open: openAt(['tw', 'th'], 'major'),
      words: { tw: 'silentDown', th: 'down', bd: 'up' },
      event: 'narrowed',
      severity: 'minor',
      down: ['tw', 'th'],
    },
    {
      rule: 'the same locations, but now all that count',
      open: openAt(['tw'], 'minor'),
      words: { tw: 'down', th: 'silentUp' },
      event: 'widened',
      severity: 'critical',
      down: ['tw'],
    },
    {
      rule: 'one place exchanged for another',
      open: openAt(['tw', 'th'], 'major'),
      words: { tw: 'down', th: 'up', bd: 'down' },
      event: 'widened',
      severity: 'major',
      down: ['tw', 'bd'],
    },
    {
      rule: 'its last watched location is gone and nobody else counts',
      open: openAt(['tw'], 'critical'),
      words: {},
      watched: ['th'],
      event: 'unwatched',
    },
    {
      rule: 'its location is gone, the rest is up',
      open: openAt(['tw'], 'minor'),
      words: { th: 'up' },
      watched: ['th'],
      event: 'recovered',
    },
  ])('$rule: $event', ({ open, words, watched, event, severity, down }) => {
    const incident = decideDowntime(input(words, { open, ...(watched ? { watched } : {}) }));
    if (event === null) return expect(incident).toBeNull();
    const ended = event === 'recovered' || event === 'unwatched';
    expect(incident).toMatchObject({ status: ended ? 'resolved' : 'active', downLocations: ended ? [] : down });
    expect(incident?.severity).toBe(severity ?? open.severity);
    expect(incident?.updates).toHaveLength(2);
    expect(incident?.updates.at(-1)).toMatchObject({ event, status: ended ? 'resolved' : 'active', createdAt: LATER });
  });

  it('remembers all locations that ever were down and shows the gravest it was once resolved', () => {
    let incident = decideDowntime(input({ tw: 'down', th: 'up', bd: 'up' }));
    const steps: [Words, Severity][] = [
      [{ tw: 'down', th: 'down', bd: 'up' }, 'major'],
      [{ tw: 'up', th: 'down', bd: 'up' }, 'minor'],
    ];
    for (const [words, severity] of steps) {
      incident = decideDowntime(input(words, { open: incident }));
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

  it('its timeline never runs backwards, though a location’s news is older than another’s', () => {
    const open = openAt(['tw'], 'minor');
    const words: Words = { tw: 'down', th: 'down', bd: 'up' };
    expect(decideDowntime(input(words, { open, atMs: NOW - MINUTE_MS }))?.updates.at(-1)?.createdAt).toBe(NOW);
    const wider = decideDowntime(input(words, { open }));
    const ended = decideDowntime(input({ tw: 'up', th: 'up' }, { open: wider, atMs: NOW + MINUTE_MS }));
    expect(ended).toMatchObject({ resolvedAt: LATER });
  });

  it('keeps at most a hundred updates, the first always', () => {
    let incident = openAt(['tw'], 'minor');
    for (let round = 1; round <= 150; round += 1) {
      const words: Words = { tw: 'down', th: round % 2 ? 'down' : 'up', bd: 'up' };
      incident = decideDowntime(input(words, { open: incident, atMs: NOW + round })) ?? incident;
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

  it('an incident grows no graver, though fewer are left to say otherwise', () => {
    const open = openAt(['tw', 'th'], 'major');
    expect(
      decideDowntime(input({ tw: 'down', th: 'down', bd: 'silentUp' }, { open, ...lost, status: 'up' })),
    ).toBeNull();
    const minor = openAt(['tw'], 'minor');
    expect(
      decideDowntime(input({ tw: 'down', th: 'silentUp' }, { open: minor, ...lost, status: 'unknown' })),
    ).toBeNull();
  });

  it('it may become less grave', () => {
    const open = openAt(['tw', 'th'], 'critical');
    expect(decideDowntime(input({ tw: 'down', th: 'up' }, { open, ...lost }))).toMatchObject({ severity: 'minor' });
  });
});

it.each<{ rule: string; words: Words; severity: Severity }>([
  { rule: 'it is up elsewhere: minor', words: { tw: 'silentDown', th: 'up' }, severity: 'minor' },
  { rule: 'nothing is known: as it was', words: { tw: 'silentDown', th: 'silentUp' }, severity: 'critical' },
])('a critical incident whose location is out of sight, where $rule', ({ words, severity }) => {
  const open = openAt(['tw'], 'critical');
  const after = decideDowntime(input(words, { open, hasNewDownVerdict: false })) ?? open;
  expect(after).toMatchObject({ status: 'active', severity, downLocations: ['tw'] });
});

describe('the outages of an incident', () => {
  const THREE_UP: Words = { tw: 'up', th: 'up', bd: 'up' };
  /** What follows on what, a minute apart, from an incident that one blocked location keeps open. */
  function follow(...steps: [Words, Partial<DowntimeChange>?][]): Incident {
    let incident = decideDowntime(input({ ...THREE_UP, bd: 'down' }));
    steps.forEach(([words, changes], index) => {
      const at = { atMs: LATER + (index + 1) * MINUTE_MS };
      incident = decideDowntime(input(words, { open: incident, ...at, ...changes })) ?? incident;
    });
    if (!incident) throw new Error('an incident');
    return incident;
  }
  const full: Words = { tw: 'down', th: 'down', bd: 'down' };
  const blocked: Words = { ...THREE_UP, bd: 'down' };
  const blind: Words = { tw: 'silentDown', th: 'silentDown', bd: 'silentDown' };

  it('a location that fails alone is none', () => {
    expect(follow().outage).toBeNull();
  });

  it('one begins where the status becomes down, and ends where it is up, though the incident goes on', () => {
    expect(follow([full]).outage).toMatchObject({ number: 1, beganAt: LATER + MINUTE_MS, endedAt: null });
    const after = follow([full], [blocked]);
    expect(after).toMatchObject({
      status: 'active',
      outage: { number: 1, endedAt: LATER + 2 * MINUTE_MS, locations: ['tw', 'th', 'bd'] },
    });
  });

  it('the next is another', () => {
    expect(follow([full], [blocked], [full]).outage).toMatchObject({
      number: 2,
      beganAt: LATER + 3 * MINUTE_MS,
      endedAt: null,
      telling: { severity: null, alerts: 0, deferredId: null },
    });
  });

  it('it goes on, as grave as before, where an agent dies whose vote was down', () => {
    const wide: Words = { tw: 'down', th: 'up', bd: 'down' };
    const lost: Words = { tw: 'silentDown', th: 'up', bd: 'down' };
    expect(follow([wide], [lost, { hasNewDownVerdict: false, status: 'down' }])).toMatchObject({
      severity: 'major',
      downLocations: ['tw', 'bd'],
      outage: { number: 1, endedAt: null },
    });
  });

  it('it goes on while nothing is known, and is the same when it is seen down again', () => {
    const unknown: [Words, Partial<DowntimeChange>] = [blind, { hasNewDownVerdict: false, status: 'unknown' }];
    expect(follow([full], unknown).outage).toMatchObject({ number: 1, endedAt: null });
    expect(follow([full], unknown, [full]).outage).toMatchObject({ number: 1, endedAt: null });
    expect(follow([full], unknown, [THREE_UP]).outage).toMatchObject({ number: 1, endedAt: LATER + 3 * MINUTE_MS });
  });

  it('it ends with the incident, also where nobody watches any more', () => {
    expect(resolved(follow([full]), 'unwatched', LATER + HOUR_MS).outage?.endedAt).toBe(LATER + HOUR_MS);
  });

  it('keeps all locations that were down in it', () => {
    const outage = follow([{ tw: 'up', th: 'down', bd: 'down' }], [{ tw: 'down', th: 'up', bd: 'down' }]).outage;
    expect(outage).toMatchObject({ number: 1, locations: ['tw', 'th', 'bd'] });
  });
});

describe('an incident closed from outside', () => {
  it('as no longer watched takes its peak and its end', () => {
    const open = incidentSample({ severity: 'minor', peakSeverity: 'critical', triggeredAt: NOW });
    expect(resolved(open, 'unwatched', NOW + 5)).toMatchObject({
      status: 'resolved',
      severity: 'critical',
      resolvedAt: NOW + 5,
    });
  });

  it('never ends before it began', () => {
    expect(resolved(incidentSample({ triggeredAt: NOW }), 'recovered', NOW - 5).resolvedAt).toBe(NOW);
  });
});

describe('a certificate incident', () => {
  const ENDS = NOW + 3 * 24 * 60 * MINUTE_MS;
  const warned = (location: LocationCode, ends = ENDS): Votes => ({
    [location]: voteSample({ certificateEndsAt: ends }),
  });
  const certificate = (downLocations: LocationCode[]) =>
    incidentSample({ kind: 'certificate', severity: 'informational', downLocations });
  const decide = (counting: Votes, open: Incident | null, votes: Votes = counting) =>
    decideCertificate({ ...input({}), counting, votes, open });

  it('opens informational, of its own kind, with the earliest end, though every location is up', () => {
    expect(decide({ ...warned('th', ENDS + 1), ...warned('bd') }, null)).toMatchObject({
      kind: 'certificate',
      title: INCIDENT_TITLES.certificate,
      severity: 'informational',
      locations: ['th', 'bd'],
      details: { actualStatus: null, certificateEndsAt: ENDS },
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
      rule: 'a down vote says nothing of the certificate',
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
