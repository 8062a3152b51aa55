import { ACCOUNT } from '@farwatch/core/values/limits';
import { DAY_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closures } from '../../platform/db/collections.ts';
import { putAgent, stored } from '../../testing/api/documents.ts';
import { createMonitor, monitorBody } from '../../testing/api/monitors.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { deleteDueAccounts } from '../jobs/delete-due-accounts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await newTestApi();
  api.clock.nowMs = Date.now();
});
afterAll(() => api.close());

test('a closed account works for seven days, keeps its first date, and can be kept', async () => {
  const user = await api.user();
  await createMonitor(api, user, monitorBody(['a']));
  const closesAt = new Date(api.clock.nowMs + 7 * DAY_MS).toISOString();
  expect(await api.call(user, 'POST', '/account/close')).toMatchObject({ status: 200, body: { closesAt } });
  api.clock.nowMs += 1000;
  expect((await api.call(user, 'POST', '/account/close')).body).toEqual({ closesAt });
  expect(await stored(api).user(user.uid)).toMatchObject({ closesAt: Date.parse(closesAt), endpointCount: 1 });
  await createMonitor(api, user, monitorBody(['b']));

  expect((await api.call(user, 'POST', '/account/keep')).body).toEqual({ closesAt: null });
  await deleteDueAccounts(api.project.run(Date.parse(closesAt)), async () => api.auth);
  expect(await stored(api).user(user.uid)).toMatchObject({ closesAt: null, endpointCount: 2 });
});

test('after its time it is deleted and its token is refused', async () => {
  const user = await api.user();
  await createMonitor(api, user, monitorBody(['a']));
  await api.call(user, 'POST', '/account/close');
  await deleteDueAccounts(api.project.run(api.clock.nowMs + ACCOUNT.closesAfterMs), async () => api.auth);
  expect(await stored(api).user(user.uid)).toBeNull();
  expect(await api.call(user, 'POST', '/account/keep')).toMatchObject({ status: 401 });
});

test('it cannot be kept once the deletion has started', async () => {
  const user = await api.user();
  await api.call(user, 'POST', '/account/close');
  await closures.ref(api.project.run(0).db, user.uid).create(closures.toDocument({ startedAt: 0 }));
  const answer = await api.call(user, 'POST', '/account/keep');
  expect(answer).toMatchObject({ status: 409, body: { code: 'closing_started' } });
});

test('closing needs a recent sign-in', async () => {
  const user = await api.user();
  api.clock.nowMs = Date.now() + ACCOUNT.recentSignInMs + 1000;
  const answer = await api.call(user, 'POST', '/account/close');
  expect(answer).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
  api.clock.nowMs = Date.now();
});

test('an admin deletes their agents first', async () => {
  const admin = await api.user({ admin: true });
  await putAgent(api, 'agent', 'tw', { agent: { ownerId: admin.uid } });
  const answer = await api.call(admin, 'POST', '/account/close');
  expect(answer).toMatchObject({ status: 409, body: { code: 'has_agents' } });
  expect((await stored(api).user(admin.uid))?.closesAt ?? null).toBeNull();
});

test('a copy comes in parts of whole pages, with a limit of its own', async () => {
  const user = await api.user();
  for (const name of ['a', 'b', 'c']) await createMonitor(api, user, monitorBody([name]));
  const first = await api.call(user, 'GET', '/account/copy');
  expect(first).toMatchObject({ status: 200, body: { next: null } });
  const { lines } = first.body as { lines: string };
  const paths = lines
    .trim()
    .split('\n')
    .flatMap((line) => Object.keys(JSON.parse(line) as object));
  expect(paths[0]).toBe(`account/${user.uid}`);
  expect(paths.at(-1)).toBe(`users/${user.uid}`);
  expect(paths.filter((path) => path.startsWith('monitors/'))).toHaveLength(3);
  const [monitor = ''] = paths.filter((path) => path.startsWith('endpoints/'));
  const rest = await api.call(user, 'GET', `/account/copy?after=${encodeURIComponent(monitor)}`);
  expect(lines.endsWith((rest.body as { lines: string }).lines)).toBe(true);
  for (const after of ['leases/any', 'monitors', '../x', '']) {
    const refused = await api.call(user, 'GET', `/account/copy?after=${encodeURIComponent(after)}`);
    expect(refused).toMatchObject({ status: 400 });
  }
});
