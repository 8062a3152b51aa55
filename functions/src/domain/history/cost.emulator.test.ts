import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOBS } from '../../entry/jobs/job-work.ts';
import { endpoints, monitors } from '../../platform/db/collections.ts';
import { reportAndDrain } from '../../testing/api/calls.ts';
import { putAgent } from '../../testing/api/documents.ts';
import { createMonitor, monitorBody } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { T0 } from '../../testing/test-project.ts';

const MONITORS = 5;
const ENDPOINTS = 8;
const HOURS = 24 * LOCATION_CODES.length;
const BUILT_AT = T0 + 14 * HOUR_MS + 35 * MINUTE_MS;
const CREATED_AT = T0 - 500 * DAY_MS;

let api: TestApi;
let user: TestUser;
let endpointId: string;
let monitorId: string;

beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  user = await api.user();
  for (const code of LOCATION_CODES) await putAgent(api, `${code}1`, code, { state: { spool: null, seq: 0 } });
  const hosts = Array.from({ length: ENDPOINTS }, (_, index) => `h${index}`);
  for (let count = 0; count < MONITORS; count += 1) {
    const monitor = await createMonitor(api, user, monitorBody(hosts, [...LOCATION_CODES], `Shop ${count}`));
    const ids = monitor.endpoints.map(({ id }) => id);
    for (const code of LOCATION_CODES)
      await reportAndDrain(api, new TestAgent(`${code}1`, monitor.id), user, { up: ids });
    [monitorId, endpointId] = [monitor.id, ids[0] ?? ''];
  }
  const { db } = api.project.run(T0);
  await endpoints.ref(db, endpointId).update({ createdAt: new Date(CREATED_AT) });
  await monitors.ref(db, monitorId).update({ createdAt: new Date(CREATED_AT) });
});
afterAll(() => api.close());

async function costOf(work: () => Promise<unknown>) {
  await resetProxy();
  await work();
  const { reads, writes, deletes } = await readProxyCounts();
  return { reads, writes, deletes };
}

async function build(nowMs: number): Promise<void> {
  api.project.queue.waiting = [];
  const run = api.project.viaProxy(nowMs);
  await JOBS.buildHistories.run(run);
  await api.project.queue.work(run);
}

test('building a day writes each endpoint and monitor once, and reads its hours and little else', async () => {
  // The first status of each endpoint is an event of this day.
  const first = await costOf(() => build(BUILT_AT));
  expect(first).toEqual({
    reads: HOURS + MONITORS + MONITORS * ENDPOINTS + 6,
    writes: MONITORS * (ENDPOINTS + 1) + 1,
    deletes: 0,
  });
  await build(BUILT_AT + DAY_MS);
  const quiet = await costOf(() => build(BUILT_AT + 2 * DAY_MS));
  expect(quiet).toEqual({ reads: HOURS + MONITORS + 7, writes: MONITORS * (ENDPOINTS + 1) + 1, deletes: 0 });
});

test('an owner whose day is built is not looked at for the rest of it', async () => {
  expect(await costOf(() => build(BUILT_AT + 2 * DAY_MS + HOUR_MS))).toEqual({ reads: 1, writes: 0, deletes: 0 });
});

test('ranges read a document for each month, besides what the page reads anyway', async () => {
  const iso = (atMs: number) => new Date(atMs).toISOString();
  api.clock.nowMs = BUILT_AT + 2 * DAY_MS;
  const day = await costOf(() => api.call(user, 'GET', `/endpoints/${endpointId}/history`));
  expect(day.reads).toBeGreaterThan(HOURS);
  const read = async (days: number) => {
    const query = new URLSearchParams({
      from: iso(api.clock.nowMs - days * DAY_MS),
      to: iso(api.clock.nowMs),
      resolution: 'day',
    });
    return costOf(() => api.call(user, 'GET', `/v1/endpoints/${endpointId}/history?${query}`));
  };
  expect((await read(90)).reads).toBeLessThanOrEqual(10);
  expect((await read(365)).reads).toBeLessThanOrEqual(20);
  expect((await read(365)).reads).toBe(0);
});

test('uptimes of all monitors: at most two documents for each and its own', async () => {
  api.clock.nowMs += 11 * SECOND_MS;
  const { reads } = await costOf(() => api.call(user, 'GET', '/v1/uptime'));
  expect(reads).toBeLessThanOrEqual(3 * MONITORS + 1);
  const year = new URLSearchParams({ from: new Date(T0 - 360 * DAY_MS).toISOString(), to: new Date(T0).toISOString() });
  expect(
    (await costOf(() => api.call(user, 'GET', `/v1/monitors/${monitorId}/uptime?${year}`))).reads,
  ).toBeLessThanOrEqual(5);
});
