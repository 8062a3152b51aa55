import { expect, it } from 'vitest';
import type { ApiCall } from '../contracts/api/call.ts';
import { explainIncident } from './explain-incident.ts';
import type { CallApi } from './tool.ts';

const AT = '2026-11-20T12:29:00.000Z';
const failed = { at: AT, ms: 4000, address: '192.0.2.9', statusCode: 503, error: 'status', body: '<h1>Sorry</h1>' };
const INCIDENT = {
  id: 'i1',
  monitors: { id: 'gateway', name: 'Gateway' },
  endpoints: { id: 'lan', name: 'lan', url: 'https://gateway.farwatch.test/' },
  details: { errorMessage: null },
  failures: {
    tw: { at: AT, statusCode: 503, error: 'status', excerpt: 'Sorry' },
    th: { at: AT, statusCode: null, error: 'timeout', excerpt: '' },
  },
  upStatuses: { bd: 200, tw: 200 },
  downLocations: ['tw'],
  evidence: [{ location: 'tw', failed, lastGood: { at: AT, ms: 80, address: '192.0.2.7', statusCode: 200 } }],
  acknowledgement: { at: AT, by: { name: 'ANN' }, severity: 'high' },
  messages: [{ createdAt: AT, channelName: 'Ops', channelType: 'slack', state: 'failed', reason: 'REFUSED' }],
  actions: [{ createdAt: AT, by: { name: 'ANN' }, note: 'ON IT' }],
  updates: [{ createdAt: AT, message: 'Acknowledged by ANN: ON IT', status: 'active' }],
  outages: [],
};
const MONITORS = [
  { id: 'shop', name: 'Shop', status: 'DOWN', dependsOn: ['gateway'] },
  { id: 'cart', name: 'Cart', status: 'DOWN', dependsOn: ['gateway/lan'] },
  { id: 'blog', name: 'Blog', status: 'UP', dependsOn: ['gateway/wan'] },
  { id: 'docs', name: 'Docs', status: 'UP', dependsOn: [] },
];
/** Texts of the incident that others wrote. */
const WRITTEN = /ANN|ON IT|REFUSED|Sorry/;
const call: CallApi = async (requested: ApiCall) => (requested.path === '/monitors' ? MONITORS : INCIDENT) as never;

it('names what each location received, what had changed, and what depends on the endpoint', async () => {
  expect(await explainIncident(call, 'i1')).toMatchObject({
    locations: [
      { location: 'tw', isDownNow: true, statusCode: 503, durationMs: 4000, body: { fromOutside: 'Sorry' } },
      { location: 'th', isDownNow: false, statusCode: null, error: 'timeout', durationMs: null, body: null },
      { location: 'bd', isDownNow: false, statusCode: 200 },
    ],
    changedBefore: [
      { location: 'tw', durationMs: [80, 4000], address: ['192.0.2.7', '192.0.2.9'], statusCode: [200, 503] },
    ],
    dependents: [{ id: 'shop' }, { id: 'cart' }],
  });
});

it('marks what checked servers, visitors and services wrote, wherever it is repeated', async () => {
  const written: string[] = [];
  const unmarked = JSON.stringify(await explainIncident(call, 'i1'), (key, value: unknown) => {
    if (key !== 'fromOutside') return value;
    written.push(String(value));
    return undefined;
  });
  expect(unmarked).not.toMatch(WRITTEN);
  expect(written).toEqual(['Sorry', 'ANN', 'REFUSED', 'ANN', 'ON IT', 'Acknowledged by ANN: ON IT']);
});
