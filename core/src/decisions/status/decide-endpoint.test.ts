import { describe, expect, it } from 'vitest';
import { coverageDueAt, type Endpoint } from '../../documents/endpoint.ts';
import {
  endpointSample,
  incidentSample,
  LONG_AGO,
  monitorSample,
  NOW,
  outageSample,
  verdictSample,
  voteSample,
} from '../../testing/samples.ts';
import { AGENT } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import type { AssignedByLocation } from '../../values/vote.ts';
import { decideEndpoint, type EndpointChange, type EndpointInput, type VerdictUpdate } from './decide-endpoint.ts';

const ALL_LIVE: AssignedByLocation = {
  tw: { generation: 1, live: true },
  th: { generation: 1, live: true },
  bd: { generation: 1, live: true },
};

function verdictFrom(location: LocationCode, up: boolean, changes: Partial<VerdictUpdate> = {}): VerdictUpdate {
  return { location, generation: 1, agentSeq: 2, verdict: verdictSample({ up }), ...changes };
}

function decide(endpoint: Endpoint, changes: Partial<EndpointInput> = {}): EndpointChange | null {
  const open = { downtime: null, certificate: null, slow: null };
  const whole = {
    id: 'endpoint',
    endpoint,
    monitor: monitorSample(),
    update: null,
    assigned: ALL_LIVE,
    open,
    nowMs: NOW,
  };
  return decideEndpoint({ ...whole, ...changes });
}

const THREE: LocationCode[] = ['tw', 'th', 'bd'];
const upEverywhere = endpointSample({
  locations: THREE,
  votes: { tw: voteSample(), th: voteSample(), bd: voteSample() },
});

describe('a verdict that changes the status', () => {
  const change = decide(endpointSample({ votes: { tw: voteSample() } }), { update: verdictFrom('tw', false) });

  it('is a transition, and an event with the duration of the status before', () => {
    expect(change?.transition).toEqual({ at: NOW, from: 'up', to: 'down', locations: ['tw'] });
    expect(change?.event).toEqual({
      ownerId: 'owner',
      changedAt: NOW,
      previous: 'up',
      next: 'down',
      locations: ['tw'],
      previousDurationMs: NOW - LONG_AGO,
    });
  });

  it('is kept at the endpoint: status, since, vote, transition, error', () => {
    expect(change?.endpoint).toMatchObject({
      status: 'down',
      since: NOW,
      votes: { tw: { up: false, generation: 1, agentSeq: 2, since: NOW } },
      transitions: [change?.transition],
      lastError: { at: NOW, location: 'tw', statusCode: 500, error: 'status' },
    });
  });

  it('opens an incident on this endpoint', () => {
    expect(change?.downtime).toMatchObject({
      endpointId: 'endpoint',
      monitorId: 'monitor',
      endpoint: { name: 'Shop', url: 'https://shop.farwatch.test/' },
      monitor: { name: 'Shops' },
      severity: 'critical',
    });
  });

  it('names in a recovery the locations that were down', () => {
    if (!change) throw new Error('went down');
    const back = decide(change.endpoint, {
      update: verdictFrom('tw', true, { agentSeq: 3, verdict: verdictSample({ since: NOW + MINUTE_MS }) }),
      open: { downtime: change.downtime, certificate: null, slow: null },
      nowMs: NOW + MINUTE_MS,
    });
    expect(back?.transition).toEqual({ at: NOW + MINUTE_MS, from: 'down', to: 'up', locations: ['tw'] });
    expect(back?.event?.previousDurationMs).toBe(MINUTE_MS);
    expect(back?.downtime).toMatchObject({ status: 'resolved', resolvedAt: NOW + MINUTE_MS });
  });
});

describe('a verdict that changes nothing gives null', () => {
  const down = endpointSample({
    status: 'down',
    votes: { tw: voteSample({ up: false, generation: 2, agentSeq: 5 }) },
    transitions: [{ at: NOW - HOUR_MS, from: 'up', to: 'down', locations: ['tw'] }],
  });
  const assigned = { tw: { generation: 2, live: true } };
  const open = { downtime: incidentSample({ outage: outageSample() }), certificate: null, slow: null };
  it.each<{ rule: string; verdict: VerdictUpdate | null }>([
    { rule: 'the same again', verdict: verdictFrom('tw', false, { generation: 2, agentSeq: 5 }) },
    {
      rule: 'an older one of the same generation, though it differs',
      verdict: verdictFrom('tw', true, { generation: 2, agentSeq: 4 }),
    },
    { rule: 'one of a previous generation', verdict: verdictFrom('tw', true, { generation: 1, agentSeq: 99 }) },
    { rule: 'one from a location that is not watched', verdict: verdictFrom('bd', true) },
    { rule: 'no verdict and nothing else new', verdict: null },
  ])('$rule', ({ verdict }) => {
    expect(decide(down, { update: verdict, assigned, open })).toBeNull();
  });

  it('a newer one that is the same is stored as a vote, without a transition or an event', () => {
    const change = decide(down, { update: verdictFrom('tw', false, { generation: 2, agentSeq: 6 }), assigned, open });
    expect(change).toMatchObject({ transition: null, event: null, downtime: null });
    expect(change?.endpoint.votes.tw?.agentSeq).toBe(6);
  });
});

