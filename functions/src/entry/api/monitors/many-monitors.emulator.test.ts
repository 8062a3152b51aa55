import type { LocationCode } from '@farwatch/core/values/locations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putAgent } from '../../../testing/api/documents.ts';
import { createMonitor, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../../testing/firestore-proxy.ts';

const MONITORS = 50;
/** Measured of each account. */
const MEASURED = 10;
const ENDPOINTS = 10;
const LOCATIONS: LocationCode[] = ['tw', 'th', 'bd'];

let api: TestApi;

beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  for (const location of LOCATIONS) await putAgent(api, `${location}1`, location);
});
afterAll(() => api.close());

/** `cpuMs`: of this process, in which the API runs; other processes, the emulator's among them, add nothing to it. */
type Cost = { cpuMs: number; reads: number; writes: number };

const hosts = Array.from({ length: ENDPOINTS }, (_, index) => `h${index}`);

async function costOfMonitor(user: TestUser): Promise<Cost> {
  await resetProxy();
  const before = process.cpuUsage();
  await createMonitor(api, user, monitorBody(hosts, LOCATIONS));
  const { user: userUs, system: systemUs } = process.cpuUsage(before);
  const { reads, writes } = await readProxyCounts();
  return { cpuMs: (userUs + systemUs) / 1000, reads, writes };
}

/** A user who may create all monitors and has some. */
async function userWith(monitors: number): Promise<TestUser> {
  const user = await api.user();
  await createMonitor(api, user, monitorBody(hosts, LOCATIONS));
  await api.project
    .run(0)
    .db.doc(`users/${user.uid}`)
    .update({ maxEndpoints: MONITORS * ENDPOINTS });
  for (let index = 1; index < monitors; index += 1) await createMonitor(api, user, monitorBody(hosts, LOCATIONS));
  return user;
}

/** The least time, to which compiling and collecting garbage add nothing. */
const leastMs = (costs: readonly Cost[]) => Math.min(...costs.map(({ cpuMs }) => cpuMs));

test('the 50th monitor of an account costs as many documents as the third, and at most three times the processor time of the first ones', async () => {
  const [full, small] = [await userWith(MONITORS - MEASURED), await userWith(2)];
  const costs = { full: [] as Cost[], small: [] as Cost[] };
  // In turn, so that whatever slows the machine down slows both.
  for (let index = 0; index < MEASURED; index += 1) {
    costs.small.push(await costOfMonitor(small));
    costs.full.push(await costOfMonitor(full));
  }
  const [first, last] = [leastMs(costs.small), leastMs(costs.full)];
  console.log(
    `Creating monitors of ${ENDPOINTS} endpoints: ${first.toFixed(1)} ms of processor time with few others, ${last.toFixed(1)} ms with 40 or more`,
  );
  const { cpuMs: _, ...third } = costs.small[0] ?? { cpuMs: 0 };
  expect(costs.full.at(-1)).toMatchObject(third);
  expect(last).toBeLessThanOrEqual(3 * first);
});
