import { expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { otlpRequest, type PushedCheck } from './otlp.ts';

const endpoint = { url: 'https://shop.farwatch.test/', name: 'Shop', group: 'Sites', check: null };
const check = { endpoint: 'e1', at: NOW, ms: 120, statusCode: 503, error: 'status' as const };
const START = NOW - 1000;

/** Each data point as `name{attributes} value`, without the attributes that all have. */
function pointsOf(...checks: PushedCheck[]): string[] {
  const { resourceMetrics } = otlpRequest(checks, START) as {
    resourceMetrics: { scopeMetrics: { metrics: Record<string, unknown>[] }[] }[];
  };
  type Point = { attributes: { key: string; value: Record<string, string> }[]; asInt: string };
  const metrics = resourceMetrics[0]?.scopeMetrics[0]?.metrics ?? [];
  return metrics.flatMap(({ name, sum, gauge }) =>
    ((sum ?? gauge) as { dataPoints: Point[] }).dataPoints.map(({ attributes, asInt }) => {
      const own = attributes.filter(({ key }) => !/^(farwatch|http\.url)/.test(key));
      return `${name}{${own.map(({ key, value }) => `${key}=${Object.values(value)}`).join()}} ${asInt}`;
    }),
  );
}

it('is a request of OTLP, with 64-bit integers as texts', () => {
  const dns = { endpoint: 'e2', at: NOW, ms: 7, statusCode: null, error: null };
  const target = { ...endpoint, url: 'options+dns://farwatch.test', name: '' };
  expect(otlpRequest([{ check: dns, location: 'tw', endpoint: target }], START)).toEqual({
    resourceMetrics: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'farwatch' } }] },
        scopeMetrics: [
          {
            scope: { name: 'farwatch' },
            metrics: [
              { name: 'dnscheck.duration', unit: 'ms', gauge: { dataPoints: [dnsPoint({ asInt: '7' })] } },
              {
                name: 'dnscheck.status',
                unit: '1',
                sum: {
                  aggregationTemporality: 2,
                  isMonotonic: false,
                  dataPoints: [dnsPoint({ asInt: '1', startTimeUnixNano: `${START}000000` })],
                },
              },
            ],
          },
        ],
      },
    ],
  });
});

function dnsPoint(more: object) {
  const attributes = [
    { key: 'http.url', value: { stringValue: 'dns://farwatch.test' } },
    { key: 'farwatch.endpoint', value: { stringValue: 'e2' } },
    { key: 'farwatch.monitor', value: { stringValue: 'Sites' } },
    { key: 'farwatch.location', value: { stringValue: 'tw' } },
  ];
  return { attributes, timeUnixNano: `${NOW}000000`, ...more };
}

it('has the metrics of the httpcheck receiver', () => {
  const phases: PushedCheck['check']['phases'] = [3, 12, null, 80, 5];
  const posted = { ...endpoint, check: { method: 'POST' as const } };
  expect(pointsOf({ check: { ...check, phases }, location: 'tw', endpoint: posted })).toEqual([
    'httpcheck.duration{} 120',
    'httpcheck.dns.lookup.duration{} 3',
    'httpcheck.client.connection.duration{network.transport=tcp} 12',
    'httpcheck.response.wait.duration{} 80',
    'httpcheck.response.duration{} 5',
    'httpcheck.error{error.message=status} 1',
    'httpcheck.status{http.method=POST,http.status_class=1xx} 0',
    'httpcheck.status{http.method=POST,http.status_class=2xx} 0',
    'httpcheck.status{http.method=POST,http.status_class=3xx} 0',
    'httpcheck.status{http.method=POST,http.status_class=4xx} 0',
    'httpcheck.status{http.method=POST,http.status_class=5xx,http.status_code=503} 1',
  ]);
});

it('names the metrics of other types alike, with one status, and adds checks of one metric to it', () => {
  const tcp = { ...endpoint, url: 'tcp://farwatch.test:25' };
  const down = { ...check, statusCode: null, error: 'refused' as const };
  const up = { ...down, error: null };
  expect(pointsOf(...[down, up].map((each) => ({ check: each, location: 'th' as const, endpoint: tcp })))).toEqual([
    'tcpcheck.duration{} 120',
    'tcpcheck.duration{} 120',
    'tcpcheck.error{error.message=refused} 1',
    'tcpcheck.status{} 0',
    'tcpcheck.status{} 1',
  ]);
});

it('is an empty request without checks', () => {
  expect(otlpRequest([], START)).toEqual({ resourceMetrics: [] });
});
