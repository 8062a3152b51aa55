import { HOUR_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { lineSetups } from '../../../platform/db/collections.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { useChannelServices } from '../../../testing/channels/channel-services.ts';

const DIGITS = '0123456789abcdef0123456789abcdef';
const PERSON = { id: `U${DIGITS}`, name: 'Person 0123' };
const GROUP = { id: `C${DIGITS}`, name: 'Group 0123' };
const SECRET = 'a'.repeat(32);

const services = useChannelServices();
let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await newTestApi();
  vi.stubEnv('APP_URL', api.origin);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await api.close();
});
beforeEach(async () => {
  user = await api.user();
});

async function search(channelSecret = SECRET, accessToken: string | null = 'token') {
  const { status, body } = await api.call(user, 'POST', '/v1/line-senders', { channelSecret, accessToken });
  expect(status).toBe(200);
  return body as { webhookUrl: string; senders: { id: string; name: string | null }[] };
}

/** What the webhook answers to an event that LINE signs with this secret. */
async function write(url: string, from: 'user' | 'group', secret = SECRET): Promise<string> {
  const body = new URLSearchParams({ url, secret, from });
  return (await fetch(`${services.root()}/line-event`, { method: 'POST', body })).text();
}

test('those who write are found with their names, the newest first and each once', async () => {
  const { webhookUrl, senders } = await search();
  expect(senders).toEqual([]);
  expect(await write(webhookUrl, 'user')).toContain('answered 200');
  expect((await search()).senders).toEqual([PERSON]);
  await write(webhookUrl, 'group');
  await write(webhookUrl, 'user');
  expect(await search()).toEqual({ webhookUrl, senders: [GROUP, PERSON] });
  expect((await search('b'.repeat(32))).senders).toEqual([]);
});

test('without a token, or with one that LINE refuses, the ids are found', async () => {
  const { webhookUrl } = await search(SECRET, null);
  await write(webhookUrl, 'user');
  await search(SECRET, 'revoked');
  await write(webhookUrl, 'group');
  expect((await search(SECRET, null)).senders).toEqual([
    { ...GROUP, name: null },
    { ...PERSON, name: null },
  ]);
});

test.each([
  ['another signature', async (url: string) => write(url, 'user', 'b'.repeat(32)), 403],
  ['a forged token', async (url: string) => write(`${url.slice(0, -3)}xyz`, 'user'), 404],
  [
    'a search that has ended',
    async (url: string) => {
      api.clock.nowMs += HOUR_MS;
      return write(url, 'user');
    },
    410,
  ],
])('%s changes nothing', async (_, event, status) => {
  const { webhookUrl } = await search();
  expect(await event(webhookUrl)).toContain(`answered ${status}`);
  const stored = lineSetups.read(await lineSetups.ref(api.project.run(0).db, user.uid).get());
  expect(stored?.senders).toEqual([]);
});

test('a body without a signature changes nothing', async () => {
  const { webhookUrl } = await search();
  const body = JSON.stringify({ events: [{ type: 'message', source: { userId: PERSON.id } }] });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(webhookUrl, { method: 'POST', headers, body })).status).toBe(403);
  expect((await search()).senders).toEqual([]);
});