describe('verdicts applied repeatedly and in the wrong order give the same result', () => {
  const steps: VerdictUpdate[] = [
    verdictFrom('tw', false, { agentSeq: 2, verdict: verdictSample({ up: false, since: NOW - 50 * SECOND_MS }) }),
    verdictFrom('th', false, { agentSeq: 2, verdict: verdictSample({ up: false, since: NOW - 40 * SECOND_MS }) }),
    verdictFrom('tw', true, { agentSeq: 3, verdict: verdictSample({ since: NOW - 30 * SECOND_MS }) }),
    verdictFrom('th', true, { agentSeq: 3, verdict: verdictSample({ since: NOW - 20 * SECOND_MS }) }),
  ];
  const run = (order: number[]) => {
    let endpoint = upEverywhere;
    let open: EndpointInput['open'] = { downtime: null, certificate: null, slow: null };
    for (const index of order) {
      const change = decide(endpoint, { update: steps[index] ?? null, open });
      if (!change) continue;
      endpoint = change.endpoint;
      if (change.downtime) open = { ...open, downtime: change.downtime.status === 'active' ? change.downtime : null };
    }
    return { status: endpoint.status, votes: endpoint.votes, open: open.downtime };
  };
  const inOrder = run([0, 1, 2, 3]);
  it.each([
    { order: [0, 0, 1, 1, 2, 2, 3, 3] },
    { order: [0, 1, 2, 3, 0, 1, 2, 3] },
    { order: [2, 0, 3, 1] },
    { order: [1, 0, 3, 2] },
    { order: [3, 2, 1, 0] },
  ])('$order', ({ order }) => {
    expect(run(order)).toEqual(inOrder);
    expect(inOrder).toMatchObject({ status: 'up', open: null });
  });
});

describe('a change of which votes count', () => {
  const votes = {
    tw: voteSample({ up: false, since: NOW - HOUR_MS }),
    th: voteSample({ up: false, since: NOW - HOUR_MS }),
    bd: voteSample(),
  };
  const down = endpointSample({
    locations: THREE,
    status: 'down',
    votes,
    transitions: [{ at: NOW - HOUR_MS, from: 'up', to: 'down', locations: ['tw', 'th'] }],
  });
  const open = {
    downtime: incidentSample({ downLocations: ['tw', 'th'], severity: 'major' }),
    certificate: null,
    slow: null,
  };

  it('an agent lost whose vote was down: nothing has recovered', () => {
    const change = decide(down, { assigned: { ...ALL_LIVE, tw: { generation: 1, live: false } }, open });
    expect(change).toMatchObject({
      endpoint: { status: 'down', since: down.since, votes },
      transition: { at: NOW, from: 'down', to: 'down', locations: ['th'] },
      event: null,
      downtime: null,
    });
  });

  it('all agents lost: unknown, and the incident stays as it is', () => {
    expect(decide(down, { assigned: {}, open })).toMatchObject({
      endpoint: { status: 'unknown', votes },
      downtime: null,
    });
  });

  it('an agent returned: up again by its old vote, down only by a new verdict', () => {
    const unknown = (up: boolean) => endpointSample({ status: 'unknown', votes: { tw: voteSample({ up }) } });
    expect(decide(unknown(true))).toMatchObject({ endpoint: { status: 'up', since: NOW }, downtime: null });
    expect(decide(unknown(false))).toBeNull();
    expect(decide(unknown(false), { update: verdictFrom('tw', false) })).toMatchObject({
      endpoint: { status: 'down', since: NOW },
      downtime: { status: 'active' },
    });
  });

  it('removed locations lose their votes', () => {
    const change = decide({ ...down, locations: ['bd'] }, { open });
    expect(change?.endpoint).toMatchObject({ status: 'up', votes: { bd: votes.bd } });
    expect(Object.keys(change?.endpoint.votes ?? {})).toEqual(['bd']);
    expect(change?.downtime?.status).toBe('resolved');
  });

  it('its only location replaced: unknown, since pending is before the very first vote', () => {
    const change = decide(endpointSample({ locations: ['th'], votes: { tw: voteSample() } }));
    expect(change?.endpoint).toMatchObject({ status: 'unknown', votes: {} });
  });

  it('never checked stays pending without any change', () => {
    expect(decide(endpointSample({ status: 'pending' }))).toBeNull();
  });
});

