import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../documents/endpoint.ts';
import type { Incident } from '../../documents/incident.ts';
import {
  endpointFieldsSample,
  endpointSample,
  incidentSample,
  LONG_AGO,
  monitorContentSample,
  monitorSample,
  NOW,
  voteSample,
} from '../../testing/samples.ts';
import type { LocationCode } from '../../values/locations.ts';
import type { EndpointFields } from '../../values/monitor-fields/table.ts';
import { type MonitorContext, planMonitor, toMonitorEndpoint } from './plan-monitor.ts';

const SHOP = endpointFieldsSample();
const LIVE = {
  tw: { generation: 1, live: true },
  th: { generation: 1, live: true },
  bd: { generation: 1, live: true },
};

/** The context of a monitor with one endpoint `a`. */
function contextOf(changes: Partial<Endpoint>, incident?: Incident): MonitorContext {
  const endpoint = endpointSample({ ...(incident ? { openIncidentId: 'i' } : {}), ...changes });
  const { locations } = endpoint;
  return {
    monitorId: 'monitor',
    ownerId: 'owner',
    monitor: monitorSample({
      locations,
      endpoints: { a: toMonitorEndpoint(endpoint) },
      transitions: [{ at: NOW - 60_000, from: 'up', to: 'down', locations: ['tw'], endpoint: 'a' }],
    }),
    endpoints: new Map([['a', endpoint]]),
    incidents: new Map(incident ? [['i', incident]] : []),
    assigned: LIVE,
    maintenance: [],
  };
}

function desiredOf(endpoints: Record<string, EndpointFields>, locations: LocationCode[] = ['tw'], name = 'Shops') {
  const list = Object.entries(endpoints).map(([id, fields]) => ({ id, ...fields }));
  return monitorContentSample({ name, locations, endpoints: list });
}

