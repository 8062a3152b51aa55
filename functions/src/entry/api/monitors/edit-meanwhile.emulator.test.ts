import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportAndDrain } from '../../../testing/api/calls.ts';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import {
  createMonitor,
  detailOf,
  idOf,
  type MonitorBody,
  monitorBody,
  replaceMonitor,
} from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { expectConsistent } from '../../../testing/expect-consistent.ts';
import { TestAgent } from '../../../testing/test-agent.ts';

/** Tabs that read the same version of a monitor and save it. */
let api: TestApi;
let user: TestUser;
const agent = new TestAgent('tw1');

beforeEach(async () => {
  api = await newTestApi();
  user = await api.user();
  await putAgent(api, 'tw1', 'tw', { state: { spool: null, seq: 0 } });
});
afterEach(() => expectConsistent(api.project).finally(() => api.close()));

const save = (id: string, version: number, body: MonitorBody) =>
  api.call(user, 'PUT', `/monitors/${id}`, { ...body, version });

test('refuses the later save with the current monitor, and changes nothing', async () => {
  const { id, version } = await createMonitor(api, user, monitorBody(['a', 'b']));
  const first = detailOf(await save(id, version, monitorBody(['a', 'b', 'first'], ['tw'], 'Renamed')));
  expect(first.version).toBe(version + 1);
  const before = await stored(api).monitor(id);
  const { status, body } = await save(id, version, monitorBody(['a', 'second']));
  const endpoints = ['a', 'b', 'first'].map((name) => {
    return { id: idOf(first, name), url: `https://${name}.farwatch.test/`, name, description: '' };
  });
  const current = { version: version + 1, name: 'Renamed', description: '', locations: ['tw'], endpoints };
  expect({ status, body }).toMatchObject({ status: 409, body: { code: 'edited_meanwhile', current } });
  expect(await stored(api).monitor(id)).toEqual(before);
  expect((await save(id, version + 1, monitorBody(['a', 'second']))).status).toBe(200);
});

test('without a version a save replaces any state', async () => {
  const { id, version } = await createMonitor(api, user, monitorBody(['a']));
  await save(id, version, monitorBody(['a', 'b']));
  expect(await replaceMonitor(api, user, id, monitorBody(['a']))).toMatchObject({
    totalEndpoints: 1,
    version: version + 2,
  });
});

test('a deleted, added or changed endpoint changes the version, a status does not', async () => {
  const monitor = await createMonitor(api, user, monitorBody(['a', 'b', 'c']));
  const { id } = monitor;
  await reportAndDrain(api, agent, user, { up: [idOf(monitor, 'a')], down: [idOf(monitor, 'b')] });
  const renamed = detailOf(await save(id, monitor.version, monitorBody(['a', 'b', 'c'], ['tw'], 'Seen')));
  expect(renamed.endpoints.map((each) => each.currentStatus)).toEqual(['up', 'down', 'pending']);
  const steps: [method: string, path: string, body?: unknown][] = [
    ['DELETE', `/endpoints/${idOf(monitor, 'c')}`],
    ['PUT', `/endpoints/${idOf(monitor, 'a')}`, { description: 'new' }],
    ['POST', `/monitors/${id}/endpoints`, { url: 'https://d.farwatch.test/' }],
  ];
  let { version } = renamed;
  for (const [method, path, body] of steps) {
    expect((await api.call(user, method, path, body)).status).toBeLessThan(300);
    expect((await save(id, version, monitorBody(['other']))).body).toMatchObject({ code: 'edited_meanwhile' });
    version += 1;
  }
  expect(detailOf(await api.call(user, 'GET', `/monitors/${id}`)).version).toBe(version);
});

test('accepts one of several simultaneous saves and refuses the others', async () => {
  const { id, version } = await createMonitor(api, user, monitorBody(['a']));
  const answers = await Promise.all(['x', 'y', 'z'].map((host) => save(id, version, monitorBody(['a', host]))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('repeating the same save, as after a lost answer, is no conflict', async () => {
  const { id, version } = await createMonitor(api, user, monitorBody(['a']));
  const once = detailOf(await save(id, version, monitorBody(['a', 'b'])));
  const again = detailOf(await save(id, version, monitorBody(['a', 'b'])));
  expect([again.version, again.endpoints]).toEqual([once.version, once.endpoints]);
});

test('a deleted monitor is not found', async () => {
  const { id, version } = await createMonitor(api, user, monitorBody(['a']));
  await api.call(user, 'DELETE', `/monitors/${id}`);
  expect((await save(id, version, monitorBody(['a', 'b']))).status).toBe(404);
});

test('keeps the order of endpoints, also after one was moved, added or removed', async () => {
  const urls = ({ endpoints }: { endpoints: { name: string }[] }) => endpoints.map(({ name }) => name).join('');
  const created = await createMonitor(api, user, monitorBody(['c', 'a', 'b']));
  expect(urls(created)).toBe('cab');
  expect(urls(await replaceMonitor(api, user, created.id, monitorBody(['b', 'd', 'c', 'a'])))).toBe('bdca');
  await api.call(user, 'POST', `/monitors/${created.id}/endpoints`, { url: 'https://0.farwatch.test/', name: '0' });
  await api.call(user, 'DELETE', `/endpoints/${idOf(created, 'c')}`);
  expect(urls(detailOf(await api.call(user, 'GET', `/monitors/${created.id}`)))).toBe('bda0');
});
