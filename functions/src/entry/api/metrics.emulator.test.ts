import { spawnSync } from 'node:child_process';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportAndDrain } from '../../testing/api/calls.ts';
import { putAgent } from '../../testing/api/documents.ts';
import { makeKey } from '../../testing/api/keys.ts';
import { createMonitor, idOf, monitorBody } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
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

async function scrape(token: string, accept = '*/*') {
  const headers = { Authorization: `Bearer ${token}`, Accept: accept };
  const response = await fetch(`${api.origin}/api/metrics`, { headers });
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

test.skipIf(spawnSync('promtool', ['--version']).error !== undefined)('promtool finds nothing wrong', async () => {
  const { text } = await scrape(user.token);
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});
