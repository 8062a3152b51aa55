import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updatePages } from '../../entry/tasks/update-pages.ts';
import type { Clock } from '../../platform/db/clock.ts';
import type { TaskInputs } from '../../platform/db/tasks.ts';
import { reportAndDrain } from '../../testing/api/calls.ts';
import { putAgent } from '../../testing/api/documents.ts';
import { createMonitor, monitorBody } from '../../testing/api/monitors.ts';
import { createPage, pageBody, snapshotOf } from '../../testing/api/page-calls.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { T0 } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';

const MONITORS = 5;
const ENDPOINTS = 40;

let api: TestApi;
let user: TestUser;
let agent: TestAgent;
let endpointIds: string[][];

beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  user = await api.user();
  agent = new TestAgent('tw1');
  await putAgent(api, 'tw1', 'tw', { state: { spool: null, seq: 0 } });
  const hosts = Array.from({ length: ENDPOINTS }, (_, index) => `h${index}`);
  const components = [];
  endpointIds = [];
  for (let count = 0; count < MONITORS; count += 1) {
    const monitor = await createMonitor(api, user, monitorBody(hosts, ['tw'], `Shop ${count}`));
    endpointIds.push(monitor.endpoints.map(({ id }) => id));
    components.push({ name: `Shop ${count}`, monitorId: monitor.id, endpointId: null });
  }
  await createPage(api, user, 'acme', pageBody(components));
  api.clock.nowMs = T0 + MINUTE_MS;
  await reportAndDrain(api, agent, user, { up: endpointIds.flat() });
  await runTasks(virtualClock(api.clock.nowMs));
});
afterAll(() => api.close());

function tasks(): TaskInputs['updatePages'][] {
  return api.project.queue.waiting.splice(0).flatMap((task) => (task.name === 'updatePages' ? [task.input] : []));
}

async function runTasks(clock: Clock): Promise<void> {
  for (const input of tasks()) await updatePages(api.project.viaProxy(clock.now()), input, clock);
}

const statuses = async () => (await snapshotOf(api, 'acme'))?.groups[0]?.components.map(({ status }) => status);

/** A clock that a test advances, for tasks that run at the same time. */
function sharedClock(startMs: number) {
  let nowMs = startMs;
  const sleeping = new Map<() => void, number>();
  return {
    now: () => nowMs,
    sleeping: () => sleeping.size,
    sleep: (ms: number) => new Promise<void>((resolve) => sleeping.set(resolve, nowMs + ms)),
    advance: (toMs: number) => {
      nowMs = toMs;
      for (const [wake, atMs] of [...sleeping]) {
        if (atMs > nowMs) continue;
        sleeping.delete(wake);
        wake();
      }
    },
  };
}

test('a change of one monitor reads three documents and writes one', async () => {
  const [first = ''] = endpointIds[0] ?? [];
  api.clock.nowMs += MINUTE_MS;
  await reportAndDrain(api, agent, user, { down: [first] });
  await resetProxy();
  await runTasks(virtualClock(api.clock.nowMs));
  expect(await readProxyCounts()).toMatchObject({ reads: 3, writes: 1 });
  expect(await statuses()).toEqual(['partial', 'up', 'up', 'up', 'up']);
  api.clock.nowMs += 2 * SECOND_MS;
  await reportAndDrain(api, agent, user, { up: [first] });
  await resetProxy();
  // It waits, so it looks twice.
  await runTasks(virtualClock(api.clock.nowMs));
  expect(await readProxyCounts()).toMatchObject({ reads: 5, writes: 1 });
  expect(await statuses()).toEqual(['up', 'up', 'up', 'up', 'up']);
});

test('an outage of 200 endpoints in ten seconds writes the snapshot twice, ten seconds apart', async () => {
  api.clock.nowMs += MINUTE_MS;
  await reportAndDrain(api, agent, user, { up: endpointIds.flat() });
  await runTasks(virtualClock(api.clock.nowMs));
  const startMs = api.clock.nowMs + MINUTE_MS;
  const clock = sharedClock(startMs);
  await resetProxy();
  const running: Promise<void>[] = [];
  let ended = 0;
  const start = (input: TaskInputs['updatePages']) => {
    const task = updatePages(api.project.viaProxy(clock.now()), input, clock);
    running.push(task.finally(() => (ended += 1)));
  };
  for (let second = 0; second < 10; second += 1) {
    api.clock.nowMs = startMs + second * SECOND_MS;
    clock.advance(api.clock.nowMs);
    const half = (second % 2) * (ENDPOINTS / 2);
    const down = endpointIds[Math.floor(second / 2)]?.slice(half, half + ENDPOINTS / 2) ?? [];
    await reportAndDrain(api, agent, user, { down });
    for (const input of tasks()) start(input);
    while (ended + clock.sleeping() < running.length) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect((await snapshotOf(api, 'acme'))?.changedAt).toBe(startMs);
  clock.advance(startMs + 10 * SECOND_MS);
  await Promise.all(running);
  expect((await snapshotOf(api, 'acme'))?.changedAt).toBe(startMs + 10 * SECOND_MS);
  expect(await statuses()).toEqual(Array.from({ length: MONITORS }, () => 'down'));
  const { reads, writes } = await readProxyCounts();
  expect(writes).toBe(2);
  expect(reads).toBeLessThanOrEqual(60);
});

test('a history is read once, however many components show it', async () => {
  const owner = await api.user();
  const monitor = await createMonitor(api, owner, monitorBody(['twice'], ['tw'], 'Twice'));
  const endpointId = monitor.endpoints[0]?.id ?? '';
  const readsOf = async (count: number) => {
    const components = Array.from({ length: count }, () => ({ name: 'Twice', monitorId: monitor.id, endpointId }));
    await resetProxy();
    const { status } = await api.call(owner, 'POST', '/v1/page-previews', { ...pageBody(components), slug: null });
    return [status, (await readProxyCounts()).reads];
  };
  const once = await readsOf(1);
  expect(once).toEqual([200, expect.any(Number)]);
  expect(await readsOf(20)).toEqual(once);
});
