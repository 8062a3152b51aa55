import { describe, expect, it } from 'vitest';
import type { IncidentMark } from '../../documents/monitor.ts';
import { endpointSample, incidentSample, monitorSample, NOW, voteSample } from '../../testing/samples.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import type { MonitorTransition } from '../../values/transition.ts';
import type { EndpointChange } from './decide-endpoint.ts';
import { resolveIncident } from './incident.ts';
import { dropDeletedEndpoints, monitorChange } from './monitor-change.ts';

const NOTHING: EndpointChange = {
  endpoint: endpointSample(),
  transition: null,
  event: null,
  downtime: null,
  certificate: null,
  slow: null,
};

describe('the change of a monitor’s document', () => {
  const transition = { at: NOW, from: 'up', to: 'down', locations: ['tw'] } as const;
  const votes = { tw: voteSample({ up: false }) };
  const change: EndpointChange = {
    ...NOTHING,
    endpoint: endpointSample({ status: 'down', since: NOW, votes }),
    transition: { ...transition, locations: ['tw'] },
    downtime: incidentSample({ triggeredAt: NOW, location: 'tw' }),
  };

  it('status, since and votes of the endpoints; their transitions; the opened outages', () => {
    expect(monitorChange(monitorSample(), new Map([['a', change]]), NOW)).toEqual({
      endpoints: { a: { status: 'down', since: NOW, votes, slow: null, slowChangedAt: null } },
      transitions: [{ ...transition, endpoint: 'a' }],
      incidents: [{ at: NOW, location: 'tw', endpoint: 'a', locations: ['tw'], endedAt: null }],
    });
  });

  it('where an incident was seen later, and when it ended', () => {
    const mark: IncidentMark = { at: NOW - HOUR_MS, location: 'tw', endpoint: 'a', locations: ['tw'], endedAt: null };
    const monitor = monitorSample({ incidents: [mark] });
    const open = incidentSample({ triggeredAt: mark.at, location: 'tw', downLocations: ['tw', 'th'] });
    const known = { ...NOTHING, endpoint: endpointSample({ openIncidentId: 'inc' }) };
    const wider = monitorChange(monitor, new Map([['a', { ...known, downtime: open }]]), NOW).incidents;
    expect(wider).toEqual([{ ...mark, locations: ['tw', 'th'] }]);
    const ended = { ...known, downtime: resolveIncident(open, 'recovered', NOW) };
    const over = monitorChange({ ...monitor, incidents: wider }, new Map([['a', ended]]), NOW).incidents;
    expect(over).toEqual([{ ...mark, locations: ['tw', 'th'], endedAt: NOW }]);
    const other = monitorChange({ ...monitor, incidents: wider }, new Map([['b', ended]]), NOW).incidents;
    expect(other).toEqual(wider);
  });

  it('a mark without its endpoint is completed', () => {
    const monitor = monitorSample({ incidents: [{ at: NOW, location: 'tw' }] });
    const known = { ...NOTHING, endpoint: endpointSample({ openIncidentId: 'inc' }) };
    const over = { ...known, downtime: resolveIncident(incidentSample({ triggeredAt: NOW }), 'recovered', NOW + 5) };
    const [mark] = monitorChange(monitor, new Map([['a', over]]), NOW + 5).incidents;
    expect(mark).toMatchObject({ at: NOW, endpoint: 'a', endedAt: NOW + 5 });
  });

  describe('of two endpoints that failed in the same millisecond, of which one was deleted', () => {
    const mark = { at: NOW, location: 'th', endpoint: 'b', locations: ['th'], endedAt: null } as const;
    const known = { ...NOTHING, endpoint: endpointSample({ openIncidentId: 'inc' }) };
    const failed = incidentSample({ triggeredAt: NOW, location: 'th', locations: ['th'], endpointId: 'b' });

    it.each<[string, EndpointChange]>([
      ['recovers', { ...known, downtime: resolveIncident(failed, 'recovered', NOW + 5) }],
      ['fails from more locations', { ...known, downtime: { ...failed, locations: ['th', 'bd'] } }],
      ['is paused', { ...known, downtime: resolveIncident(failed, 'paused', NOW + 5) }],
    ])('the other one keeps both marks when it %s', (_, change) => {
      for (const incidents of [
        [
          { at: NOW, location: 'tw' as const },
          { ...mark, locations: [...mark.locations] },
        ],
        [
          { ...mark, locations: [...mark.locations] },
          { at: NOW, location: 'tw' as const },
          { at: NOW, location: 'tw' as const },
        ],
      ]) {
        const changed = monitorChange(monitorSample({ incidents }), new Map([['b', change]]), NOW + 5).incidents;
        expect(changed.map(({ location }) => location)).toEqual(incidents.map(({ location }) => location));
      }
    });
  });

  it('an old incident is kept while it is active, and 25 h after its end', () => {
    const long: IncidentMark = { at: NOW - 3 * DAY_MS, location: 'th', endpoint: 'b', locations: ['th'] };
    const kept = (endedAt: number | null) => {
      const monitor = monitorSample({ incidents: [{ ...long, endedAt }] });
      return monitorChange(monitor, new Map([['a', NOTHING]]), NOW).incidents.length;
    };
    expect([kept(null), kept(NOW - 24 * HOUR_MS), kept(NOW - 26 * HOUR_MS)]).toEqual([1, 1, 0]);
  });

  it('a mark of a deleted endpoint only counts', () => {
    const mark: IncidentMark = { at: NOW, location: 'tw', endpoint: 'a', locations: ['tw'], endedAt: null };
    expect(dropDeletedEndpoints([mark], (id) => id === 'a')).toEqual([{ at: NOW, location: 'tw' }]);
    expect(dropDeletedEndpoints([mark], (id) => id === 'b')).toEqual([mark]);
  });

  it('drops what is older than 25 h', () => {
    const old: MonitorTransition = { at: NOW - 26 * HOUR_MS, from: 'down', to: 'up', locations: [], endpoint: 'b' };
    const monitor = monitorSample({ transitions: [old], incidents: [{ at: NOW - 2 * DAY_MS, location: 'th' }] });
    expect(monitorChange(monitor, new Map([['a', NOTHING]]), NOW)).toMatchObject({ transitions: [], incidents: [] });
  });

  it.each([
    {
      rule: 'an outage that widened or ended is not counted again',
      change: { downtime: resolveIncident(incidentSample(), 'recovered', NOW) },
    },
    {
      rule: 'one whose incident only continues is not either',
      change: { endpoint: endpointSample({ openIncidentId: 'inc' }), downtime: incidentSample() },
    },
    { rule: 'a certificate is no outage', change: { certificate: incidentSample({ type: 'certificate' }) } },
  ])('$rule', ({ change }) => {
    const changes = new Map([['a', { ...NOTHING, ...change }]]);
    expect(monitorChange(monitorSample(), changes, NOW).incidents).toEqual([]);
  });
});
