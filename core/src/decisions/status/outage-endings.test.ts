import { describe, expect, it } from 'vitest';
import {
  endpointSample,
  incidentSample,
  monitorSample,
  NOW,
  outageSample,
  verdictSample,
  voteSample,
} from '../../testing/samples.ts';
import type { LocationCode } from '../../values/locations.ts';
import { HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import type { AssignedByLocation } from '../../values/vote.ts';
import { decideEndpoint, type EndpointChange, type EndpointInput, type VerdictUpdate } from './decide-endpoint.ts';

const THREE: LocationCode[] = ['tw', 'th', 'bd'];
const ALL_LIVE: AssignedByLocation = {
  tw: { generation: 1, live: true },
  th: { generation: 1, live: true },
  bd: { generation: 1, live: true },
};
const upEverywhere = endpointSample({
  locations: THREE,
  votes: { tw: voteSample(), th: voteSample(), bd: voteSample() },
});

function verdictFrom(location: LocationCode, up: boolean, changes: Partial<VerdictUpdate> = {}): VerdictUpdate {
  return { location, generation: 1, agentSeq: 2, verdict: verdictSample({ up }), ...changes };
}

function decide(endpoint: EndpointInput['endpoint'], changes: Partial<EndpointInput>): EndpointChange | null {
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

describe('neither a loss nor a return ends an outage', () => {
  /** `back`: the agent of that location returns with its old vote. */
  type Step = { lost: LocationCode[]; newVerdict?: [LocationCode, boolean]; back?: LocationCode };
  type Row = { rule: string; steps: Step[]; statuses: string[]; isOver: boolean };
  const allDown = { lost: [], newVerdict: ['bd', false] } satisfies Step;

  it.each<Row>([
    {
      rule: 'one of two that are down is lost, the third is up as before',
      steps: [{ lost: ['tw'] }],
      statuses: ['down'],
      isOver: false,
    },
    {
      rule: 'all that are down are lost: unknown until one of them votes again',
      steps: [{ lost: ['tw'] }, { lost: ['tw', 'th'] }, { lost: ['tw'], newVerdict: ['th', true] }],
      statuses: ['down', 'unknown', 'up'],
      isOver: true,
    },
    {
      rule: 'all are lost, and the third is back first: most that saw the outage are still silent',
      steps: [{ lost: THREE }, { lost: ['tw', 'th'], back: 'bd' }, { lost: ['tw', 'th'], newVerdict: ['bd', true] }],
      statuses: ['unknown', 'unknown', 'unknown'],
      isOver: false,
    },
    {
      rule: 'the third is lost and returns with its old up vote',
      steps: [{ lost: ['tw', 'bd'] }, { lost: ['tw'], back: 'bd' }],
      statuses: ['down', 'down'],
      isOver: false,
    },
    {
      rule: 'then its new up verdict counts, and most are still down by their last verdicts',
      steps: [{ lost: ['tw', 'bd'] }, { lost: ['tw'], back: 'bd' }, { lost: ['tw'], newVerdict: ['bd', true] }],
      statuses: ['down', 'down', 'down'],
      isOver: false,
    },
    {
      rule: 'the other that is down sees it up: most do',
      steps: [{ lost: ['tw'] }, { lost: ['tw'], newVerdict: ['th', true] }],
      statuses: ['down', 'up'],
      isOver: true,
    },
    {
      rule: 'a lost one is back and sees it up',
      steps: [{ lost: THREE }, { lost: ['tw', 'bd'], newVerdict: ['th', true] }],
      statuses: ['unknown', 'up'],
      isOver: true,
    },
    {
      rule: 'one of three is lost, another sees it up, the last does not',
      steps: [allDown, { lost: ['tw'] }, { lost: ['tw'], newVerdict: ['th', true] }],
      statuses: ['down', 'down', 'down'],
      isOver: false,
    },
    {
      rule: 'and then the last does too',
      steps: [
        allDown,
        { lost: ['tw'] },
        { lost: ['tw'], newVerdict: ['th', true] },
        { lost: ['tw'], newVerdict: ['bd', true] },
      ],
      statuses: ['down', 'down', 'down', 'up'],
      isOver: true,
    },
    {
      rule: 'one that is back is down again: the same outage',
      steps: [
        { lost: THREE },
        { lost: ['tw', 'bd'], newVerdict: ['th', false] },
        { lost: [], newVerdict: ['tw', false] },
      ],
      statuses: ['unknown', 'down', 'down'],
      isOver: false,
    },
  ])('$rule', ({ steps, statuses, isOver }) => {
    let endpoint = upEverywhere;
    let open: EndpointInput['open'] = { downtime: null, certificate: null, slow: null };
    const liveSeqs: Partial<Record<LocationCode, number>> = {};
    let agentSeq = 2;
    const step = ({ lost, newVerdict, back }: Step) => {
      agentSeq += 1;
      if (back) liveSeqs[back] = agentSeq;
      const assigned = Object.fromEntries(
        THREE.map((each) => [each, { generation: 1, live: !lost.includes(each), liveSeq: liveSeqs[each] }]),
      ) as AssignedByLocation;
      const update = newVerdict ? verdictFrom(newVerdict[0], newVerdict[1], { agentSeq }) : null;
      const change = decide(endpoint, { assigned, update, open, nowMs: NOW + agentSeq * MINUTE_MS });
      endpoint = change?.endpoint ?? endpoint;
      open = { ...open, downtime: change?.downtime ?? open.downtime };
      return endpoint.status;
    };
    step({ lost: [], newVerdict: ['tw', false] });
    expect(step({ lost: [], newVerdict: ['th', false] })).toBe('down');
    expect(steps.map(step)).toEqual(statuses);
    expect(open.downtime?.outage).toMatchObject({ number: 1, endedAt: isOver ? expect.any(Number) : null });
  });

  it('one of two is back with its old up vote: up only after its new up verdict', () => {
    const two: LocationCode[] = ['tw', 'bd'];
    const votes = { tw: voteSample({ up: false, agentSeq: 9 }), bd: voteSample({ agentSeq: 1 }) };
    const endpoint = endpointSample({ locations: two, status: 'down', votes });
    const assigned = { tw: { generation: 1, live: true }, bd: { generation: 1, live: true, liveSeq: 5 } };
    const open = {
      downtime: incidentSample({ downLocations: ['tw'], severity: 'critical' }),
      certificate: null,
      slow: null,
    };
    expect(decide(endpoint, { assigned, open })?.endpoint.status ?? 'down').toBe('down');
    const newVerdict = (up: boolean) =>
      decide(endpoint, { assigned, open, update: verdictFrom('bd', up, { agentSeq: 6 }) });
    expect(newVerdict(true)?.endpoint.status).toBe('up');
    expect(newVerdict(false)?.endpoint.status).toBe('down');
  });

  it('a new failure at the only location left is the same outage', () => {
    const votes = { tw: voteSample({ up: false }), th: voteSample({ up: false }), bd: voteSample({ agentSeq: 1 }) };
    const endpoint = endpointSample({ locations: THREE, status: 'down', votes });
    const assigned = { bd: { generation: 1, live: true } };
    const downtime = incidentSample({ downLocations: ['tw', 'th'], severity: 'major', outage: outageSample() });
    const open = { downtime, certificate: null, slow: null };
    const change = decide(endpoint, { assigned, open });
    expect(change).toMatchObject({ endpoint: { status: 'unknown' }, downtime: null });
    if (!change) throw new Error('unknown');
    const after = decide(change.endpoint, { assigned, update: verdictFrom('bd', false), open });
    expect(after).toMatchObject({ endpoint: { status: 'down' }, downtime: { outage: { number: 1, endedAt: null } } });
  });

  it('a location that is no longer watched ends it', () => {
    const votes = { tw: voteSample({ up: false }), th: voteSample({ up: false }), bd: voteSample() };
    const endpoint = endpointSample({ locations: ['th', 'bd'], status: 'down', votes });
    const open = {
      downtime: incidentSample({ downLocations: ['tw', 'th'], outage: outageSample() }),
      certificate: null,
      slow: null,
    };
    const change = decide(endpoint, { assigned: { bd: { generation: 1, live: true } }, open });
    expect(change).toMatchObject({ endpoint: { status: 'up' }, downtime: { outage: { endedAt: NOW } } });
  });

  it('however old it is', () => {
    const open = {
      downtime: incidentSample({ downLocations: ['tw', 'th'], severity: 'major' }),
      certificate: null,
      slow: null,
    };
    const since = NOW - 25 * HOUR_MS;
    const votes = { tw: voteSample({ up: false, since }), th: voteSample({ up: false, since }), bd: voteSample() };
    const endpoint = endpointSample({ locations: THREE, status: 'down', votes });
    const change = decide(endpoint, { assigned: { ...ALL_LIVE, tw: { generation: 1, live: false } }, open });
    expect(change?.endpoint.status ?? 'down').toBe('down');
  });

  it('without an outage the location that is back decides', () => {
    const votes = { tw: voteSample(), th: voteSample({ up: false }), bd: voteSample({ up: false }) };
    const endpoint = endpointSample({ locations: THREE, status: 'unknown', votes });
    const assigned = { tw: { generation: 1, live: true } };
    expect(decide(endpoint, { assigned })?.endpoint.status).toBe('up');
  });
});
