import { expect, it } from 'vitest';
import type { Endpoint } from '../../documents/endpoint.ts';
import type { Incident } from '../../documents/incident.ts';
import { certificateSample, endpointSample, evidenceSample, monitorSample, NOW } from '../../testing/samples.ts';
import type { CheckError } from '../../values/check.ts';
import type { Evidence } from '../../values/check-answer.ts';
import type { CheckOptions } from '../../values/check-options.ts';
import type { LocationCode } from '../../values/locations.ts';
import { SERVER_LOCATION } from '../../values/server-location.ts';
import { DAY_MS, MINUTE_MS } from '../../values/time.ts';
import { decideEndpoint, type EndpointChange } from './decide-endpoint.ts';

const LOCATIONS: LocationCode[] = ['tw', 'th', 'bd'];
const ASSIGNED = Object.fromEntries(LOCATIONS.map((code) => [code, { generation: 1, live: true }]));

/** An endpoint that gets one verdict after another, a minute apart. */
class World {
  endpoint: Endpoint = endpointSample({ locations: LOCATIONS, status: 'pending', since: NOW - DAY_MS });
  downtime: Incident | null = null;
  #seq = 0;

  constructor() {
    for (const code of LOCATIONS) this.verdict(code, null);
  }

  /** `error`: null for up. */
  verdict(location: LocationCode, error: 'status' | 'timeout' | null, evidence?: Evidence): EndpointChange | null {
    this.#seq += 1;
    const atMs = NOW + this.#seq * MINUTE_MS;
    const statusCode = error === null ? 200 : error === 'status' ? 503 : null;
    const verdict = { up: error === null, since: atMs, statusCode, error, rev: 0 };
    const change = decideEndpoint({
      id: 'endpoint',
      endpoint: this.endpoint,
      monitor: monitorSample(),
      update: { location, generation: 1, agentSeq: this.#seq, verdict, evidence },
      assigned: ASSIGNED,
      open: { downtime: this.downtime, certificate: null, slow: null },
      nowMs: atMs,
    });
    if (change) this.endpoint = change.endpoint;
    if (change?.downtime) this.downtime = change.downtime.status === 'resolved' ? null : change.downtime;
    return change;
  }

  get lines() {
    const failures = Object.entries(this.downtime?.failures ?? {});
    return failures.map(([code, { outage, error, excerpt }]) => `${code} ${outage} ${error} ${excerpt}`.trim());
  }
}

it('the first failing location leaves one line, the evidence, and what the others received', () => {
  const world = new World();
  const change = world.verdict('bd', 'status', evidenceSample());
  expect(change?.evidence).toEqual({ location: 'bd', outage: 1, evidence: evidenceSample() });
  expect(world.lines).toEqual(['bd 1 status upstream timeout']);
  expect(world.downtime?.upStatuses).toEqual({ tw: 200, th: 200 });
});

it('the line of a heartbeat is the last of what its job wrote', () => {
  const verdict = { up: false, since: NOW, statusCode: 1, error: 'jobFailed' as const, rev: 0 };
  const evidence = evidenceSample({ error: 'jobFailed', body: 'copying\ndisk full\n' });
  const change = decideEndpoint({
    id: 'endpoint',
    endpoint: endpointSample({ url: 'heartbeat://backup', locations: [SERVER_LOCATION], status: 'pending' }),
    monitor: monitorSample(),
    update: { location: SERVER_LOCATION, generation: 0, agentSeq: 1, verdict, evidence },
    assigned: {},
    open: { downtime: null, certificate: null, slow: null },
    nowMs: NOW,
  });
  expect(change?.downtime?.failures[SERVER_LOCATION]).toMatchObject({ excerpt: 'disk full', error: 'jobFailed' });
});

it.each<[string, CheckOptions | null, CheckError, string | undefined]>([
  ['tcp://mail.farwatch.test:25', { type: 'tcp', banner: '220 smtp' }, 'text', '220 smtp'],
  ['tcp://mail.farwatch.test:25', { type: 'tcp', banner: '220 smtp' }, 'reset', undefined],
  ['wss://live.farwatch.test/', { type: 'ws', send: 'token', expect: 'pong' }, 'text', 'pong'],
  ['dns://farwatch.test', { type: 'dns', expected: ['192.0.2.1', '192.0.2.2'] }, 'records', '192.0.2.1, 192.0.2.2'],
  ['dns://farwatch.test', { type: 'dns', expected: ['192.0.2.1'] }, 'noRecord', undefined],
  ['tls://mail.farwatch.test:443', null, 'certificateExpired', undefined],
])('the line of %s with %j and the error %s says what was expected: %j', (url, check, error, expected) => {
  const verdict = { up: false, since: NOW, statusCode: null, error, rev: 0 };
  const change = decideEndpoint({
    id: 'endpoint',
    endpoint: endpointSample({ url, check, locations: ['tw'], status: 'pending' }),
    monitor: monitorSample(),
    update: { location: 'tw', generation: 1, agentSeq: 1, verdict, evidence: evidenceSample({ error }) },
    assigned: ASSIGNED,
    open: { downtime: null, certificate: null, slow: null },
    nowMs: NOW,
  });
  expect(change?.downtime?.failures.tw).toMatchObject({ error });
  expect(change?.downtime?.failures.tw?.expected).toBe(expected);
});

it('a location without evidence has the line of its verdict', () => {
  const world = new World();
  world.verdict('bd', 'status', evidenceSample());
  expect(world.verdict('th', 'timeout')?.evidence).toBeNull();
  expect(world.lines.sort()).toEqual(['bd 1 status upstream timeout', 'th 1 timeout']);
  expect(world.downtime?.upStatuses).toEqual({ tw: 200 });
});

it('a location that fails again in the same outage stores nothing more', () => {
  const world = new World();
  for (const code of LOCATIONS) world.verdict(code, 'status', evidenceSample());
  world.verdict('tw', null);
  const again = world.verdict('tw', 'timeout', evidenceSample({ body: 'other' }));
  expect(again).toMatchObject({ downtime: { downLocations: LOCATIONS }, evidence: null });
  expect(world.lines).toContain('tw 1 status upstream timeout');
});

it('the next outage has lines of its own, and those of locations that have been down since', () => {
  const world = new World();
  for (const code of LOCATIONS) world.verdict(code, 'status');
  world.verdict('tw', null);
  world.verdict('th', null);
  expect(world.verdict('tw', 'timeout', evidenceSample({ error: 'timeout' }))?.evidence).toMatchObject({ outage: 2 });
  expect(world.downtime?.outage).toMatchObject({ number: 2, endedAt: null });
  expect(world.lines.sort()).toEqual(['bd 1 status', 'tw 2 timeout upstream timeout']);
});

it('a verdict that is applied again changes nothing', () => {
  const world = new World();
  const { endpoint } = world;
  const verdict = { up: false, since: NOW, statusCode: 503, error: 'status' as const, rev: 0 };
  const update = { location: 'tw' as const, generation: 1, agentSeq: 9, verdict, evidence: evidenceSample() };
  const input = { id: 'endpoint', monitor: monitorSample(), update, assigned: ASSIGNED, nowMs: NOW + DAY_MS };
  const open = { downtime: null, certificate: null, slow: null };
  const first = decideEndpoint({ ...input, endpoint, open });
  expect(first?.evidence).not.toBeNull();
  if (!first) throw new Error('nothing changed');
  const opened = { ...open, downtime: first.downtime };
  expect(decideEndpoint({ ...input, endpoint: first.endpoint, open: opened })).toBeNull();
});

it('the incident of a certificate has it if it is the one that expires', () => {
  const endsAt = NOW + 5 * DAY_MS;
  const verdict = { up: true, since: NOW, statusCode: 200, error: null, rev: 0, certificateEndsAt: endsAt };
  const certificateOf = (known: number) => {
    const certificate = certificateSample({ endsAt: known });
    const change = decideEndpoint({
      id: 'endpoint',
      endpoint: endpointSample({ certificate }),
      monitor: monitorSample(),
      update: { location: 'tw', generation: 1, agentSeq: 9, verdict },
      assigned: ASSIGNED,
      open: { downtime: null, certificate: null, slow: null },
      nowMs: NOW,
    });
    return change?.certificate?.certificate?.issuer;
  };
  expect([certificateOf(endsAt), certificateOf(endsAt + 1)]).toEqual(['Test CA R1', undefined]);
});
