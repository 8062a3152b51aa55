import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMonitor, idOf, monitorBody } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { allDocuments } from '../../testing/documents.ts';

/** Requests that are refused as the caller's mistake and change nothing. */
let api: TestApi;
let admin: TestUser;
let monitorId: string;
let foreignId: string;
let endpointId: string;
let foreignEndpointId: string;
let before: unknown;

beforeAll(async () => {
  api = await newTestApi();
  admin = await api.user({ admin: true });
  const own = await createMonitor(api, admin, monitorBody(['own', 'other']));
  const foreign = await createMonitor(api, await api.user(), monitorBody(['foreign']));
  [monitorId, foreignId] = [own.id, foreign.id];
  [endpointId, foreignEndpointId] = [idOf(own, 'own'), idOf(foreign, 'foreign')];
  before = await allDocuments(api.project);
});
afterAll(async () => {
  expect(await allDocuments(api.project)).toEqual(before);
  await api.close();
});

async function expectRefused(method: string, path: string, body: unknown, status = 400): Promise<void> {
  const code = status === 400 ? 'invalid' : 'not_found';
  const answer = await api.call(admin, method, path, body);
  expect(answer).toMatchObject({ status, body: { error: expect.any(String), code } });
  expect(JSON.stringify(answer.body)).not.toMatch(/\.ts:|at .*\(/);
}

const URL_OK = 'https://ok.farwatch.test/';
const ok = { name: 'Shop', locations: ['tw'], endpoints: [{ url: URL_OK }] };
const long = (length: number) => 'x'.repeat(length);
const endpoint = (changes: object) => ({ ...ok, endpoints: [{ url: URL_OK, ...changes }] });

const BODIES: [string, unknown][] = [
  ['no body', undefined],
  ['an empty object', {}],
  ['null', 'null'],
  ['broken JSON', '{"name":"x"'],
  ['no name', { ...ok, name: undefined }],
  ['an object for a name', { ...ok, name: { toString: 'Shop' } }],
  ['a blank name', { ...ok, name: ' \t ' }],
  ['a name too long', { ...ok, name: long(201) }],
  ['a name with a control character', { ...ok, name: 'a\u0000b' }],
  ['a description too long', { ...ok, description: long(1001) }],
  ['no locations', { ...ok, locations: undefined }],
  ['an unknown location', { ...ok, locations: ['us'] }],
  ['a location called __proto__', { ...ok, locations: ['__proto__'] }],
  ['no endpoints', { ...ok, endpoints: undefined }],
  ['an empty list of endpoints', { ...ok, endpoints: [] }],
  ['an endpoint without a URL', { ...ok, endpoints: [{ name: 'x' }] }],
  ['a URL of 10,000 characters', endpoint({ url: `https://ok.farwatch.test/${long(10_000)}` })],
  ['a URL of another scheme', endpoint({ url: 'ftp://ok.farwatch.test/' })],
  ['a URL with a line break', endpoint({ url: 'https://ok.farwatch.test/\r\nX: y' })],
  ['the same URL twice', { ...ok, endpoints: [{ url: URL_OK }, { url: URL_OK }] }],
  ['the same URL in two spellings', { ...ok, endpoints: [{ url: 'OK.farwatch.test' }, { url: URL_OK }] }],
  ['an endpoint id with a slash', endpoint({ id: 'a/b' })],
  ['an endpoint id called __proto__', endpoint({ id: '__proto__' })],
  [
    'the same endpoint twice',
    {
      ...ok,
      endpoints: [
        { id: 'a', url: URL_OK },
        { id: 'a', url: 'https://b.farwatch.test/' },
      ],
    },
  ],
  ['an endpoint name too long', endpoint({ name: long(201) })],
  ['an endpoint description too long', endpoint({ description: long(1001) })],
];

describe.each(BODIES)('a monitor with %s', (_, body) => {
  test('is not created', () => expectRefused('POST', '/monitors', body));
  test('does not replace one', () => expectRefused('PUT', `/monitors/${monitorId}`, body));
});

const IDS = ['none', 'a.b', '..', '__proto__', '%00', 'a%2Fb', '%F0%9F%98%80', long(129), long(2000)];
const ROUTES: [string, (id: string) => string, unknown][] = [
  ['GET', (id) => `/monitors/${id}`, undefined],
  ['PUT', (id) => `/monitors/${id}`, ok],
  ['DELETE', (id) => `/monitors/${id}`, undefined],
  ['POST', (id) => `/monitors/${id}/test`, {}],
  ['GET', (id) => `/monitors/${id}/endpoints`, undefined],
  ['POST', (id) => `/monitors/${id}/endpoints`, { url: URL_OK }],
  ['POST', (id) => `/monitors/${id}/endpoints/delete`, { endpointIds: ['a'] }],
  ['DELETE', (id) => `/agents/${id}`, undefined],
  ['POST', (id) => `/agents/${id}/trigger-sync`, {}],
  ['POST', (id) => `/agents/${id}/registration-code`, {}],
];

describe.each(ROUTES)('%s with an unknown id', (method, pathOf, body) => {
  test.each(IDS)('%s', (id) => expectRefused(method, pathOf(id), body, 404));
  test('another owner’s', () => expectRefused(method, pathOf(foreignId), body, 404));
});

describe.each<[string, string, unknown[]]>([
  [
    'POST',
    '/agents',
    [
      undefined,
      {},
      [],
      { name: '' },
      { name: long(201) },
      { name: 'a\u0000' },
      { name: 'a', countryCode: 'us' },
      { name: 'a', countryCode: '__proto__' },
      { name: 'a', description: long(1001) },
    ],
  ],
  [
    'PUT',
    '/me',
    [undefined, [], { displayName: 5 }, { displayName: long(201) }, { displayName: 'a\nb' }, { language: 'fr' }],
  ],
  [
    'PUT',
    '/settings/account',
    [undefined, {}, [], { displayName: 5 }, { displayName: long(201) }, { displayName: '\u0000' }],
  ],
  [
    'PUT',
    '/settings/monitors',
    [undefined, {}, [], { monitorInterval: 20 }, { monitorInterval: '10' }, { monitorInterval: [10] }],
  ],
])('%s %s', (method, path, bodies) => {
  test.each(bodies.map((body) => [JSON.stringify(body)?.slice(0, 60), body]))('%s', (_, body) =>
    expectRefused(method, path, body),
  );
});

test.each(['a/b', 'a.b', `${long(129)}`, '__proto__'])('metrics of %s', (id) =>
  expectRefused('GET', `/endpoints/batch/metrics?endpointIds=${encodeURIComponent(id)}`, undefined),
);

const ENDPOINT_ROUTES: [string, (id: string) => string, unknown][] = [
  ['GET', (id) => `/endpoints/${id}`, undefined],
  ['PUT', (id) => `/endpoints/${id}`, { url: URL_OK }],
  ['DELETE', (id) => `/endpoints/${id}`, undefined],
  ['POST', (id) => `/endpoints/${id}/test`, {}],
  ['GET', (id) => `/endpoints/${id}/history`, undefined],
  ['GET', (id) => `/endpoints/${id}/checks`, undefined],
  ['GET', (id) => `/endpoints/${id}/availability`, undefined],
  ['GET', (id) => `/endpoints/${id}/status-history`, undefined],
];

describe.each(ENDPOINT_ROUTES)('%s of an unknown endpoint', (method, pathOf, body) => {
  test.each(IDS)('%s', (id) => expectRefused(method, pathOf(id), body, 404));
  test('another owner’s', () => expectRefused(method, pathOf(foreignEndpointId), body, 404));
});

describe.each<[string, unknown]>([
  ['no body', undefined],
  ['nothing', {}],
  ['only unknown fields', { constructor: 'x', status: 'up' }],
  ['a URL of 10,000 characters', { url: `https://ok.farwatch.test/${long(10_000)}` }],
  ['a URL that the monitor has', { url: 'https://other.farwatch.test/' }],
  ['a name too long', { url: URL_OK, name: long(201) }],
  ['a description too long', { url: URL_OK, description: long(1001) }],
])('an endpoint with %s', (_, body) => {
  test('is not added', () => expectRefused('POST', `/monitors/${monitorId}/endpoints`, body));
  test('does not change one', () => expectRefused('PUT', `/endpoints/${endpointId}`, body));
});

describe('deleting several endpoints', () => {
  test.each<[string, unknown]>([
    ['no body', undefined],
    ['no ids', {}],
    ['an empty list', { endpointIds: [] }],
    ['an id called __proto__', { endpointIds: ['__proto__'] }],
    ['a property of every object', { endpointIds: ['constructor'] }],
    ['too many', { endpointIds: Array.from({ length: 501 }, (_, index) => `e${index}`) }],
  ])('%s', (_, body) => expectRefused('POST', `/monitors/${monitorId}/endpoints/delete`, body));

  test.each<[string, () => string]>([
    ['an unknown one', () => 'none'],
    ['another owner’s', () => foreignEndpointId],
  ])('%s among the caller’s own', (_, idToo) =>
    expectRefused('POST', `/monitors/${monitorId}/endpoints/delete`, { endpointIds: [endpointId, idToo()] }, 404),
  );
});

test.each([
  'status-history?limit=0',
  'status-history?limit=101',
  'status-history?limit=1.5',
  `checks?userTimezone=${long(65)}`,
  'checks?userTimezone=%00',
  'checks?since=yesterday',
  'checks?since=2026-01-15',
])('an endpoint’s %s', (query) => expectRefused('GET', `/endpoints/${endpointId}/${query}`, undefined));

// Two dots would be another path: the list of all incidents.
test.each(IDS.filter((id) => id !== '..'))('incidents of the monitor %s', (id) =>
  expectRefused('GET', `/incidents/monitor/${id}`, undefined, 404),
);
