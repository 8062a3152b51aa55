import type { ActivityAnswer } from '@farwatch/core/contracts/api/activity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activity, apiKeys } from '../../platform/db/collections.ts';
import { CALLS, type Seeded, seedApi } from '../../testing/api/calls.ts';
import { makeKey, program } from '../../testing/api/keys.ts';
import { createMonitor, idOf, monitorBody } from '../../testing/api/monitors.ts';
import { pageBody } from '../../testing/api/page-calls.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { type Answer, newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { useTelegram } from '../../testing/telegram-chat.ts';
import { ROUTES } from './routes.ts';

let api: TestApi;
let seeded: Seeded;

beforeAll(async () => {
  useTelegram();
  api = await newTestApi();
  seeded = await seedApi(api);
});
afterAll(() => api.close());

async function entriesOf(user: TestUser, query = ''): Promise<ActivityAnswer[]> {
  const { status, body } = await api.call(user, 'GET', `/v1/activity?limit=300${query}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return (body as { entries: ActivityAnswer[] }).entries;
}

/** All entries, of every account, the newest first. */
async function allEntries() {
  const { docs } = await activity.collection(api.project.run(0).db).get();
  return docs.map((document) => activity.readIfValid(document)).toSorted((a, b) => (b?.at ?? 0) - (a?.at ?? 0));
}
const countEntries = async () => (await allEntries()).length;

const WRITES = ROUTES.filter(({ call }) => call.method !== 'get').map(
  ({ call }) => [call.method, call.path, call] as const,
);

test.each(WRITES)('%s %s has an entry if it changes something', async (method, path, { changes }) => {
  api.clock.nowMs += 31_000;
  const { path: target, body, user = seeded.admin } = (await CALLS[`${method} ${path}`]?.(seeded, api)) ?? { path };
  const before = await countEntries();
  const { status } = await api.call(user, method.toUpperCase(), target, body);
  expect(status).toBeLessThan(300);
  expect((await countEntries()) - before).toBe(changes ? 1 : 0);
  if (!changes) return;
  // Not by the API, which knows nobody any more who has just transferred an account.
  const newest = (await allEntries()).find((each) => each?.call === `${method} ${path}`);
  expect(newest).toMatchObject({ kind: changes[0], at: api.clock.nowMs });
  expect(newest?.action).toBe(changes[1]);
  const isOfAccount = ['account', 'notifications', 'summaries'].includes(changes[0]);
  if (!isOfAccount) expect([newest?.subjectId, newest?.subjectName]).not.toContain('');
});

describe('an entry', () => {
  test('names who did it: a person, a key, a person with a link', async () => {
    const user = await api.user({ displayName: 'Ann' });
    const { id, key } = await makeKey(api, user, 'write');
    api.clock.nowMs += 1000;
    await createMonitor(api, program(user, key), monitorBody(['shop']));
    const [byKey, byPerson] = await entriesOf(user);
    expect(byKey).toMatchObject({ actor: 'key', actorId: id, actorName: 'Script', kind: 'monitor', action: 'created' });
    expect(byPerson).toMatchObject({ actor: 'person', actorId: user.uid, actorName: 'Ann', kind: 'key' });
    const { path, body } = (await CALLS['post /v1/shared-incidents/:token/acknowledge']?.(seeded, api)) ?? { path: '' };
    api.clock.nowMs += 1000;
    expect((await api.call(null, 'POST', path, body)).status).toBe(200);
    const [byLink] = await entriesOf(seeded.admin);
    expect(byLink).toMatchObject({ actor: 'link', actorId: '', kind: 'incident', action: 'acknowledged' });
    expect(byLink?.actorName).not.toBe('');
  });

  test('names the fields that have changed, and never a value', async () => {
    const user = await api.user();
    const monitor = await createMonitor(api, user, monitorBody(['shop']));
    const secret = 'hunter2hunter2';
    const url = `https://shop.farwatch.test/`;
    const check = { type: 'http', headers: [{ name: 'Authorization', value: secret }] };
    api.clock.nowMs += 1000;
    const id = idOf(monitor, 'shop');
    const changed = await api.call(user, 'PUT', `/endpoints/${id}`, { url, check });
    expect(changed.status).toBe(200);
    const [entry] = await entriesOf(user);
    expect(entry).toMatchObject({ kind: 'endpoint', action: 'changed', subjectId: id });
    expect(entry?.fields).toContain('check');
    expect(JSON.stringify(await entriesOf(user))).not.toContain(secret);
  });

  test('is missing for what changed nothing or was refused', async () => {
    const user = await api.user();
    const before = await countEntries();
    expect((await api.call(user, 'DELETE', '/monitors/none')).status).toBe(404);
    expect((await api.call(user, 'POST', '/v1/maintenance', {})).status).toBe(400);
    expect(await countEntries()).toBe(before);
  });

  test('of an operator names no person', async () => {
    const user = await api.user();
    await api.call(user, 'POST', '/v1/pages', { ...pageBody([]), slug: 'blocked-shop' });
    api.clock.nowMs += 1000;
    await api.call(seeded.admin, 'PUT', '/v1/page-blocks/blocked-shop', { reason: 'It imitates a bank' });
    const [entry] = await entriesOf(user);
    expect(entry).toMatchObject({ actor: 'operator', actorId: '', actorName: '', address: '', subjectName: 'Acme' });
  });
});

