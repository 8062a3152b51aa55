import type { LocationCode } from '@farwatch/core/values/locations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { putAgent } from '../testing/documents.ts';
import { createMonitor, monitorBody } from '../testing/monitors.ts';
import { newTestApi, type TestApi } from '../testing/test-api.ts';

const MONITORS = 50;
const ENDPOINTS = 10;
const LOCATIONS: LocationCode[] = ['tw', 'th', 'bd'];

let api: TestApi;

beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  for (const location of LOCATIONS) await putAgent(api, `${location}1`, location);
});
afterAll(() => api.close());

/** The middle value, which a pause of a busy machine does not change. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

test('the 50th monitor of an account costs as many documents as the third, and at most twice the time of the first ones', async () => {
  const user = await api.user();
  const hosts = Array.from({ length: ENDPOINTS }, (_, index) => `h${index}`);
  const costs: { ms: number; reads: number; writes: number }[] = [];
  for (let index = 0; index < MONITORS; index += 1) {
    await resetProxy();
    const startMs = performance.now();
    await createMonitor(api, user, monitorBody(hosts, LOCATIONS, `Shop ${index}`));
    const ms = performance.now() - startMs;
    const { reads, writes } = await readProxyCounts();
    costs.push({ ms, reads, writes });
    if (index === 0) {
      await api.project
        .run(0)
        .db.doc(`users/${user.uid}`)
        .update({ maxEndpoints: MONITORS * ENDPOINTS });
    }
  }
  const timeOf = (some: typeof costs) => Math.round(median(some.map(({ ms }) => ms)));
  const [first, last] = [timeOf(costs.slice(0, 10)), timeOf(costs.slice(-10))];
  console.log(
    `Creating monitors of ${ENDPOINTS} endpoints: median ${first} ms of the first ten, ${last} ms of the last`,
  );
  const { ms: _, ...third } = costs[2] ?? { ms: 0 };
  expect(costs.at(-1)).toMatchObject(third);
  expect(last).toBeLessThanOrEqual(2 * first);
});
