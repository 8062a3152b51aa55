import { LIMITS } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOCUMENT_BYTES, documentBytes } from '../../../../commands/large-documents.ts';
import { setLimit } from '../../../../commands/set-limit.ts';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { createMonitor, detailOf, type MonitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../../testing/firestore-proxy.ts';

/** An account with as many endpoints as an operator can allow, in monitors that are as large as they can be. */

const { endpointsPerMonitor, mostEndpointsPerOwner } = LIMITS;

let api: TestApi;

beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  await Promise.all(LOCATION_CODES.map((code) => putAgent(api, `agent-${code}`, code)));
});
afterAll(() => api.close());

/** A monitor whose endpoints have URLs of 60 and names of 20 characters. */
function ordinary(count: number, mark: string): MonitorBody {
  const endpoints = Array.from({ length: count }, (_, index) => ({
    url: `https://${mark}${index}.farwatch.test/`.padEnd(60, 'x'),
    name: `${mark} endpoint ${index}`.padEnd(20, 'x'),
  }));
  return { name: `The sites ${mark}`.padEnd(20, 'x'), locations: [...LOCATION_CODES], endpoints };
}

async function allow(user: TestUser, endpoints: number): Promise<void> {
  await api.call(user, 'GET', '/me');
  await setLimit(api.project.run(api.clock.nowMs).db, { id: user.uid, name: user.uid }, String(endpoints));
}

async function costOf(work: () => Promise<unknown>) {
  await resetProxy();
  await work();
  const { reads, writes } = await readProxyCounts();
  return { reads, writes };
}

test('two thousand ordinary endpoints fit, an edit costs what it does in a small account, and more are refused', async () => {
  const [large, small] = [await api.user(), await api.user()];
  await allow(large, mostEndpointsPerOwner);
  const full = mostEndpointsPerOwner / endpointsPerMonitor;
  for (let index = 1; index < full; index += 1)
    await createMonitor(api, large, ordinary(endpointsPerMonitor, `m${index}x`));
  await createMonitor(api, large, ordinary(endpointsPerMonitor - 10, 'last'));
  const of = { large: await createMonitor(api, large, ordinary(9, 'few')) };
  const few = await createMonitor(api, small, ordinary(9, 'few'));

  const edit = (user: TestUser, id: string) =>
    api.call(user, 'PUT', `/monitors/${id}`, { ...ordinary(9, 'few'), name: 'Others' });
  const costs = {
    large: await costOf(() => edit(large, of.large.id)),
    small: await costOf(() => edit(small, few.id)),
  };
  console.log('An edit of nine endpoints among 2,000 and alone:', costs);
  expect(costs.large).toEqual(costs.small);

  expect(
    (await api.call(large, 'POST', `/monitors/${of.large.id}/endpoints`, { url: 'https://one.farwatch.test/' })).status,
  ).toBe(201);
  expect(await api.call(large, 'POST', '/monitors', ordinary(1, 'more'))).toMatchObject({
    status: 409,
    body: { code: 'limit_reached' },
  });

  const { db } = api.project.run(api.clock.nowMs);
  const assigned = await stored(api).assignment('tw', large.uid);
  expect(assigned).toMatchObject({ count: mostEndpointsPerOwner, plannedChecks: mostEndpointsPerOwner });
  const found = await Promise.all(
    ['assignments', 'monitors'].map((name) => db.collection(name).where('ownerId', '==', large.uid).get()),
  );
  const [assignment = 0, monitor = 0] = found.map(({ docs }) =>
    Math.max(...docs.map((each) => documentBytes(each.ref, each.data()))),
  );
  console.log('Bytes of an assignment of 2,000, and of a monitor of 500 endpoints without votes:', assignment, monitor);
  expect(assignment).toBeLessThan(0.7 * DOCUMENT_BYTES);
  expect(monitor).toBeLessThan(0.3 * DOCUMENT_BYTES);

  await allow(large, 1000);
  expect((await edit(large, of.large.id)).status).toBe(200);
  expect((await api.call(large, 'POST', '/monitors', ordinary(1, 'more'))).status).toBe(409);
});

test('a monitor with more endpoints, or with larger ones than its document holds, is refused before anything is written', async () => {
  const user = await api.user();
  await allow(user, mostEndpointsPerOwner);
  const long = Array.from({ length: 300 }, (_, index) => ({
    url: `https://a${index}.farwatch.test/`.padEnd(LIMITS.urlLength, 'x'),
  }));
  for (const body of [ordinary(endpointsPerMonitor + 1, 'a'), { ...ordinary(1, 'a'), endpoints: long }]) {
    const written = await costOf(async () =>
      expect(await api.call(user, 'POST', '/monitors', body)).toMatchObject({
        status: 409,
        body: { code: 'monitor_too_large' },
      }),
    );
    expect(written.writes).toBe(0);
  }
});

test('endpoints that are too large together for a location are refused before anything is written', async () => {
  const user = await api.user();
  await allow(user, mostEndpointsPerOwner);
  const long = (mark: string, count: number): MonitorBody => ({
    ...ordinary(1, mark),
    endpoints: Array.from({ length: count }, (_, index) => ({
      url: `https://${mark}${index}.farwatch.test/`.padEnd(LIMITS.urlLength, 'x'),
    })),
  });
  expect(detailOf(await api.call(user, 'POST', '/monitors', long('a', 200))).totalEndpoints).toBe(200);
  const written = await costOf(async () =>
    expect(await api.call(user, 'POST', '/monitors', long('b', 230))).toMatchObject({
      status: 409,
      body: { code: 'check_too_large' },
    }),
  );
  expect(written.writes).toBe(0);
});

test('more monitors than a browser lists are refused', async () => {
  const user = await api.user();
  await allow(user, mostEndpointsPerOwner);
  await createMonitor(api, user, ordinary(endpointsPerMonitor, 'first'));
  const { db } = api.project.run(api.clock.nowMs);
  const [template] = (await db.collection('monitors').where('ownerId', '==', user.uid).get()).docs;
  const batch = db.batch();
  for (let index = 1; index < LIMITS.monitorsPerOwner; index += 1)
    batch.set(db.doc(`monitors/${user.uid}x${index}`), { ...template?.data(), endpoints: {}, order: [] });
  await batch.commit();
  expect(await api.call(user, 'POST', '/monitors', ordinary(1, 'more'))).toMatchObject({
    status: 409,
    body: { code: 'too_many_monitors' },
  });
});