test('is read in pages, and filtered', async () => {
  const user = await api.user();
  const { key } = await makeKey(api, user, 'write');
  for (const name of ['a', 'b', 'c']) {
    api.clock.nowMs += 1000;
    await createMonitor(api, program(user, key), monitorBody([name]));
  }
  expect((await entriesOf(user, '&actor=person')).map(({ kind }) => kind)).toEqual(['key']);
  expect(await entriesOf(user, '&kind=monitor&actor=key')).toHaveLength(3);
  expect(await entriesOf(user, `&before=${new Date(api.clock.nowMs).toISOString()}`)).toHaveLength(3);
  const seen: string[] = [];
  let next = '/v1/activity?limit=3';
  for (;;) {
    const { body, headers } = await api.call(user, 'GET', next);
    seen.push(...(body as { entries: ActivityAnswer[] }).entries.map(({ id }) => id));
    const [, address] = /^<\/api(.*)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
    if (address === undefined) break;
    next = address;
  }
  expect(seen).toEqual((await entriesOf(user)).map(({ id }) => id));
  expect((await api.call(user, 'GET', '/v1/activity?cursor=none')).status).toBe(400);
});

describe('a repeated request', () => {
  /** Without messages: what is sent may still be on its way (resend.emulator.test.ts). */
  const REPEATABLE = ROUTES.filter(({ call }) => call.isRepeatable && call.path !== '/v1/messages/:id/resend').map(
    ({ call }) => [call.method, call.path] as const,
  );
  const idIn = ({ body }: Answer) => {
    const { id, slug } = body as { id?: string; slug?: string };
    return id ?? slug;
  };

  test.each(REPEATABLE)('%s %s creates one, also if many are made at once', async (method, path) => {
    const { path: target, body } = (await CALLS[`${method} ${path}`]?.(seeded, api)) ?? { path };
    // Another than the one that the table above has created.
    const fresh = {
      ...(body as object),
      slug: 'repeated-shop',
      ...(path.endsWith('/endpoints') && { url: 'https://again.farwatch.test/' }),
    };
    const key = { 'Idempotency-Key': `"${method}-${path}"` };
    const create = () => api.call(seeded.admin, 'POST', target, fresh, key);
    const answers: Answer[] = [];
    // As many at a time as an account may have.
    for (let round = 0; round < (path === '/monitors' ? 10 : 2); round += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 20 }, create))));
      api.clock.nowMs += 60_000;
    }
    expect(answers.find(({ status }) => status !== 201)).toBeUndefined();
    expect(new Set(answers.map(idIn)).size).toBe(1);
    const other = {
      ...(fresh as object),
      ...(path === '/v1/channels' ? { name: 'Other' } : { title: 'x', name: 'Other' }),
      ...('overrides' in fresh &&
        Array.isArray(fresh.overrides) && { overrides: fresh.overrides.toReversed().concat(fresh.overrides) }),
    };
    expect(await api.call(seeded.admin, 'POST', target, other, key)).toMatchObject({
      status: 422,
      body: { code: 'repeated_differently' },
    });
  });

  test('of another account is another request', async () => {
    const key = { 'Idempotency-Key': 'first' };
    const users = await Promise.all([api.user(), api.user()]);
    const made = await Promise.all(users.map((user) => api.call(user, 'POST', '/monitors', monitorBody(['x']), key)));
    expect(new Set(made.map(idIn)).size).toBe(2);
  });

  test.each(['', 'two words', 'x'.repeat(256), 'é'])('with the key %j is refused', async (key) => {
    const answer = await api.call(seeded.admin, 'POST', '/monitors', monitorBody(['x']), {
      'Idempotency-Key': encodeURI(key) === key ? key : '"\u00e9"',
    });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'Idempotency-Key' }] } });
  });
});

test('no entry has a key', async () => {
  const user = await api.user();
  const { key } = await makeKey(api, user, 'read');
  api.clock.nowMs += 1000;
  await api.call(null, 'POST', '/v1/keys/revoke', { key });
  const stored = await apiKeys.collection(api.project.run(0).db).where('ownerId', '==', user.uid).get();
  expect(stored.docs).toHaveLength(0);
  const entries = await entriesOf(user);
  expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
    ['link', 'revoked'],
    ['person', 'created'],
  ]);
  expect(JSON.stringify(entries)).not.toContain(key);
});
