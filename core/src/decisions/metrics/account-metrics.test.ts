import { expect, it } from 'vitest';
import type { UptimeCell } from '../../contracts/api/history.ts';
import { monitorEndpointSample, monitorSample, NOW, voteSample } from '../../testing/samples.ts';
import type { CheckPhases } from '../../values/phases.ts';
import { HOUR_MS } from '../../values/time.ts';
import { accountMetrics, type MeasuredAccount, metricsText } from './account-metrics.ts';

const HOSTILE = 'a"b\\c\nd{e}';
const certificateEndsAt = Date.UTC(2026, 11, 1);
const monitor = monitorSample({
  name: HOSTILE,
  locations: ['tw', 'th', 'bd'],
  tags: ['shop', 'prod'],
  endpoints: {
    partly: monitorEndpointSample({
      status: 'up',
      votes: {
        tw: voteSample({ certificateEndsAt }),
        th: voteSample({ up: false }),
        bd: voteSample({ withdrawn: 'unsupported' }),
      },
    }),
    new: monitorEndpointSample({ status: 'pending', createdAt: NOW, since: NOW, votes: {} }),
  },
  incidents: [
    { at: NOW, location: 'th', endpoint: 'partly', endedAt: null },
    { at: NOW, location: 'th', endpoint: 'new', endedAt: NOW },
  ],
});
const measured: MeasuredAccount = {
  monitors: [{ id: 'm1', monitor }],
  assigned: { tw: { generation: 1, live: true }, th: { generation: 1, live: true }, bd: { generation: 1, live: true } },
  lastMs: new Map([['tw', new Map([['partly', 81]])]]),
  phases: new Map(),
  uptimes: { toMs: NOW, monitors: {} },
};
const linesOf = (accept: string, account = measured) =>
  metricsText(accountMetrics(account, NOW), accept).text.split('\n');

it('has what is known, and nothing of what is not', () => {
  const samples = linesOf('').filter((line) => line !== '' && !line.startsWith('#'));
  expect(samples).toEqual([
    'farwatch_endpoint_info{endpoint="partly",monitor="m1",monitor_name="a\\"b\\\\c\\nd{e}",name="Shop",url="https://shop.farwatch.test/",type="http",tags=",shop,prod,"} 1',
    'farwatch_endpoint_info{endpoint="new",monitor="m1",monitor_name="a\\"b\\\\c\\nd{e}",name="Shop",url="https://shop.farwatch.test/",type="http",tags=",shop,prod,"} 1',
    ...['up 0', 'partial 1', 'slow 0', 'down 0', 'unknown 0', 'pending 0', 'paused 0'].map(statusOf('partly')),
    ...['up 0', 'partial 0', 'slow 0', 'down 0', 'unknown 0', 'pending 1', 'paused 0'].map(statusOf('new')),
    'farwatch_probe_success{endpoint="partly",location="tw"} 1',
    'farwatch_probe_success{endpoint="partly",location="th"} 0',
    'farwatch_probe_duration_seconds{endpoint="partly",location="tw"} 0.081',
    'farwatch_uptime_ratio{endpoint="partly",window="24h"} 1',
    'farwatch_monitor_uptime_ratio{monitor="m1",window="24h"} 1',
    'farwatch_incident_open{endpoint="partly"} 1',
    'farwatch_incident_open{endpoint="new"} 0',
    `farwatch_certificate_expiry_timestamp_seconds{endpoint="partly"} ${certificateEndsAt / 1000}`,
  ]);
});

function statusOf(endpoint: string) {
  return (line: string) => {
    const [status, value] = line.split(' ');
    return `farwatch_endpoint_status{endpoint="${endpoint}",status="${status}"} ${value}`;
  };
}

it('has the phases of last checks that are known, in the order in which they take place', () => {
  const phases = new Map([['tw', new Map([['partly', [3, null, 1200, 80, 0] as CheckPhases]])] as const]);
  const lines = linesOf('', { ...measured, phases }).filter((line) => line.includes('phase'));
  expect(lines).toEqual([
    '# HELP farwatch_probe_phase_seconds How long each phase of the last check from this location took.',
    '# TYPE farwatch_probe_phase_seconds gauge',
    'farwatch_probe_phase_seconds{endpoint="partly",location="tw",phase="dns"} 0.003',
    'farwatch_probe_phase_seconds{endpoint="partly",location="tw",phase="tls"} 1.2',
    'farwatch_probe_phase_seconds{endpoint="partly",location="tw",phase="first_byte"} 0.08',
    'farwatch_probe_phase_seconds{endpoint="partly",location="tw",phase="body"} 0',
  ]);
  expect(linesOf('').filter((line) => line.includes('phase'))).toEqual([]);
});

it('continues the uptime of a monitor from when it was read, and leaves out what is too short', () => {
  const cell = (knownSec: number, downtimeSec: number): UptimeCell => {
    const uptime = (100 * (knownSec - downtimeSec)) / knownSec;
    return { uptime, coverage: 1, knownSec, downtimeSec, slowTimeSec: 0, unknownSec: 0, outages: 1 };
  };
  const endpoints = { shop: monitorEndpointSample({ status: 'down', since: NOW - HOUR_MS, votes: {} }) };
  const down = monitorSample({ endpoints });
  const cells = { days7: cell(7 * 3600, 1800), days30: cell(99 * 3600, 0), days90: cell(1800, 0) };
  const account = {
    ...measured,
    monitors: [
      { id: 'm1', monitor: down },
      { id: 'm2', monitor: monitorSample({ endpoints: {} }) },
    ],
    uptimes: { toMs: NOW - HOUR_MS, monitors: { m1: cells, m2: cells } },
  };
  const values = linesOf('', account)
    .filter((line) => line.startsWith('farwatch_monitor_uptime_ratio'))
    .map((line) => line.replace(/.*monitor="(.*)",window="(.*)"} (.{1,6}).*/, '$1 $2 $3'));
  // An hour of downtime is added to what was read of m1; m2 has nothing to add.
  expect(values.slice(1)).toEqual(['m1 7d 0.8125', 'm1 30d 0.99', 'm1 90d 0.3333', 'm2 7d 0.9285', 'm2 30d 1']);
});

it('leaves out a location whose agent is lost', () => {
  const { tw, ...assigned } = measured.assigned;
  const lost = { ...measured, assigned: { ...assigned, tw: { generation: 1, live: false } } };
  expect(tw).toBeDefined();
  expect(linesOf('', lost).filter((line) => line.includes('location='))).toEqual([
    'farwatch_probe_success{endpoint="partly",location="th"} 0',
  ]);
});

it('is OpenMetrics for who accepts it: with units, an info, and an end', () => {
  const accept = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.4';
  const { contentType, text } = metricsText(accountMetrics(measured, NOW), accept);
  expect(contentType).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  expect(text.endsWith('\n# EOF\n')).toBe(true);
  expect(text).toContain('# TYPE farwatch_endpoint info\nfarwatch_endpoint_info{');
  expect(text).toContain('# UNIT farwatch_probe_duration_seconds seconds\n');
  const plain = metricsText(accountMetrics(measured, NOW), 'text/plain');
  expect(plain.contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(plain.text).toContain('# TYPE farwatch_endpoint_info gauge\nfarwatch_endpoint_info{');
  expect(plain.text).not.toMatch(/# UNIT|# EOF| info\n/);
});
