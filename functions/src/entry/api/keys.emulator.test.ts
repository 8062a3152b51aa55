import { API_KEYS_PER_OWNER } from '@farwatch/core/values/api-key';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKeys } from '../../platform/db/collections.ts';
import { makeApiKey } from '../../platform/http/api-key.ts';
import { CALLS, type Seeded, seedApi } from '../../testing/api/calls.ts';
import { makeKey, program } from '../../testing/api/keys.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { useTelegram } from '../../testing/telegram-chat.ts';
import { ROUTES } from './routes.ts';

let api: TestApi;
let seeded: Seeded;
/** Programs that call for the seeded admin, and one of another account. */
let reading: TestUser;
let writing: TestUser;
let foreign: TestUser;
/** Programs whose keys are no longer valid. */
let expired: TestUser;
let revoked: TestUser;

beforeAll(async () => {
  useTelegram();
  api = await newTestApi();
  seeded = await seedApi(api);
  const { admin } = seeded;
  reading = program(admin, (await makeKey(api, admin, 'read')).key);
  writing = program(admin, (await makeKey(api, admin, 'write')).key);
  const other = await api.user();
  foreign = program(other, (await makeKey(api, other, 'write')).key);
  expired = program(admin, await storeExpiredKey(admin));
  const gone = await makeKey(api, admin, 'write');
  expect((await api.call(admin, 'DELETE', `/v1/keys/${gone.id}`)).status).toBe(200);
  revoked = program(admin, gone.key);
});
afterAll(() => api.close());

async function storeExpiredKey(owner: TestUser): Promise<string> {
  const { id, key } = await makeKey(api, owner, 'write', 30);
  const { db, nowMs } = api.project.run(api.clock.nowMs);
  await apiKeys.ref(db, id).update(apiKeys.toUpdate({ expiresAt: nowMs }));
  return key;
}

const RESTRICTED = ROUTES.filter(({ call }) => call.scope !== 'anyone').map(
  ({ call }) => [call.method, call.path, call] as const,
);

