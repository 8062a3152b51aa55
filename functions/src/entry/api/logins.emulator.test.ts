import type { ActivityAnswer } from '@farwatch/core/contracts/api/activity';
import { API_KEYS_PER_OWNER, type ApiKeyScope } from '@farwatch/core/values/api-key';
import { LOGIN_POLL_MS, LOGIN_VALID_MS } from '@farwatch/core/values/login-code';
import { SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKeys, logins } from '../../platform/db/collections.ts';
import { makeKey, program, startLogin } from '../../testing/api/keys.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await newTestApi();
});
afterAll(() => api.close());

type Waiting = { deviceCode: string; userCode: string };

/** Starts a login once the address may start another. */
async function start(given: { host?: string; scope?: ApiKeyScope } = {}): Promise<Waiting> {
  api.clock.nowMs += 30 * SECOND_MS;
  return startLogin(api, given);
}

/** Polls as a program does, which waits first. */
function poll({ deviceCode }: Waiting) {
  api.clock.nowMs += LOGIN_POLL_MS;
  return api.call(null, 'POST', '/v1/logins/key', { deviceCode });
}

const decide = (user: TestUser | null, { userCode: code }: Waiting, isConfirmed = true, scope: ApiKeyScope = 'write') =>
  api.call(user, 'POST', '/v1/logins/decision', { code, isConfirmed, scope });
const read = (user: TestUser | null, code: string) => api.call(user, 'GET', `/v1/logins?code=${code}`);

async function keysOf(user: TestUser): Promise<{ name: string; scope: string }[]> {
  const { body } = await api.call(user, 'GET', '/v1/keys');
  return (body as { keys: { name: string; scope: string }[] }).keys;
}

