import { describe, expect, it } from 'vitest';
import { endpointSample, incidentSample, monitorSample, NOW, voteSample } from '../testing/samples.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';
import type { EndpointOutcome } from './decide-endpoint.ts';
import { resolved } from './incident.ts';
import { monitorChange } from './monitor-change.ts';
import type { MonitorTransition } from './transition.ts';

const NOTHING: EndpointOutcome = {
  endpoint: endpointSample(),
  transition: null,
  event: null,
  downtime: null,
  certificate: null,
};

describe('what outcomes change in their monitor’s document', () => {
  const transition = { at: NOW, from: 'up', to: 'down', locations: ['tw'] } as const;
  const votes = { tw: voteSample({ up: false }) };
  const outcome: EndpointOutcome = {
    ...NOTHING,
    endpoint: endpointSample({ status: 'down', since: NOW, votes }),
    transition: { ...transition, locations: ['tw'] },
    downtime: incidentSample({ triggeredAt: NOW, location: 'tw' }),
  };

  it('status, since and votes of the endpoints; their transitions; the opened outages', () => {
    expect(monitorChange(monitorSample(), new Map([['a', outcome]]), NOW)).toEqual({
      endpoints: { a: { status: 'down', since: NOW, votes } },
      transitions: [{ ...transition, endpoint: 'a' }],
      incidents: [{ at: NOW, location: 'tw' }],
    });
  });

  it('what is older than 25 h leaves', () => {
    const old: MonitorTransition = { at: NOW - 26 * HOUR_MS, from: 'down', to: 'up', locations: [], endpoint: 'b' };
    const monitor = monitorSample({ transitions: [old], incidents: [{ at: NOW - 2 * DAY_MS, location: 'th' }] });
    expect(monitorChange(monitor, new Map([['a', NOTHING]]), NOW)).toMatchObject({ transitions: [], incidents: [] });
  });

  it.each([
    {
      rule: 'an outage that widened or ended is not counted again',
      change: { downtime: resolved(incidentSample(), 'recovered', NOW) },
    },
    {
      rule: 'one whose incident only goes on is not either',
      change: { endpoint: endpointSample({ openIncidentId: 'inc' }), downtime: incidentSample() },
    },
    { rule: 'a certificate is no outage', change: { certificate: incidentSample({ kind: 'certificate' }) } },
  ])('$rule', ({ change }) => {
    const outcomes = new Map([['a', { ...NOTHING, ...change }]]);
    expect(monitorChange(monitorSample(), outcomes, NOW).incidents).toEqual([]);
  });
});