describe('one dissenting location of three', () => {
  it('is an incident without a change of status', () => {
    const change = decide(upEverywhere, { update: verdictFrom('bd', false) });
    expect(change).toMatchObject({
      endpoint: { status: 'up', since: LONG_AGO, transitions: [] },
      transition: null,
      event: null,
      downtime: { severity: 'minor', downLocations: ['bd'] },
    });
  });

  it('joined by a second and a third: down, then down in more places, which is no event of its own', () => {
    const first = decide(upEverywhere, { update: verdictFrom('tw', false), nowMs: NOW });
    if (!first) throw new Error('an incident');
    const open = { downtime: first.downtime, certificate: null, slow: null };
    const second = decide(first.endpoint, { update: verdictFrom('th', false), open, nowMs: NOW });
    if (!second) throw new Error('down');
    expect(second.transition).toMatchObject({ from: 'up', to: 'down', locations: ['tw', 'th'] });
    const later = verdictFrom('bd', false, { verdict: verdictSample({ up: false, since: NOW + MINUTE_MS }) });
    const third = decide(second.endpoint, {
      update: later,
      open: { downtime: second.downtime, certificate: null, slow: null },
      nowMs: NOW + MINUTE_MS,
    });
    expect(third?.transition).toEqual({ at: NOW + MINUTE_MS, from: 'down', to: 'down', locations: THREE });
    expect(third).toMatchObject({ event: null, endpoint: { status: 'down', since: NOW } });
  });
});

describe('the locations of an outage', () => {
  const down = (transitions: Endpoint['transitions'], votes: Endpoint['votes']) =>
    endpointSample({ locations: THREE, status: 'down', votes, transitions });
  const [tw, th, bd] = [voteSample({ up: false }), voteSample({ up: false }), voteSample()];
  const from = (at: number, locations: LocationCode[]) => ({ at, from: 'up', to: 'down', locations }) as const;
  const earlier = [
    { ...from(NOW - 3 * HOUR_MS, ['bd']), locations: ['bd' as const] },
    { at: NOW - 2 * HOUR_MS, from: 'down' as const, to: 'up' as const, locations: ['bd' as const] },
  ];
  const started = { ...from(NOW - HOUR_MS, ['tw', 'th']), locations: ['tw' as const, 'th' as const] };

  it('are a transition if it moved from one location to another', () => {
    const endpoint = down([...earlier, started], { tw, th, bd });
    const first = decide(endpoint, { update: verdictFrom('bd', false) });
    const open = { downtime: first?.downtime ?? null, certificate: null, slow: null };
    const moved = first && decide(first.endpoint, { update: verdictFrom('th', true), open });
    expect(moved?.transition).toMatchObject({ from: 'down', to: 'down', locations: ['tw', 'bd'] });
  });

  it('are known from its own start, not from an earlier outage', () => {
    const change = decide(down([...earlier, started], { tw, th, bd }), { update: verdictFrom('th', true) });
    expect(change?.transition).toMatchObject({ from: 'down', to: 'up', locations: ['tw', 'th'] });
  });

  it('are known from the votes if its start is no longer stored', () => {
    const change = decide(down([], { tw, th, bd }), { update: verdictFrom('th', true) });
    expect(change?.transition).toMatchObject({ from: 'down', to: 'up', locations: ['tw', 'th'] });
  });

  it('are no transition in an ongoing outage without a stored start', () => {
    const open = {
      downtime: incidentSample({ downLocations: ['tw', 'th'], severity: 'major' }),
      certificate: null,
      slow: null,
    };
    expect(decide(down([], { tw, th, bd }), { open })).toBeNull();
  });
});

