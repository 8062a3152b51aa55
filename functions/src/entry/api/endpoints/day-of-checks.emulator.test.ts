import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportAndDrain } from '../../../testing/api/calls.ts';
import { putAgent } from '../../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../../testing/firestore-proxy.ts';
import { TestAgent } from '../../../testing/test-agent.ts';

let api: TestApi;
let user: TestUser;
let id: string;
const agent = new TestAgent('tw1');

beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  user = await api.user();
  await putAgent(api, 'tw1', 'tw', { state: { spool: null, seq: 0 } });
  id = idOf(await createMonitor(api, user, monitorBody(['a'])), 'a');
  await reportAndDrain(api, agent, user, { up: [id] });
});
afterAll(() => api.close());

/** Reads for parallel requests that claim to know more checks than exist. */
async function readsOf(requests: number): Promise<number> {
  const knowing = `known=1000&knownSince=${new Date(api.clock.nowMs - 60_000).toISOString()}`;
  await resetProxy();
  const paths = Array.from({ length: requests }, (_, index) => (index % 2 === 0 ? 'history' : 'checks'));
  const answers = await Promise.all(paths.map((path) => api.call(user, 'GET', `/endpoints/${id}/${path}?${knowing}`)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  // Each request also reads the endpoint to check its owner.
  return (await readProxyCounts()).reads - requests;
}

test('false claims cause at most one new read of an endpoint in two seconds', async () => {
  const day = await readsOf(1);
  expect(day).toBeGreaterThan(24);
  expect(await readsOf(20)).toBe(day);
  api.clock.nowMs += 1_999;
  expect(await readsOf(20)).toBe(0);
  api.clock.nowMs += 1;
  expect(await readsOf(20)).toBe(day);
});

test('never answers an older copy than others have received', async () => {
  api.clock.nowMs += 2_000;
  await readsOf(1);
  await reportAndDrain(api, agent, user, { up: [id] });
  api.clock.nowMs += 2_000;
  await readsOf(1);
  const { body } = await api.call(user, 'GET', `/endpoints/${id}/checks`);
  expect((body as { data: unknown[] }).data).toHaveLength(2);
});
