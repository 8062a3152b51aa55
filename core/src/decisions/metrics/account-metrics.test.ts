import { expect, it } from 'vitest';
import { monitorEndpointSample, monitorSample, NOW, voteSample } from '../../testing/samples.ts';
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