describe('the time of a change is the verdict’s own', () => {
  const since = NOW - 30 * MINUTE_MS;
  const endpoint = endpointSample({ since, votes: { tw: voteSample() } });
  it.each([
    { rule: 'between the last change and now', since: NOW - MINUTE_MS, at: NOW - MINUTE_MS },
    { rule: 'but not after now', since: NOW + HOUR_MS, at: NOW },
    { rule: 'but not before the status that it ends', since: NOW - HOUR_MS, at: since },
  ])('$rule', ({ since: reportedSince, at }) => {
    const verdict = verdictFrom('tw', false, { verdict: verdictSample({ up: false, since: reportedSince }) });
    const change = decide(endpoint, { update: verdict });
    expect(change?.transition?.at).toBe(at);
    expect(change?.endpoint.since).toBe(at);
    expect(change?.downtime?.triggeredAt).toBe(at);
  });

  it('is that of its incident, if a location that saw the outage later reported it first', () => {
    const down = (location: LocationCode, sinceMs: number) =>
      verdictFrom(location, false, { verdict: verdictSample({ up: false, since: sinceMs }) });
    const first = decide(upEverywhere, { update: down('tw', NOW - SECOND_MS) });
    if (!first) throw new Error('an incident');
    const open = { downtime: first.downtime, certificate: null, slow: null };
    const second = decide(first.endpoint, { update: down('th', NOW - 2 * SECOND_MS), open });
    expect(second?.event).toMatchObject({ changedAt: NOW - SECOND_MS });
    expect(second?.downtime).toMatchObject({ triggeredAt: NOW - SECOND_MS, outage: { startedAt: NOW - SECOND_MS } });
  });

  it.each([
    { rule: 'the time at which votes started or stopped counting', changedAtMs: NOW - MINUTE_MS, at: NOW - MINUTE_MS },
    { rule: 'but not before the status that it ends', changedAtMs: NOW - HOUR_MS, at: since },
    { rule: 'but not after now', changedAtMs: NOW + MINUTE_MS, at: NOW },
  ])('without a verdict: $rule', ({ changedAtMs, at }) => {
    const change = decide(endpoint, { assigned: { tw: { generation: 1, live: false } }, changedAtMs });
    expect(change).toMatchObject({ endpoint: { status: 'unknown', since: at }, event: { changedAt: at } });
  });

  it('a verdict that does not apply does not date other changes', () => {
    const old = verdictFrom('tw', true, { agentSeq: 0, verdict: verdictSample({ since: NOW - 20 * MINUTE_MS }) });
    expect(decide(endpoint, { update: old, assigned: {} })?.transition).toMatchObject({ at: NOW, to: 'unknown' });
  });

  it('keeps the newest transition last, though a clock was ahead before', () => {
    const transitions: Endpoint['transitions'] = [
      { at: NOW - HOUR_MS, from: 'pending', to: 'down', locations: ['tw'] },
      { at: NOW + 5, from: 'down', to: 'down', locations: ['tw', 'th'] },
    ];
    const ahead = { ...endpoint, status: 'down' as const, since: NOW - HOUR_MS, transitions };
    const change = decide(ahead, { update: verdictFrom('tw', true) });
    expect(change?.endpoint.transitions.at(-1)).toMatchObject({ at: NOW + 5, to: 'up' });
  });
});

describe('errors and certificates', () => {
  it('a recovery keeps the last error', () => {
    const lastError = { at: NOW - HOUR_MS, location: 'tw', statusCode: null, error: 'timeout' } as const;
    const endpoint = endpointSample({ status: 'down', votes: { tw: voteSample({ up: false }) }, lastError });
    expect(decide(endpoint, { update: verdictFrom('tw', true) })?.endpoint.lastError).toEqual(lastError);
  });

  it('an incident contains which statuses the check accepts', () => {
    const endpoint = endpointSample({ votes: { tw: voteSample() }, check: { statuses: '200-299,404' } });
    const change = decide(endpoint, { update: verdictFrom('tw', false) });
    expect(change?.downtime?.details.expectedStatus).toBe('200–299, 404');
  });

  it('an up verdict with a warning opens a certificate incident, and no outage', () => {
    const verdict = verdictSample({ certificateEndsAt: NOW + HOUR_MS });
    const change = decide(endpointSample({ votes: { tw: voteSample() } }), {
      update: verdictFrom('tw', true, { verdict }),
    });
    expect(change).toMatchObject({ downtime: null, certificate: { type: 'certificate', status: 'active' } });
    expect(change?.endpoint.status).toBe('up');
  });
});

