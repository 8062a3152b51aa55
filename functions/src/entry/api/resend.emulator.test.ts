import type { MessageAnswer } from '@farwatch/core/contracts/api/messages';
import { type Message, newMessageValues } from '@farwatch/core/documents/message';
import { targetOf } from '@farwatch/core/values/channels/channel-settings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readOutbox } from '../../domain/notifications/outbox.ts';
import { readOwner } from '../../domain/notifications/owner.ts';
import { saveSettings } from '../../domain/notifications/save-settings.ts';
import { messages, outboxes } from '../../platform/db/collections.ts';
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

describe('with an Idempotency-Key', () => {
  const once = (id: string, key = 'again') =>
    api.call(user, 'POST', `/v1/messages/${id}/resend`, undefined, { 'Idempotency-Key': key });

  test('a repeat after a lost answer sends nothing and answers the first entry', async () => {
    const id = await put();
    const first = await once(id);
    api.clock.nowMs += 1000;
    expect(await once(id)).toMatchObject({ status: 201, body: first.body });
    expect(await receivedIds()).toEqual([id]);
    expect(await once(id, 'another')).toMatchObject({ status: 201 });
    expect(await receivedIds()).toEqual([id, id]);
  });

  test('a repeat of what was not accepted answers that it failed', async () => {
    await services.setMode({ service: 'webhook', mode: 'error', times: 1 });
    const id = await put();
    const first = await once(id);
    expect(first).toMatchObject({ status: 201, body: { state: 'failed' } });
    expect((await once(id)).body).toEqual(first.body);
  });

  test('several at once send one', async () => {
    const id = await put();
    const answers = await Promise.all([once(id), once(id), once(id)]);
    const made = answers.filter(({ status }) => status === 201);
    const others = answers.filter(({ status }) => status !== 201);
    expect(made.length).toBeGreaterThan(0);
    for (const other of others) {
      expect(other).toMatchObject({ status: 409, body: { code: 'in_progress' } });
      expect(other.headers.get('retry-after')).toBe('2');
    }
    expect(await receivedIds()).toEqual([id]);
    expect(await once(id)).toMatchObject({ status: 201, body: made[0]?.body });
  });

  test('a request that was interrupted before its entry was logged is never sent again', async () => {
    const id = await put();
    const first = await once(id);
    await messages.ref(api.project.run(0).db, (first.body as MessageAnswer).id).delete();
    expect(await once(id)).toMatchObject({ status: 409, body: { code: 'in_progress' } });
    expect(await receivedIds()).toEqual([id]);
  });

  test('the key of another message is refused', async () => {
    const id = await put();
    await once(id);
    expect(await once(await put())).toMatchObject({ status: 422, body: { code: 'repeated_differently' } });
    expect(await receivedIds()).toEqual([id]);
  });

  test('one that is not sent at all claims no key', async () => {
    expect(await once(await put({ channelId: 'gone' }))).toMatchObject({
      status: 409,
      body: { code: 'not_resendable' },
    });
    expect(await once(await put())).toMatchObject({ status: 201 });
  });
});

test('an account has a limit, with the time to wait', async () => {
  const id = await put();
  const answers = [];
  for (let turn = 0; turn < 21; turn += 1) answers.push(await resend(id));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
  expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect((await resend(await put(), user)).status).toBe(429);
});
