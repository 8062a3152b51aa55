import { createHmac } from 'node:crypto';
import type { ManagedChannel } from '@farwatch/core/contracts/api/managed';
import type { Managed } from '@farwatch/core/values/managed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKey } from '../../testing/api/keys.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';

const MANAGED = { project: 'shop', key: 'ops' };
const TOKEN = '123456789:AAE-secret_part';
const CHANNEL = { type: 'telegram', name: 'Ops', settings: { botToken: TOKEN, chatId: '1' } };
const WINDOW = {
  name: 'Backup',
  monitors: null,
  start: '2026-12-01T02:00',
  timeZone: 'Asia/Taipei',
  durationMin: 30,
  rule: null,
};
const PAGE = { title: 'Shop', groups: [] };

let api: TestApi;
let user: TestUser;

beforeAll(async () => {
  api = await newTestApi();
  user = await api.user();
});
afterAll(() => api.close());

type Thing = { id?: string; slug?: string; version?: number; managed: Managed | null };

test.each([
  ['channels', CHANNEL, {}],
  ['maintenance', { ...WINDOW }, {}],
  ['pages', { ...PAGE, slug: 'shop-one' }, { slug: 'shop-two' }],
])('of %s, no two have the same key; a change without it keeps it, null releases it', async (path, content, other) => {
  const call = (method: string, rest: string, body?: object) => api.call(user, method, `/v1/${path}${rest}`, body);
  const { status, body } = await call('POST', '', { ...content, managed: MANAGED });
  const made = body as Thing;
  expect([status, made.managed]).toEqual([201, MANAGED]);
  const second = await call('POST', '', { ...content, ...other, managed: MANAGED });
  expect(second).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const rest = `/${made.id ?? made.slug}`;
  const whole = { ...made, ...content };
  const changed = (await call('PUT', rest, { ...whole, managed: undefined })).body as Thing;
  expect(changed.managed).toEqual(MANAGED);
  const released = await call('PUT', rest, { ...whole, version: changed.version, managed: null });
  expect(released).toMatchObject({ status: 200, body: { managed: null } });
  const free = await call('POST', '', { ...content, ...other, managed: MANAGED });
  expect(free.status).toBe(201);
  const twice = { ...whole, version: (released.body as Thing).version, managed: MANAGED };
  expect(await call('PUT', rest, twice)).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('a key that may write gets fingerprints of the secrets of channels, and never the secrets', async () => {
  const { key } = await makeKey(api, user, 'write');
  const get = (path: string) => api.call(null, 'GET', path, undefined, { Authorization: `Bearer ${key}` });
  const { body } = await get('/v1/account/managed');
  const { fingerprintKey } = (await get('/v1/monitors/managed')).body as { fingerprintKey: string };
  const { channels } = body as { channels: ManagedChannel[] };
  const botToken = createHmac('sha256', fingerprintKey).update(TOKEN).digest('base64url');
  expect(channels.find(({ managed }) => managed)).toMatchObject({ secrets: { botToken } });
  expect(JSON.stringify(body)).not.toContain(TOKEN);
});