describe('a down verdict of an agent that abstains or lost the assignment decides nothing', () => {
  const endpoint = endpointSample({
    locations: ['tw', 'th'],
    status: 'unknown',
    votes: { tw: voteSample(), th: voteSample({ up: false }) },
  });
  const open = {
    downtime: incidentSample({ severity: 'minor', downLocations: ['th'] }),
    certificate: null,
    slow: null,
  };
  const th = { generation: 1, live: true };
  it.each([
    { rule: 'not live', assigned: { tw: { generation: 1, live: false }, th } },
    { rule: 'assigned to another agent', assigned: { tw: { generation: 2, live: true }, th } },
  ])('$rule', ({ assigned }) => {
    const change = decide(endpoint, { update: verdictFrom('tw', false), assigned, open });
    expect(change).toMatchObject({ endpoint: { status: 'unknown' }, transition: null });
    expect(change?.downtime?.severity ?? 'minor').toBe('minor');
  });
});

describe('a status of down starts with a new down verdict', () => {
  const live = (...locations: LocationCode[]): AssignedByLocation =>
    Object.fromEntries(THREE.map((each) => [each, { generation: 1, live: locations.includes(each) }]));
  const votes = (...down: LocationCode[]) =>
    Object.fromEntries(THREE.map((each) => [each, voteSample({ up: !down.includes(each) })]));
  it('not with an up verdict, though most votes are down', () => {
    const endpoint = endpointSample({ locations: THREE, status: 'unknown', votes: votes('tw', 'th') });
    const open = {
      downtime: incidentSample({ severity: 'minor', downLocations: ['tw', 'th'] }),
      certificate: null,
      slow: null,
    };
    const change = decide(endpoint, { update: verdictFrom('bd', true), assigned: live(...THREE), open });
    expect(change?.endpoint.status).toBe('unknown');
  });

  it('also of the only remaining location', () => {
    const endpoint = endpointSample({ locations: ['tw', 'bd'], status: 'unknown', votes: votes('bd') });
    const open = {
      downtime: incidentSample({ severity: 'minor', downLocations: ['bd'] }),
      certificate: null,
      slow: null,
    };
    const change = decide(endpoint, { update: verdictFrom('bd', false), assigned: live('bd'), open });
    expect(change).toMatchObject({ endpoint: { status: 'down' }, downtime: { severity: 'critical' } });
  });
});

describe('a verdict on another revision of the endpoint', () => {
  const revised = (rev: number, changes: Partial<Endpoint> = {}) =>
    endpointSample({ rev, status: 'pending', votes: {}, ...changes });
  it.each<{ rule: string; endpoint: Endpoint; up: boolean; rev: number; status: string | null }>([
    { rule: 'down, of the previous URL', endpoint: revised(1), up: false, rev: 0, status: null },
    { rule: 'up, of the previous URL', endpoint: revised(1), up: true, rev: 0, status: null },
    { rule: 'of the same URL two edits ago', endpoint: revised(2), up: false, rev: 0, status: null },
    { rule: 'of an edit that is not applied here yet', endpoint: revised(0), up: false, rev: 1, status: null },
    { rule: 'of the current URL', endpoint: revised(1), up: false, rev: 1, status: 'down' },
    {
      rule: 'of the previous URL, after the first verdict on the current one',
      endpoint: revised(1, { status: 'up', votes: { tw: voteSample() } }),
      up: false,
      rev: 0,
      status: null,
    },
  ])('$rule: $status', ({ endpoint, up, rev, status }) => {
    const change = decide(endpoint, { update: verdictFrom('tw', up, { verdict: verdictSample({ up, rev }) }) });
    expect(change?.endpoint.status ?? null).toBe(status);
  });
});

describe('an endpoint without a vote that counts', () => {
  const away: AssignedByLocation = { tw: { generation: 1, live: false } };
  it.each([
    { before: 'none', gone: 'none', back: 'none', due: [NOW + AGENT.notifyAfterMs, null] },
    { before: 'notified', gone: 'notified', back: 'over', due: [null, NOW] },
    { before: 'unnotified', gone: 'unnotified', back: 'none', due: [null, null] },
    { before: 'over', gone: 'notified', back: 'over', due: [null, NOW] },
  ] as const)(
    'coverage gap: $before, then $gone, and $back when a vote counts again',
    ({ before, gone, back, due }) => {
      const votes = { tw: voteSample() };
      const lost = decide(endpointSample({ votes, coverageGap: before }), { assigned: away });
      expect(lost?.endpoint).toMatchObject({ status: 'unknown', coverageGap: gone });
      const known = decide(endpointSample({ votes, status: 'unknown', coverageGap: gone }));
      expect(known?.endpoint).toMatchObject({ status: 'up', coverageGap: back });
      expect([lost, known].map((each) => each && coverageDueAt(each.endpoint))).toEqual(due);
    },
  );
});