describe('a login', () => {
  test('gives the program a key of what the person confirms', async () => {
    const user = await api.user({ displayName: 'Ann' });
    const waiting = await start({ host: 'anns-laptop' });
    expect(waiting.userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(await poll(waiting)).toMatchObject({ status: 400, body: { code: 'authorization_pending' } });
    const shown = await read(user, waiting.userCode.toLowerCase());
    expect(shown).toMatchObject({ status: 200, body: { host: 'anns-laptop', scope: 'write' } });
    expect((await decide(user, waiting, true, 'read')).status).toBe(200);
    expect(await keysOf(user)).toEqual([]);
    const taken = await poll(waiting);
    expect(taken).toMatchObject({ status: 200, body: { name: 'farwatch on anns-laptop', scope: 'read' } });
    const { key } = taken.body as { key: string };
    expect((await api.call(program(user, key), 'GET', '/me')).status).toBe(200);
    expect((await api.call(program(user, key), 'PUT', '/me', { language: 'cn' })).status).toBe(403);
    expect(await keysOf(user)).toMatchObject([{ name: 'farwatch on anns-laptop', scope: 'read' }]);
  });

  test('is in the activity as made by who confirmed it, for the program’s address', async () => {
    const user = await api.user({ displayName: 'Ann' });
    const waiting = await start();
    await decide(user, waiting);
    await poll(waiting);
    const { body } = await api.call(user, 'GET', '/v1/activity');
    const { entries } = body as { entries: ActivityAnswer[] };
    const made = { kind: 'key', action: 'created', subjectName: 'farwatch on laptop', call: 'post /v1/logins/key' };
    expect(entries).toMatchObject([{ ...made, actor: 'person', actorId: user.uid, actorName: 'Ann' }]);
  });

  test('that is refused gives none, and cannot be confirmed any more', async () => {
    const user = await api.user();
    const waiting = await start();
    expect((await decide(user, waiting, false)).status).toBe(200);
    expect(await poll(waiting)).toMatchObject({ status: 403, body: { code: 'access_denied' } });
    expect((await decide(user, waiting)).status).toBe(404);
    expect(await keysOf(user)).toEqual([]);
  });

  test('ends after ten minutes, before and after it is confirmed', async () => {
    const user = await api.user();
    const [waiting, confirmed] = [await start(), await start()];
    await decide(user, confirmed);
    api.clock.nowMs += LOGIN_VALID_MS;
    for (const each of [waiting, confirmed]) {
      expect(await poll(each)).toMatchObject({ status: 400, body: { code: 'expired_token' } });
    }
    expect((await read(user, waiting.userCode)).status).toBe(404);
    expect((await decide(user, waiting)).status).toBe(404);
    expect(await keysOf(user)).toEqual([]);
  });

  test('that is polled too often is refused, without a read', async () => {
    const waiting = await start();
    const codes = [];
    for (let count = 0; count < 4; count += 1) {
      codes.push((await api.call(null, 'POST', '/v1/logins/key', waiting)).body);
    }
    const pending = { code: 'authorization_pending' };
    expect(codes).toMatchObject([pending, pending, { code: 'slow_down' }, { code: 'slow_down' }]);
  });

  test.each([
    [{ host: '', scope: 'write' }, 'host'],
    [{ host: 'a\nb', scope: 'write' }, 'host'],
    [{ host: 'x'.repeat(101), scope: 'write' }, 'host'],
    [{ host: 'laptop', scope: 'admin' }, 'scope'],
  ])('is refused for %j', async (input, path) => {
    api.clock.nowMs += 30 * SECOND_MS;
    expect(await api.call(null, 'POST', '/v1/logins', input)).toMatchObject({
      status: 400,
      body: { details: [{ path }] },
    });
  });
});

describe('an attack', () => {
  test('with a device code that has been used gets nothing', async () => {
    const user = await api.user();
    const waiting = await start();
    await decide(user, waiting);
    expect((await poll(waiting)).status).toBe(200);
    expect(await poll(waiting)).toMatchObject({ status: 400, body: { code: 'expired_token' } });
    expect((await decide(user, waiting)).status).toBe(404);
    expect(await keysOf(user)).toHaveLength(1);
  });

  test('by two polls at once makes one key', async () => {
    const user = await api.user();
    const waiting = await start();
    await decide(user, waiting);
    const answers = await Promise.all([poll(waiting), poll(waiting)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await keysOf(user)).toHaveLength(1);
  });

  test('by a link changes nothing: the page’s call only reads, and knows no secret', async () => {
    const user = await api.user();
    const waiting = await start();
    const { body } = await read(user, waiting.userCode);
    expect(Object.keys(body as object).sort()).toEqual(['createdAt', 'expiresAt', 'host', 'scope']);
    expect(await poll(waiting)).toMatchObject({ body: { code: 'authorization_pending' } });
    expect((await api.call(null, 'POST', '/v1/logins/key', { deviceCode: waiting.userCode })).status).toBe(400);
  });

  test('without a person, or by a key, confirms nothing', async () => {
    const user = await api.user();
    const waiting = await start();
    const key = program(user, (await makeKey(api, user, 'write')).key);
    expect((await decide(null, waiting)).status).toBe(401);
    expect((await decide(key, waiting)).status).toBe(403);
    expect((await read(key, waiting.userCode)).status).toBe(403);
    expect((await poll(waiting)).body).toMatchObject({ code: 'authorization_pending' });
  });

  test('of another account takes no login that is confirmed', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const waiting = await start();
    await decide(user, waiting);
    expect((await read(other, waiting.userCode)).status).toBe(404);
    for (const isConfirmed of [true, false]) expect((await decide(other, waiting, isConfirmed)).status).toBe(404);
    await poll(waiting);
    expect([await keysOf(user), await keysOf(other)]).toMatchObject([[{}], []]);
  });

  test.each(['read', 'decide'] as const)('that guesses codes to %s is limited for its account', async (call) => {
    const user = await api.user();
    const guess = { deviceCode: '', userCode: 'BBBB-CCCC' };
    const attempt = () => (call === 'read' ? read(user, guess.userCode) : decide(user, guess));
    const statuses = [];
    for (let count = 0; count < 22; count += 1) statuses.push((await attempt()).status);
    expect(statuses).toEqual([...Array(20).fill(404), 429, 429]);
  });

  test('that fills the database is limited for its address', async () => {
    const own = await newTestApi();
    const statuses = [];
    for (let count = 0; count < 22; count += 1) {
      statuses.push((await own.call(null, 'POST', '/v1/logins', { host: 'laptop', scope: 'read' })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429, 429]);
    await own.close();
  });

  test('on the limit of keys makes no key, before and after the confirmation', async () => {
    const user = await api.user();
    const [early, late] = [await start(), await start()];
    for (let count = 1; count < API_KEYS_PER_OWNER; count += 1) {
      api.clock.nowMs += SECOND_MS;
      await makeKey(api, user, 'read');
    }
    expect((await decide(user, early)).status).toBe(200);
    await makeKey(api, user, 'read');
    expect(await decide(user, late)).toMatchObject({ status: 409, body: { code: 'too_many_keys' } });
    expect(await poll(early)).toMatchObject({ status: 409, body: { code: 'too_many_keys' } });
    expect(await keysOf(user)).toHaveLength(API_KEYS_PER_OWNER);
  });

  test('with two logins of one code confirms neither', async () => {
    const user = await api.user();
    const [one, other] = [await start(), await start()];
    const { db } = api.project.run(api.clock.nowMs);
    const { docs } = await logins.collection(db).where('userCode', '==', other.userCode.replace('-', '')).get();
    for (const { ref } of docs) await ref.update({ userCode: one.userCode.replace('-', '') });
    expect((await read(user, one.userCode)).status).toBe(404);
    expect((await decide(user, one)).status).toBe(404);
  });
});

test('a login of an account that was deleted or disabled makes no key', async () => {
  const user = await api.user();
  const [one, other] = [await start(), await start()];
  await decide(user, one);
  await decide(user, other);
  await api.auth.updateUser(user.uid, { disabled: true });
  expect((await poll(one)).status).toBe(401);
  await api.auth.deleteUser(user.uid);
  expect((await poll(other)).status).toBe(401);
  const { docs } = await apiKeys.collection(api.project.run(0).db).where('ownerId', '==', user.uid).get();
  expect(docs).toEqual([]);
});

test('what is stored is neither the device code nor a key', async () => {
  const user = await api.user();
  const waiting = await start();
  await decide(user, waiting);
  const { docs } = await logins.collection(api.project.run(0).db).get();
  expect(JSON.stringify(docs.map((document) => [document.id, document.data()]))).not.toContain(waiting.deviceCode);
  expect(JSON.stringify(docs.map((document) => document.data()))).not.toContain('fwk_');
});
