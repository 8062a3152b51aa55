import type { MonitorDetail, MonitorEntry } from '@farwatch/core/contracts/api/monitor-answer';
import type { WholeIncident } from '@farwatch/core/contracts/api/whole-incident';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putMessage, type Seeded, seedApi } from '../../testing/api/calls.ts';
import { createMonitor, monitorBody } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';

/** What a program needs of the API that the app reads from documents, and what the API completes for it. */
let api: TestApi;
let seeded: Seeded;

beforeAll(async () => {
  api = await newTestApi();
  seeded = await seedApi(api);
});
afterAll(() => api.close());

async function create(user: TestUser, endpoint: object): Promise<MonitorDetail> {
  const { status, body } = await api.call(user, 'POST', '/monitors', { ...monitorBody([]), endpoints: [endpoint] });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as MonitorDetail;
}

test('an incident is answered whole', async () => {
  const { body: list } = await api.call(seeded.admin, 'GET', '/incidents');
  const [{ id = '' } = {}] = (list as { data: { id?: string }[] }).data;
  await putMessage(api, seeded.admin, id);
  await putMessage(api, seeded.admin, 'other');
  const { status, body } = await api.call(seeded.admin, 'GET', `/v1/incidents/${id}`);
  expect(status).toBe(200);
  const incident = body as WholeIncident;
  expect(incident).toMatchObject({
    id,
    downLocations: ['tw'],
    outages: [{ number: 1, endedAt: null, locations: ['tw'] }],
  });
  expect(incident.messages.map(({ contents }) => contents[0]?.incidentId)).toEqual([id]);
  expect((await api.call(await api.user(), 'GET', `/v1/incidents/${id}`)).status).toBe(404);
});

test('messages are read in pages, of one channel or all', async () => {
  const user = await api.user();
  for (let count = 0; count < 3; count += 1) {
    api.clock.nowMs += 1000;
    await putMessage(api, user, null);
  }
  const first = await api.call(user, 'GET', '/v1/messages?limit=2&channelId=telegram');
  expect(first.body).toMatchObject({ messages: [{}, {}], next: expect.any(String) });
  const [, next = ''] = /<\/api([^>]*)>/.exec(first.headers.get('link') ?? '') ?? [];
  expect((await api.call(user, 'GET', next)).body).toMatchObject({ messages: [{}], next: null });
  expect((await api.call(user, 'GET', '/v1/messages?channelId=other')).body).toEqual({ messages: [], next: null });
});

describe('the list of monitors', () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await api.user();
    for (const name of ['Bakery', 'Atelier', 'Café']) {
      const tags = name === 'Café' ? ['food', 'new'] : ['food'];
      await createMonitor(api, user, { ...monitorBody([name.toLowerCase().slice(0, 3)]), name, tags });
    }
  });
  const namesOf = async (query: string) => {
    const { status, body, headers } = await api.call(user, 'GET', `/monitors${query}`);
    expect(status).toBe(200);
    return { names: (body as MonitorEntry[]).map(({ name }) => name), link: headers.get('link') };
  };

  test.each([
    ['', ['Atelier', 'Bakery', 'Café']],
    ['?tag=new', ['Café']],
    ['?tag=other', []],
    ['?status=unknown', ['Atelier', 'Bakery', 'Café']],
    ['?status=DOWN', []],
    ['?search=bak', ['Bakery']],
    ['?search=CAF%C3%89', ['Café']],
    ['?search=food&tag=new', ['Café']],
  ])('%s has %j', async (query, names) => {
    expect((await namesOf(query)).names).toEqual(names);
  });

  test('is read in pages', async () => {
    const first = await namesOf('?limit=2&tag=food');
    expect(first.names).toEqual(['Atelier', 'Bakery']);
    const [, next = ''] = /<\/api\/monitors([^>]*)>; rel="next"/.exec(first.link ?? '') ?? [];
    expect(await namesOf(next)).toEqual({ names: ['Café'], link: null });
  });

  test.each(['?status=broken', '?limit=0', '?cursor=a/b'])('refuses %s', async (query) => {
    expect((await api.call(user, 'GET', `/monitors${query}`)).status).toBe(400);
  });
});

describe('a check', () => {
  test.each([
    ['tcp://farwatch.test:22', { banner: 'SSH-2.0' }],
    ['dns://farwatch.test', { recordType: 'MX' }],
    ['tls://farwatch.test:443', { startTls: 'smtp' }],
    ['icmp://farwatch.test', { maxLost: 1 }],
    ['wss://farwatch.test/', { send: 'ping' }],
    ['heartbeat://backup', { periodSec: 3600, graceSec: 600 }],
  ])('of %s has the type that its URL names', async (url, check) => {
    const user = await api.user();
    const { id, endpoints } = await create(user, { url, check });
    const type = new URL(url).protocol.replace('wss', 'ws').replace(':', '');
    expect(endpoints[0]?.check).toMatchObject({ type });
    const added = await api.call(user, 'POST', `/monitors/${id}/endpoints`, {
      url: `${url}x`.replace(/(\d+)x$/, '9$1'),
      check,
    });
    expect([added.status, added.body]).toMatchObject([201, { check: { type } }]);
  });

  test('may compare with numbers and booleans', async () => {
    const user = await api.user();
    const json = (op: string, value: unknown) => ({ source: 'json', path: '$.n', op, value });
    const assertions = [json('equals', 42), json('lessThan', 1.5), json('equals', true)];
    const { endpoints } = await create(user, { url: 'https://farwatch.test/', check: { assertions } });
    expect(endpoints[0]?.check).toMatchObject({ assertions: [{ value: '42' }, { value: '1.5' }, { value: 'true' }] });
  });

  test('of another type than the URL’s is refused', async () => {
    const endpoints = [{ url: 'tcp://farwatch.test:22', check: { type: 'dns', recordType: 'MX' } }];
    const { status } = await api.call(await api.user(), 'POST', '/monitors', { ...monitorBody([]), endpoints });
    expect(status).toBe(400);
  });
});

test('a status page needs a title, an address and what it shows', async () => {
  const user = await api.user();
  const { id } = await createMonitor(api, user, monitorBody(['shop']));
  const groups = [{ components: [{ name: 'Shop', monitorId: id }] }];
  const { status, body } = await api.call(user, 'POST', '/v1/pages', { title: 'Acme', slug: 'acme-status', groups });
  expect([status, body]).toMatchObject([201, { state: 'draft', language: 'en', showsUptime: true, access: 'public' }]);
});
