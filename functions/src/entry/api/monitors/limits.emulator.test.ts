import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { createMonitor, type MonitorBody, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await newTestApi();
  await putAgent(api, 'agent', 'tw');
});
afterAll(() => api.close());

function many(count: number, prefix: string): MonitorBody {
  return monitorBody(Array.from({ length: count }, (_, index) => `${prefix}-${index}`));
}

/** The count that the API answers, and the stored ones. */
async function counts(user: TestUser) {
  const { body } = await api.call(user, 'GET', '/monitors/endpoint-limits');
  const { db } = api.project.run(api.clock.nowMs);
  const { limits } = body as { limits: { current: number; max: number } };
  const found = await db.collection('endpoints').where('ownerId', '==', user.uid).count().get();
  const assignment = await stored(api).assignment('tw', user.uid);
  const assigned = [assignment?.count ?? 0, Object.keys(assignment?.endpoints ?? {}).length];
  return { ...limits, storedCount: found.data().count, assigned };
}

describe('the limit of endpoints', () => {
  test('starts at zero', async () => {
    expect(await counts(await api.user())).toEqual({ current: 0, max: 200, storedCount: 0, assigned: [0, 0] });
  });

  test('is not exceeded by twenty parallel requests', async () => {
    const user = await api.user();
    const start = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => api.call(user, 'POST', '/monitors', many(11, `m${index}`))),
    );
    console.log(`20 parallel creations of 11 endpoints: ${Math.round(performance.now() - start)} ms`);
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(18);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'limit_reached' });
    expect(await counts(user)).toEqual({ current: 198, max: 200, storedCount: 198, assigned: [198, 198] });
    expect((await stored(api).agent('agent'))?.endpointCount).toBe(198);
  });

  test('can be reached but not exceeded, and replacing within it is allowed', async () => {
    const user = await api.user();
    const full = await createMonitor(api, user, many(200, 'full'));
    expect((await api.call(user, 'POST', '/monitors', many(1, 'more'))).status).toBe(409);
    expect((await api.call(user, 'PUT', `/monitors/${full.id}`, many(201, 'full'))).status).toBe(409);
    expect((await api.call(user, 'PUT', `/monitors/${full.id}`, many(200, 'other'))).status).toBe(200);
    expect(await counts(user)).toMatchObject({ current: 200, storedCount: 200, assigned: [200, 200] });
    expect((await api.call(user, 'PUT', `/monitors/${full.id}`, many(150, 'other'))).status).toBe(200);
    expect((await api.call(user, 'POST', '/monitors', many(51, 'more'))).status).toBe(409);
    expect((await api.call(user, 'POST', '/monitors', many(50, 'more'))).status).toBe(201);
    expect(await counts(user)).toMatchObject({ current: 200, storedCount: 200, assigned: [200, 200] });
  });

  test('is the reason for refusing far too many', async () => {
    expect(await api.call(await api.user(), 'POST', '/monitors', many(1500, 'x'))).toMatchObject({
      status: 409,
      body: { code: 'limit_reached' },
    });
  });

  test('counts correctly after parallel requests of every kind', async () => {
    const user = await api.user();
    const made = await Promise.all([4, 5, 6].map((count) => createMonitor(api, user, many(count, `start${count}`))));
    const [first, second, third] = made.map(({ id }) => id);
    const answers = await Promise.all([
      api.call(user, 'POST', '/monitors', many(7, 'new')),
      api.call(user, 'PUT', `/monitors/${first}`, many(9, 'start4')),
      api.call(user, 'PUT', `/monitors/${first}`, many(2, 'start4')),
      api.call(user, 'DELETE', `/monitors/${second}`),
      api.call(user, 'PUT', `/monitors/${third}`, many(1, 'start6')),
      api.call(user, 'POST', '/monitors', many(3, 'newer')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 201]);
    const { current, storedCount, assigned } = await counts(user);
    expect([11 + 9, 11 + 2]).toContain(current);
    expect([storedCount, ...assigned]).toEqual([current, current, current]);
  });

  test('can be set for an account', async () => {
    const user = await api.user();
    await createMonitor(api, user, many(1, 'a'));
    await api.project.run(0).db.doc(`users/${user.uid}`).update({ maxEndpoints: 2 });
    expect((await api.call(user, 'POST', '/monitors', many(2, 'b'))).status).toBe(409);
    expect(await counts(user)).toMatchObject({ current: 1, max: 2 });
  });

  test('lowered below the count still allows replacing and removing', async () => {
    const user = await api.user();
    const { id } = await createMonitor(api, user, many(5, 'a'));
    await api.project.run(0).db.doc(`users/${user.uid}`).update({ maxEndpoints: 2 });
    const statuses = [];
    for (const count of [6, 5, 4])
      statuses.push((await api.call(user, 'PUT', `/monitors/${id}`, many(count, 'a'))).status);
    expect(statuses).toEqual([409, 200, 200]);
  });
});
