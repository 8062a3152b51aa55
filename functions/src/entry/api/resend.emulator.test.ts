import type { MessageAnswer } from '@farwatch/core/contracts/api/messages';
import { type Message, newMessageValues } from '@farwatch/core/documents/message';
import { targetOf } from '@farwatch/core/values/channels/channel-settings';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readOutbox } from '../../domain/notifications/outbox.ts';
import { readOwner } from '../../domain/notifications/owner.ts';
import { saveSettings } from '../../domain/notifications/save-settings.ts';
import { outboxes } from '../../platform/db/collections.ts';
import { putMessage, putWebhook } from '../../testing/api/calls.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { useChannelServices } from '../../testing/channels/channel-services.ts';
import { readChannelOutbox } from '../../testing/outbox.ts';
import { T0 } from '../../testing/test-project.ts';

const services = useChannelServices();
let api: TestApi;
let user: TestUser;
let channelId: string;

beforeAll(async () => {
  api = await newTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await api.user();
  channelId = await putWebhook(api, user, `${services.root()}/webhook/${user.uid}`);
});

const put = (changes: Partial<Message> = {}) =>
  putMessage(api, user, null, { channelId, channelType: 'webhook', ...changes });
const resend = (id: string, by = user) => api.call(by, 'POST', `/v1/messages/${id}/resend`);
/** The ids that the webhook's server of this user received. */
const receivedIds = async () => {
  const all = await services.received('webhook');
  const own = all.filter(({ target, request }) => `${target} ${JSON.stringify(request)}`.includes(user.uid));
  return own.map(({ request }) => /"id":"([^"]+)"/.exec(JSON.stringify(request).replaceAll('\\', ''))?.[1]);
};

test('a message arrives again with its id, also a second time, and each is an entry of the log', async () => {
  const id = await put({ state: 'failed', code: 'unreachable', reason: 'refused' });
  const first = await resend(id);
  expect(first).toMatchObject({ status: 201, body: { state: 'sent', code: null, channelId } });
  api.clock.nowMs += 1000;
  const second = await resend((first.body as MessageAnswer).id);
  expect(second.status).toBe(201);
  expect(await receivedIds()).toEqual([id, id]);
  const { body } = await api.call(user, 'GET', '/v1/messages');
  const { messages } = body as { messages: MessageAnswer[] };
  expect(messages.map(({ state }) => state).toSorted()).toEqual(['failed', 'sent', 'sent']);
  expect(messages.filter(({ resendOf }) => resendOf === id)).toHaveLength(2);
});

test('what is not accepted is logged as failed', async () => {
  await services.setMode({ service: 'webhook', mode: 'error', times: 1 });
  expect(await resend(await put())).toMatchObject({ status: 201, body: { state: 'failed', code: expect.any(String) } });
});

const stopped = { code: 'unauthorized', reason: 'gone', at: T0, until: null } as const;
const stop = async () => {
  const run = api.project.run(T0);
  const owner = await readOwner(run, user.uid);
  const channel = owner?.channels[channelId];
  if (!owner || !channel) throw new Error('the channel is not ready');
  const { id, outbox } = await readOutbox(run, owner, { channelId, channel });
  await outboxes.ref(run.db, id).set(outboxes.toDocument({ ...outbox, stopped }));
};

test('a channel that was stopped resumes once a message arrives, and not before', async () => {
  await stop();
  await services.setMode({ service: 'webhook', mode: 'error', times: 1 });
  await resend(await put());
  expect(await readChannelOutbox(api.project, channelId, user.uid)).toMatchObject({
    stopped: { code: 'unauthorized' },
  });
  await resend(await put());
  expect(await readChannelOutbox(api.project, channelId, user.uid)).toMatchObject({ stopped: null });
});

test('a message that arrived at another target resumes nothing', async () => {
  await stop();
  const target = targetOf('webhook', { url: 'https://198.51.100.9/old', secret: 'x' });
  await saveSettings(api.project.run(T0), user.uid, (settings) => settings, channelId, target);
  expect(await readChannelOutbox(api.project, channelId, user.uid)).toMatchObject({
    stopped: { code: 'unauthorized' },
  });
});

const SUMMARY: Message['contents'][number] = {
  kind: 'weekly_summary',
  severity: 'informational',
  endpointId: null,
  incidentId: null,
  outage: null,
  ended: [],
  values: newMessageValues({ occurredAt: 0 }),
};

test.each<[string, Partial<Message>]>([
  ['of a channel that had another type', { channelType: 'telegram' }],
  ['with a summary', { contents: [SUMMARY] }],
  ['of another type', { channelId: 'telegram', channelType: 'telegram' }],
  ['that was skipped', { state: 'skipped', code: 'delay' }],
  ['without content', { contents: [] }],
  ['of a channel that is gone', { channelId: 'gone' }],
])('a message %s is not sent again', async (_what, changes) => {
  expect(await resend(await put(changes))).toMatchObject({ status: 409, body: { code: 'not_resendable' } });
  expect(await receivedIds()).toEqual([]);
});

test('a message of another account is not found', async () => {
  expect((await resend(await put(), await api.user())).status).toBe(404);
});
