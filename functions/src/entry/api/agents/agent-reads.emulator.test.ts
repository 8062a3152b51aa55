import type { AgentEntry } from '@farwatch/core/contracts/api/agents';
import { agentSample } from '@farwatch/core/testing/samples';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agents } from '../../../platform/db/collections.ts';
import { reportAndDrain } from '../../../testing/api/calls.ts';
import { putAgent } from '../../../testing/api/documents.ts';
import { createMonitor, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../../testing/firestore-proxy.ts';
import { TestAgent } from '../../../testing/test-agent.ts';
import { T0 } from '../../../testing/test-project.ts';

const AGENTS = 6;
const ENDPOINTS = 40;

let api: TestApi;
let admin: TestUser;

/** Half of the agents are not registered, which costs one more read each; the first checks endpoints of two users. */
beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  admin = await api.user({ admin: true });
  const owned = { ownerId: admin.uid };
  await putAgent(api, 'tw0', 'tw', { agent: owned, state: { spool: null, seq: 0 } });
  for (let index = 1; index < AGENTS / 2; index += 1) await putAgent(api, `th${index}`, 'th', { agent: owned });
  for (let index = AGENTS / 2; index < AGENTS; index += 1) {
    await api.call(admin, 'POST', '/agents', { name: `bd${index}`, countryCode: 'bd' });
  }
  const agent = new TestAgent('tw0');
  for (const user of [await api.user(), await api.user()]) {
    const monitor = await createMonitor(
      api,
      user,
      monitorBody(Array.from({ length: ENDPOINTS }, (_, index) => `h${index}`)),
    );
    await reportAndDrain(api, agent, user, { up: monitor.endpoints.map(({ id }) => id) });
  }
});
afterAll(() => api.close());

async function readsOf(...paths: string[]): Promise<number> {
  await resetProxy();
  for (const path of paths) expect((await api.call(admin, 'GET', path)).status).toBe(200);
  const { reads, writes } = await readProxyCounts();
  expect(writes).toBe(0);
  return reads;
}

test('the agents page: at most ten reads and four for each agent', async () => {
  const reads = await readsOf('/agents', '/agents/available-locations', '/agents/location-performance');
  expect(reads).toBeGreaterThanOrEqual(2 * AGENTS);
  expect(reads).toBeLessThanOrEqual(10 + 4 * AGENTS);
});

test.each([
  ['stats', 4],
  ['endpoints', 4],
  ['availability', 2],
  ['availability/segments', 2],
])('%s of an agent: its documents, and one for each user', async (path, max) => {
  expect(await readsOf(`/agents/tw0/${path}`)).toBeLessThanOrEqual(max);
});

test('a screen that polls: only its documents, until assignments are added', async () => {
  await readsOf('/agents/tw0/stats');
  expect(await readsOf('/agents/tw0/endpoints')).toBeLessThanOrEqual(2);
  const more = await createMonitor(api, await api.user(), monitorBody(['more']));
  const { id } = more.endpoints[0] ?? { id: '' };
  const listed = (await api.call(admin, 'GET', '/agents/tw0/endpoints')).body as { id: string }[];
  expect(listed.map((each) => each.id)).toContain(id);
});

test('lists only the newest agents if there are too many', async () => {
  const many = await api.user({ admin: true });
  const { db } = api.project.run(T0);
  const writer = db.bulkWriter();
  for (let index = 0; index <= LIST_LIMITS.byPerson; index += 1) {
    const agent = agentSample({ ownerId: many.uid, createdAt: T0 + index });
    void writer.create(agents.ref(db, `n${LIST_LIMITS.byPerson - index}`), agents.toDocument(agent));
  }
  await writer.close();
  const listed = (await api.call(many, 'GET', '/agents')).body as AgentEntry[];
  expect(listed.map(({ id }) => id)).toEqual(Array.from({ length: LIST_LIMITS.byPerson }, (_, index) => `n${index}`));
});
