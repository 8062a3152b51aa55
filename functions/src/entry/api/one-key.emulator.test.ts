import { evidenceSample } from '@farwatch/core/testing/samples';
import { CHECK_TYPES } from '@farwatch/core/values/check-types/table';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putAgent } from '../../testing/api/documents.ts';
import { makeKey } from '../../testing/api/keys.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { TestAgent } from '../../testing/test-agent.ts';

let api: TestApi;
let user: TestUser;
let key: string;

beforeAll(async () => {
  api = await newTestApi();
  user = await api.user();
  await putAgent(api, 'tw1', 'tw');
  ({ key } = await makeKey(api, user, 'write'));
});
afterAll(() => api.close());

type Answer = { id: string; slug: string; data: { id: string }[]; endpoints: { id: string; url: string }[] };

/** A call as any program makes it. Throws for an error. */
async function call(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${api.origin}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer as Answer;
}

const URLS = {
  http: 'https://shop.farwatch.test/',
  tcp: 'tcp://db.farwatch.test:5432',
  tls: 'tls://mail.farwatch.test:993',
  dns: 'dns://farwatch.test',
  icmp: 'icmp://router.farwatch.test',
  ws: 'wss://live.farwatch.test/',
  heartbeat: 'heartbeat://backup',
  domain: 'domain://farwatch.test',
} satisfies Record<keyof typeof CHECK_TYPES, string>;

test('a program does with one key all that it takes to watch a shop', async () => {
  const endpoints = Object.values(URLS).map((url) => ({ url }));
  const monitor = await call('POST', '/monitors', { name: 'Shop', locations: ['tw'], endpoints });
  expect(monitor.endpoints).toHaveLength(Object.keys(CHECK_TYPES).length);
  const settings = { url: 'https://hooks.example.com/farwatch' };
  const channel = await call('POST', '/v1/channels', { type: 'webhook', name: 'Hook', settings });
  const times = { start: '2027-01-01T02:00', timeZone: 'Asia/Taipei', durationMin: 30, rule: 'FREQ=DAILY' };
  const window = await call('POST', '/v1/maintenance', { name: 'Backup', monitors: [monitor.id], ...times });
  const components = [{ name: 'Checkout', monitorId: monitor.id }];
  const page = await call('POST', '/v1/pages', { slug: 'the-shop', title: 'Shop', groups: [{ components }] });

  const shop = monitor.endpoints.find(({ url }) => url === URLS.http)?.id ?? '';
  const agent = new TestAgent('tw1');
  await agent.reportAndDrain(api.project.run(api.clock.nowMs), { ownerId: user.uid, up: [shop] });
  api.clock.nowMs += MINUTE_MS;
  const evidence = { [shop]: evidenceSample() };
  await agent.reportAndDrain(api.project.run(api.clock.nowMs), { ownerId: user.uid, down: [shop], evidence });

  const { data } = await call('GET', `/incidents?status=active&monitorId=${monitor.id}`);
  const [{ id } = { id: '' }] = data;
  const failed = { statusCode: 503, body: 'upstream timeout' };
  expect(await call('GET', `/v1/incidents/${id}`)).toMatchObject({ status: 'active', evidence: [{ failed }] });
  const acknowledged = await call('POST', '/v1/incidents/acknowledge', { ids: [id], note: 'On it' });
  expect(acknowledged).toEqual({ changed: [id], skipped: [] });
  expect(await call('GET', `/v1/incidents/${id}`)).toMatchObject({ actions: [{ note: 'On it' }] });

  await call('DELETE', `/v1/pages/${page.slug}`);
  await call('DELETE', `/v1/maintenance/${window.id}`);
  await call('DELETE', `/v1/channels/${channel.id}`);
  await call('DELETE', `/monitors/${monitor.id}`);
  expect(await call('GET', '/monitors')).toEqual([]);
  expect(await call('GET', '/v1/pages')).toEqual({ pages: [] });
  expect(await call('GET', '/v1/maintenance')).toEqual({ windows: [] });
});