describe('planMonitor', () => {
  test('creates a monitor with pending endpoints', () => {
    const context = { ...contextOf({}), monitor: null, endpoints: new Map() };
    const plan = planMonitor(context, desiredOf({ b: SHOP }, ['tw', 'bd']), NOW);
    expect(plan.created.get('b')).toMatchObject({
      status: 'pending',
      since: NOW,
      votes: {},
      locations: ['tw', 'bd'],
      createdAt: NOW,
      monitorId: 'monitor',
    });
    expect(plan.monitor).toMatchObject({ createdAt: NOW, updatedAt: NOW, locations: ['tw', 'bd'], transitions: [] });
    expect(plan.monitor.endpoints.b).toMatchObject({ status: 'pending', since: NOW, url: SHOP.url });
  });

  test('writes no endpoint for an unchanged monitor', () => {
    const context = contextOf({});
    const plan = planMonitor(context, desiredOf({ a: SHOP }), NOW);
    expect(plan.changed.size + plan.created.size).toBe(0);
    expect(plan.monitor).toEqual({ ...context.monitor, updatedAt: NOW });
  });

  test('keeps the given order; the version grows only with the owner’s changes', () => {
    const context = contextOf({});
    const more = { ...SHOP, url: 'https://more.farwatch.test/' };
    const plan = planMonitor(context, desiredOf({ z: more, a: SHOP }), NOW);
    expect([plan.monitor.order, plan.monitor.version]).toEqual([['z', 'a'], 1]);
    expect(planMonitor(context, desiredOf({ a: { ...SHOP, description: 'Checkout' } }), NOW).monitor.version).toBe(1);
    expect(planMonitor(context, desiredOf({ a: SHOP }), NOW).monitor.version).toBe(0);
    expect(planMonitor({ ...context, monitor: null }, desiredOf({ a: SHOP }), NOW).monitor.version).toBe(1);
  });

  test('keeps status, votes and incident if only the name changes', () => {
    const votes = { tw: voteSample({ up: false }) };
    const context = contextOf({ status: 'down', votes }, incidentSample());
    const plan = planMonitor(context, desiredOf({ a: { ...SHOP, name: 'Store' } }), NOW);
    expect(plan.changed.get('a')).toMatchObject({ endpoint: { name: 'Store', status: 'down', votes }, change: null });
    expect(plan.monitor.endpoints.a).toMatchObject({ name: 'Store', status: 'down', votes, since: LONG_AGO });
  });

  const down = contextOf({ status: 'down', votes: { tw: voteSample({ up: false }) } }, incidentSample());

  test.each([
    ['a paused monitor', { ...desiredOf({ a: SHOP }), paused: true }],
    ['a paused endpoint', desiredOf({ a: { ...SHOP, paused: true } })],
  ])('%s: no votes, incident closed as paused, another revision', (_, desired) => {
    const plan = planMonitor(down, desired, NOW);
    const { endpoint, change } = plan.changed.get('a') ?? {};
    expect(endpoint).toMatchObject({ status: 'paused', since: NOW, votes: {}, rev: 1, coverageGap: 'none' });
    expect(change?.downtime).toMatchObject({ status: 'resolved', resolvedAt: NOW });
    expect(change?.downtime?.updates.at(-1)?.event).toBe('paused');
    expect(change?.event).toMatchObject({ previous: 'down', next: 'paused' });
    expect(plan.monitor.endpoints.a).toMatchObject({ status: 'paused', votes: {} });
    expect(plan.monitor.version).toBe(1);
  });

  test('a paused endpoint: stays so with another URL or locations, and is pending when resumed', () => {
    const paused = contextOf({ status: 'paused', rev: 3, paused: true });
    const fields = { ...SHOP, paused: true };
    const moved = planMonitor(paused, desiredOf({ a: { ...fields, url: 'https://new.farwatch.test/' } }, ['th']), NOW);
    expect(moved.changed.get('a')).toMatchObject({ endpoint: { status: 'paused', rev: 4 }, change: { event: null } });
    expect(planMonitor(paused, { ...desiredOf({ a: SHOP }), paused: true }, NOW).monitor.endpoints.a?.status).toBe(
      'paused',
    );
    const resumed = planMonitor(paused, desiredOf({ a: SHOP }), NOW).changed.get('a');
    expect(resumed?.endpoint).toMatchObject({ status: 'pending', since: NOW, rev: 3 });
    expect(resumed?.change?.event).toMatchObject({ previous: 'paused', next: 'pending' });
  });

  test('a new endpoint of a paused monitor is paused', () => {
    const plan = planMonitor(contextOf({}), { ...desiredOf({ a: SHOP, b: SHOP }), paused: true }, NOW);
    expect(plan.created.get('b')?.status).toBe('paused');
  });

  test('another URL: pending again, incident closed as unwatched, the outage stays in the history', () => {
    const context = contextOf({ status: 'down', votes: { tw: voteSample({ up: false }) } }, incidentSample());
    const plan = planMonitor(context, desiredOf({ a: { ...SHOP, url: 'https://new.farwatch.test/' } }), NOW);
    const changed = plan.changed.get('a');
    expect(changed?.endpoint).toMatchObject({
      status: 'pending',
      since: NOW,
      votes: {},
      lastError: null,
    });
    expect(changed?.change?.downtime).toMatchObject({ status: 'resolved', resolvedAt: NOW });
    expect(changed?.change?.downtime?.updates.at(-1)?.event).toBe('unmonitored');
    expect(changed?.change?.event).toMatchObject({ previous: 'down', next: 'pending', changedAt: NOW });
    expect(plan.monitor.transitions.map(({ from, to }) => `${from}>${to}`)).toEqual(['up>down', 'down>pending']);
    expect(plan.monitor.endpoints.a).toMatchObject({ url: 'https://new.farwatch.test/', status: 'pending', votes: {} });
  });

  test('removes the vote of a removed location and decides the status again', () => {
    const votes = { tw: voteSample(), th: voteSample({ up: false }), bd: voteSample({ up: false }) };
    const incident = incidentSample({ severity: 'major', downLocations: ['th', 'bd'] });
    const context = contextOf({ status: 'down', votes, locations: ['tw', 'th', 'bd'] }, incident);
    const changed = planMonitor(context, desiredOf({ a: SHOP }, ['tw', 'th']), NOW).changed.get('a');
    expect(Object.keys(changed?.endpoint.votes ?? {})).toEqual(['tw', 'th']);
    expect(changed?.endpoint).toMatchObject({ status: 'up', locations: ['tw', 'th'] });
    expect(changed?.change?.downtime).toMatchObject({ status: 'active', severity: 'minor', downLocations: ['th'] });
  });

  test('resolves the incident when the last failing location is removed', () => {
    const votes = { tw: voteSample(), th: voteSample({ up: false }) };
    const context = contextOf(
      { status: 'up', votes, locations: ['tw', 'th'] },
      incidentSample({ downLocations: ['th'] }),
    );
    const changed = planMonitor(context, desiredOf({ a: SHOP }, ['tw']), NOW).changed.get('a');
    expect(changed?.change?.downtime).toMatchObject({ status: 'resolved' });
  });

  test('an added location changes the document, not the status', () => {
    const context = contextOf({ votes: { tw: voteSample() } });
    const plan = planMonitor(context, desiredOf({ a: SHOP }, ['tw', 'th']), NOW);
    expect(plan.changed.get('a')).toMatchObject({ endpoint: { locations: ['tw', 'th'], status: 'up' }, change: null });
    expect(plan.monitor.locations).toEqual(['tw', 'th']);
  });

  test('removes an endpoint with its transitions', () => {
    const plan = planMonitor(contextOf({}), desiredOf({ b: { ...SHOP, url: 'https://b.farwatch.test/' } }), NOW);
    expect(Object.keys(plan.monitor.endpoints)).toEqual(['b']);
    expect(plan.monitor.transitions).toEqual([]);
    expect([...plan.created.keys()]).toEqual(['b']);
  });
});
