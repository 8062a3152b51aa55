import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { agents } from '../../../platform/db/collections.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { faultsLeft, injectFault, PERMISSION_DENIED, resetProxy } from '../../../testing/firestore-proxy.ts';
import { T0 } from '../../../testing/test-project.ts';

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  admin = await api.user({ admin: true });
});
beforeEach(resetProxy);
afterAll(() => api.close());

const create = (name: string) => api.call(admin, 'POST', '/agents', { name, countryCode: 'tw' });
const named = (name: string) => agents.collection(api.project.run(T0).db).where('name', '==', name).get();

it('creates an agent once, with its code, if the answer to the commit is lost', async () => {
  await injectFault({ fault: 'lose', method: 'Commit', touching: '/agents/' });
  const { status, body } = await create('Taipei 1');
  expect(await faultsLeft()).toEqual([]);
  expect([status, body]).toMatchObject([201, { name: 'Taipei 1', registrationCode: expect.any(String) }]);
  expect((await named('Taipei 1')).size).toBe(1);
});

it('creates no agent if the commit is refused', async () => {
  await injectFault({ fault: 'refuse', method: 'Commit', touching: '/agents/', status: PERMISSION_DENIED });
  expect((await create('Taipei 2')).status).toBe(500);
  expect((await named('Taipei 2')).size).toBe(0);
});
