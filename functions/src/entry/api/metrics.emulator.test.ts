import { spawnSync } from 'node:child_process';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setLimit } from '../../../commands/set-limit.ts';
import { reportAndDrain } from '../../testing/api/calls.ts';
import { putAgent } from '../../testing/api/documents.ts';
import { makeKey } from '../../testing/api/keys.ts';
import { createMonitor, idOf, monitorBody } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { TestAgent } from '../../testing/test-agent.ts';

const OPEN_METRICS = 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5';

let api: TestApi;
let user: TestUser;
let ids: { a: string; b: string };
const agent = new TestAgent('tw1');

beforeAll(async () => {
  api = await newTestApi();
  await putAgent(api, 'tw1', 'tw', { state: { spool: null, seq: 0 } });
  user = await api.user();
  const monitor = await createMonitor(api, user, monitorBody(['a', 'b'], ['tw', 'th']));
  ids = { a: idOf(monitor, 'a'), b: idOf(monitor, 'b') };
  await reportAndDrain(api, agent, user, { up: [ids.a], down: [ids.b] });
});
afterAll(() => api.close());

async function scrape(token: string, accept = '*/*', query = '') {
  const headers = { Authorization: `Bearer ${token}`, Accept: accept };
  const response = await fetch(`${api.origin}/api/metrics${query}`, { headers });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

test('a key that can only read gets the endpoints of its account, in the format that it accepts', async () => {
  const { key } = await makeKey(api, user, 'read');
  const plain = await scrape(key);
  expect(plain).toMatchObject({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' });
  expect(plain.text).toContain(`farwatch_probe_success{endpoint="${ids.a}",location="tw"} 1\n`);
  expect(plain.text).toContain(`farwatch_probe_success{endpoint="${ids.b}",location="tw"} 0\n`);
  expect(plain.text).toMatch(
    new RegExp(`farwatch_probe_duration_seconds\\{endpoint="${ids.a}",location="tw"\\} [\\d.]+\n`),
  );
  const open = await scrape(key, OPEN_METRICS);
  expect(open.type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  expect(open.text.endsWith('# EOF\n')).toBe(true);
});

test('phases are those of the last check, on request, also once a check is in an earlier window', async () => {
  const of = (phase: string) => `farwatch_probe_phase_seconds{endpoint="${ids.a}",location="tw",phase="${phase}"} `;
  expect((await scrape(user.token)).text).not.toContain('phase');
  const { text } = await scrape(user.token, '*/*', '?phases=1');
  for (const line of [`${of('dns')}0.003\n`, `${of('tls')}0.02\n`, `${of('first_byte')}0.08\n`])
    expect(text).toContain(line);
  api.clock.nowMs += 10 * MINUTE_MS;
  agent.phases = [9, 9, 9, 9, 9];
  await reportAndDrain(api, agent, user, { up: [ids.b] });
  const later = (await scrape(user.token, '*/*', '?phases=1')).text;
  expect(later).toContain(`${of('dns')}0.003\n`);
  expect(later).toContain(`farwatch_probe_phase_seconds{endpoint="${ids.b}",location="tw",phase="dns"} 0.009\n`);
  await reportAndDrain(api, agent, user, { down: [ids.b] });
});

test('another account gets nothing of it, and nobody anything', async () => {
  const other = await api.user();
  expect((await scrape(other.token)).text).not.toContain('endpoint=');
  expect((await scrape('fwk_wrong')).status).toBe(401);
});

test('it is read once a minute, and after each change', async () => {
  const known = await scrape(user.token);
  const body = { ...monitorBody(['c'], ['tw']), name: 'Added' };
  await createMonitor(api, user, body);
  expect((await scrape(user.token)).text).toContain('monitor_name="Added"');
  await reportAndDrain(api, agent, user, { down: [ids.a] });
  const cached = (await scrape(user.token)).text;
  expect(cached).toContain(`farwatch_probe_success{endpoint="${ids.a}",location="tw"} 1\n`);
  api.clock.nowMs += MINUTE_MS;
  expect((await scrape(user.token)).text).toContain(`farwatch_probe_success{endpoint="${ids.a}",location="tw"} 0\n`);
  expect(known.text).not.toContain('Added');
});

// What it costs is in docs/measured.md.
const readsDoNotGrow = async (endpoints: number) => {
  const large = await newTestApi({ viaProxy: true });
  const owner = await large.user();
  await large.call(owner, 'GET', '/me');
  await setLimit(large.project.run(large.clock.nowMs).db, { id: owner.uid, name: owner.uid }, String(endpoints));
  const locations = ['tw', 'th', 'bd'] as const;
  for (const code of locations) await putAgent(large, `${code}1`, code, { state: { spool: null, seq: 0 } });
  const up: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    const hosts = Array.from({ length: endpoints / 4 }, (_, host) => `shop-${index}-${host}`);
    const monitor = await createMonitor(large, owner, monitorBody(hosts, [...locations], `Shop ${index}`));
    up.push(...monitor.endpoints.map(({ id }) => id));
  }
  for (const code of locations) await reportAndDrain(large, new TestAgent(`${code}1`), owner, { up });
  const costOf = async (query = '') => {
    await resetProxy();
    const headers = { Authorization: `Bearer ${owner.token}` };
    const response = await fetch(`${large.origin}/api/metrics${query}`, { headers });
    const samples = (await response.text())
      .split('\n')
      .filter((line) => /^farwatch_(endpoint|probe|incident)_/.test(line));
    return { ...(await readProxyCounts()), samples: samples.length };
  };
  // An endpoint has an info, seven statuses, an incident or none, and two samples for each location.
  const samples = endpoints * (1 + 7 + 1 + 2 * 3);
  // Of the reads, one for each of four monitors, and once an hour five for their histories.
  expect(await costOf()).toMatchObject({ reads: 15, writes: 0, samples });
  expect(await costOf()).toMatchObject({ reads: 0, writes: 0, samples });
  large.clock.nowMs += MINUTE_MS;
  expect(await costOf()).toMatchObject({ reads: 10, writes: 0 });
  expect(await costOf('?phases=1')).toMatchObject({ reads: 13, writes: 0, samples: samples + endpoints * 3 * 5 });
  await large.close();
};
test('200 endpoints in four monitors: reads do not grow with them', () => readsDoNotGrow(200));
test('2,000 endpoints in four monitors: reads do not grow with them', { tags: 'minutes' }, () => readsDoNotGrow(2000));

test('it is compressed for who accepts that', async () => {
  const headers = { Authorization: `Bearer ${user.token}`, 'Accept-Encoding': 'gzip' };
  const response = await fetch(`${api.origin}/api/metrics`, { headers });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(await response.text()).toBe((await scrape(user.token)).text);
  const plain = await fetch(`${api.origin}/api/metrics`, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBe(null);
});

test.skipIf(spawnSync('promtool', ['--version']).error !== undefined)('promtool finds nothing wrong', async () => {
  const { text } = await scrape(user.token, '*/*', '?phases=1');
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});