test.each(RESTRICTED)('%s %s takes valid keys of the owner with its scope', async (method, path, call) => {
  const { path: target, body } = (await CALLS[`${method} ${path}`]?.(seeded, api)) ?? { path };
  const callBy = (user: TestUser | null) => {
    // So that no limit is reached.
    api.clock.nowMs += 5000;
    return api.call(user, method.toUpperCase(), target, body);
  };
  for (const user of [null, expired, revoked, program(seeded.admin, makeApiKey())]) {
    expect(await callBy(user)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  }
  const { scope, status, params } = call;
  if (scope !== 'read') expect((await callBy(reading)).status).toBe(403);
  const other = await callBy(foreign);
  expect(JSON.stringify(other.body)).not.toContain(seeded.monitorId);
  // Whether an address is free is the same for everybody.
  if (params && path !== '/v1/page-slugs/:slug') expect([403, 404]).toContain(other.status);
  if (scope === 'read') expect((await callBy(reading)).status).toBe(status);
  expect((await callBy(writing)).status).toBe(scope === 'read' || scope === 'write' ? status : 403);
});

describe('a key', () => {
  test('is shown once', async () => {
    const user = await api.user();
    const { body } = await api.call(user, 'POST', '/v1/keys', { name: 'CI', scope: 'read', expiresInDays: 90 });
    const { key, ...shown } = body as { key: string };
    expect(shown).toMatchObject({
      name: 'CI',
      scope: 'read',
      start: key.slice(0, 8),
      createdBy: user.uid,
      expiresAt: new Date(api.clock.nowMs + 90 * DAY_MS).toISOString(),
      lastUsedAt: null,
    });
    const listed = await api.call(user, 'GET', '/v1/keys');
    expect(listed.body).toEqual({ keys: [shown] });
  });

  test.each([
    [{ name: '', scope: 'read', expiresInDays: 30 }, 'name'],
    [{ name: 'CI', scope: 'admin', expiresInDays: 30 }, 'scope'],
    [{ name: 'CI', scope: 'read', expiresInDays: 31 }, 'expiresInDays'],
    [{ name: 'CI', scope: 'read' }, 'expiresInDays'],
  ])('is refused for %j', async (input, path) => {
    const { status, body } = await api.call(await api.user(), 'POST', '/v1/keys', input);
    expect([status, body]).toMatchObject([400, { details: [{ path }] }]);
  });

  test('remembers its last use to the hour, also when the clock is set back', async () => {
    const user = await api.user();
    const { id, key } = await makeKey(api, user, 'read');
    const usedAt = async () => {
      await api.call(program(user, key), 'GET', '/me');
      return apiKeys.read(await apiKeys.ref(api.project.run(0).db, id).get())?.lastUsedAt;
    };
    const first = api.clock.nowMs;
    expect(await usedAt()).toBe(first);
    api.clock.nowMs += HOUR_MS - 1;
    expect(await usedAt()).toBe(first);
    api.clock.nowMs += 1;
    expect(await usedAt()).toBe(first + HOUR_MS);
    api.clock.nowMs -= DAY_MS;
    expect(await usedAt()).toBe(first + HOUR_MS - DAY_MS);
    api.clock.nowMs += DAY_MS;
  });

  test('may be one of twenty, also if two are made at once', async () => {
    const user = await api.user();
    for (let count = 1; count < API_KEYS_PER_OWNER; count += 1) await makeKey(api, user, 'read');
    const make = () => api.call(user, 'POST', '/v1/keys', { name: 'Last', scope: 'read', expiresInDays: null });
    const answers = await Promise.all([make(), make(), make()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'too_many_keys' });
  });

  test('is refused once its account is disabled, and when it is deleted', async () => {
    const user = await api.user();
    const caller = program(user, (await makeKey(api, user, 'read')).key);
    expect((await api.call(caller, 'GET', '/me')).status).toBe(200);
    await api.auth.updateUser(user.uid, { disabled: true });
    expect((await api.call(caller, 'GET', '/me')).status).toBe(401);
    await api.auth.deleteUser(user.uid);
    expect((await api.call(caller, 'GET', '/me')).status).toBe(401);
  });

  test('is revoked by anyone who holds it, in the middle of a stream of calls', async () => {
    const user = await api.user();
    const { key } = await makeKey(api, user, 'read');
    const caller = program(user, key);
    const stream = Array.from({ length: 10 }, () => api.call(caller, 'GET', '/me'));
    expect((await api.call(null, 'POST', '/v1/keys/revoke', { key: ` ${key}\n` })).status).toBe(200);
    for (const { status } of await Promise.all(stream)) expect([200, 401]).toContain(status);
    expect((await api.call(caller, 'GET', '/me')).status).toBe(401);
    expect((await api.call(null, 'POST', '/v1/keys/revoke', { key })).status).toBe(404);
  });

  test('of another account cannot be revoked by its id', async () => {
    const user = await api.user();
    const { id } = await makeKey(api, user, 'read');
    expect((await api.call(await api.user(), 'DELETE', `/v1/keys/${id}`)).status).toBe(404);
  });
});

describe('limits', () => {
  test.each([
    ['read', 'GET', 60],
    ['write', 'POST', 30],
  ] as const)('a key may make some %s calls a minute, and gets how many are left', async (name, method, most) => {
    const user = await api.user();
    const [busy, idle] = await Promise.all([makeKey(api, user, 'write'), makeKey(api, user, 'write')]);
    // It fails, and counts nevertheless.
    const callBy = ({ key }: { key: string }) =>
      api.call(program(user, key), method, '/monitors', method === 'GET' ? undefined : {});
    for (let left = most - 1; left >= 0; left -= 1) {
      const { status, headers } = await callBy(busy);
      expect(status).not.toBe(429);
      expect(headers.get('ratelimit-policy')).toBe(`"${name}";q=${most};w=60`);
      expect(headers.get('ratelimit')).toBe(`"${name}";r=${left};t=${Math.ceil(((most - left) * 60) / most)}`);
    }
    const refused = await callBy(busy);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.headers.get('retry-after')).toBe(String(60 / most));
    expect((await callBy(idle)).status).not.toBe(429);
  });

  test('refused keys that do not exist are limited by address', async () => {
    const own = await newTestApi();
    const user = await own.user();
    const guess = () => own.call(program(user, makeApiKey()), 'GET', '/me');
    const answers = [];
    for (let count = 0; count <= 300; count += 1) answers.push((await guess()).status);
    expect([answers[0], answers.at(-1)]).toEqual([401, 429]);
    await own.close();
  });
});
