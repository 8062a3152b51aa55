import type { ChannelAnswer, SavedChannel } from '@farwatch/core/contracts/api/channels';
import { LIMITS } from '@farwatch/core/values/limits';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messages, NOTIFICATIONS_ID, notifications, users } from '../../../platform/db/collections.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { useChannelServices } from '../../../testing/channels/channel-services.ts';
import { newChat } from '../../../testing/outbox.ts';
import { messagesIn, setTelegramMode, useTelegram } from '../../../testing/telegram-chat.ts';
import { T0 } from '../../../testing/test-project.ts';

const TOKEN = '123456789:AAE-secret_part';
const MASK = '••••••••part';
const CHANNELS = '/v1/channels';

const services = useChannelServices();
let api: TestApi;
let user: TestUser;
let chat: string;

beforeAll(async () => {
  useTelegram();
  api = await newTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await api.user();
  chat = newChat();
});
afterEach(() => setTelegramMode({ mode: 'ok' }));

const input = (changes: object = {}) => ({
  type: 'telegram',
  name: 'Night shift',
  settings: { botToken: TOKEN, chatId: chat },
  ...changes,
});

async function create(changes: object = {}): Promise<SavedChannel> {
  const { status, body } = await api.call(user, 'POST', CHANNELS, input(changes));
  expect(status).toBe(201);
  return body as SavedChannel;
}

async function list(): Promise<ChannelAnswer[]> {
  return ((await api.call(user, 'GET', CHANNELS)).body as { channels: ChannelAnswer[] }).channels;
}

async function stored() {
  const { db } = api.project.run(T0);
  const [settings, profile] = await Promise.all([
    notifications.ref(db, NOTIFICATIONS_ID, user.uid).get(),
    users.ref(db, user.uid).get(),
  ]);
  return { channels: notifications.read(settings)?.channels, alertsOn: users.read(profile)?.alertsOn };
}

const testSettings = (settings: object, id?: string) =>
  api.call(user, 'POST', `${CHANNELS}/test`, { type: 'telegram', settings, ...(id !== undefined && { id }) });

async function proofOf(settings: object, id?: string): Promise<string> {
  const { body } = await testSettings(settings, id);
  return (body as { proof: string }).proof;
}

describe('a channel', () => {
  test('is stored whole, answered with its token masked, and unverified without a test', async () => {
    const { id } = await create({ severity: 'critical', monitors: ['m1'], language: 'cn' });
    const [channel] = await list();
    expect(channel).toMatchObject({
      id,
      name: 'Night shift',
      settings: { botToken: MASK, chatId: chat },
      severity: 'critical',
      monitors: ['m1'],
      language: 'cn',
      verifiedAt: null,
      isBuiltIn: false,
      state: { status: 'unverified', lastSentAt: null, failure: null },
    });
    expect(await stored()).toMatchObject({ channels: { [id]: { settings: { botToken: TOKEN } } }, alertsOn: false });
  });

  test('is verified by the proof of a test of the same settings, and stays so under another name', async () => {
    const proof = await proofOf({ botToken: TOKEN, chatId: chat });
    expect(await messagesIn(chat)).toHaveLength(1);
    const { id, state } = await create({ proof });
    expect(state.status).toBe('working');
    expect((await stored()).alertsOn).toBe(true);
    const path = `${CHANNELS}/${id}`;
    const { body: renamed } = await api.call(user, 'PUT', path, {
      ...input({ settings: { botToken: MASK, chatId: chat } }),
      name: 'Day shift',
    });
    expect(renamed).toMatchObject({ name: 'Day shift', state: { status: 'working' } });
    const { body: moved } = await api.call(
      user,
      'PUT',
      path,
      input({ settings: { botToken: MASK, chatId: newChat() } }),
    );
    expect(moved).toMatchObject({ verifiedAt: null, state: { status: 'unverified' } });
    expect(await stored()).toMatchObject({ channels: { [id]: { settings: { botToken: TOKEN } } }, alertsOn: false });
  });

  test.each([
    ['other settings', async () => ({ proof: await proofOf({ botToken: TOKEN, chatId: newChat() }) })],
    [
      'another user',
      async () => {
        const [own, other] = [user, await api.user()];
        user = other;
        const proof = await proofOf({ botToken: TOKEN, chatId: chat });
        user = own;
        return { proof };
      },
    ],
    [
      'more than an hour ago',
      async () => {
        const proof = await proofOf({ botToken: TOKEN, chatId: chat });
        api.clock.nowMs += HOUR_MS + 1;
        return { proof };
      },
    ],
    ['nothing', async () => ({ proof: 'e30.x' })],
  ])('is not verified by the proof of a test of %s', async (_, proof) => {
    expect(await create(await proof())).toMatchObject({ state: { status: 'unverified' } });
  });

  test('is verified by a test of what is stored', async () => {
    const { id } = await create();
    const { body } = await api.call(user, 'POST', `${CHANNELS}/${id}/test`);
    expect(body).toMatchObject({ id, state: { status: 'working' }, verifiedAt: expect.any(String) });
    expect(await messagesIn(chat)).toHaveLength(1);
    expect((await stored()).alertsOn).toBe(true);
  });

  test('is tested before saving with its stored token for the mask', async () => {
    const { id } = await create();
    expect((await testSettings({ botToken: MASK, chatId: chat }, id)).status).toBe(200);
    expect(await testSettings({ botToken: MASK, chatId: chat })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'settings.botToken', message: 'has to be entered again' }] },
    });
  });

  test('is deleted with a line in the log', async () => {
    const { id } = await create();
    expect((await api.call(user, 'DELETE', `${CHANNELS}/${id}`)).status).toBe(200);
    expect(await list()).toEqual([]);
    const log = await messages.collection(api.project.run(T0).db).where('channelId', '==', id).get();
    expect(log.docs.map((each) => messages.read(each))).toMatchObject([
      { state: 'skipped', code: 'channel_removed', channelName: 'Night shift', ownerId: user.uid },
    ]);
    expect((await api.call(user, 'DELETE', `${CHANNELS}/${id}`)).status).toBe(404);
  });
});

describe('the secret of a webhook', () => {
  const webhook = (changes: object = {}) => ({
    type: 'webhook',
    name: 'Program',
    settings: { url: `${services.root()}/webhook/rotated` },
    ...changes,
  });
  const signatures = async (id: string) => {
    expect((await api.call(user, 'POST', `${CHANNELS}/${id}/test`)).status).toBe(200);
    const { request } = (await services.received('webhook')).at(-1) ?? {};
    return (request as { headers: Record<string, string> }).headers['webhook-signature']?.split(' ').length;
  };

  test('signs for 24 hours after it was replaced, and no answer has it', async () => {
    const { id, secret: first } = await create(webhook());
    expect(await signatures(id)).toBe(1);
    const change = (changes: object) => api.call(user, 'PUT', `${CHANNELS}/${id}`, webhook(changes));
    const { body } = await change({ rotateSecret: true });
    const { secret: second } = body as SavedChannel;
    expect([second, second === first]).toEqual([expect.stringMatching(/^whsec_/), false]);
    await change({ name: 'Renamed' });
    expect(await signatures(id)).toBe(2);
    expect(JSON.stringify(await list())).not.toContain(first);
    api.clock.nowMs += DAY_MS;
    expect(await signatures(id)).toBe(1);
  });
});

describe('when a channel is notified', () => {
  const quietHours = { from: '22:00', to: '07:00', days: [1, 7], timeZone: 'Asia/Taipei', passesCritical: true };
  const timing = { delayMin: 15, quietHours, reminderMin: 30 };
  const put = (id: string, given: object) => api.call(user, 'PUT', `${CHANNELS}/${id}/timing`, { timing: given });

  test('is stored apart from the rest, which an edit without it keeps', async () => {
    const { id } = await create({ severity: 'critical' });
    expect((await put(id, timing)).body).toMatchObject({ id, timing, severity: 'critical', verifiedAt: null });
    const { body } = await api.call(user, 'PUT', `${CHANNELS}/${id}`, input({ name: 'Day shift' }));
    expect(body).toMatchObject({ name: 'Day shift', timing, alsoSlow: false });
    const { body: slow } = await api.call(user, 'PUT', `${CHANNELS}/${id}/timing`, { timing, alsoSlow: true });
    expect(slow).toMatchObject({ name: 'Day shift', timing, alsoSlow: true });
  });

  test('is stored for the specified Telegram integration once that is set up, and outlives its edits', async () => {
    expect((await put('telegram', timing)).status).toBe(404);
    const telegram = { enabled: true, botToken: TOKEN, chatId: chat, verified: false };
    const save = () =>
      api.call(user, 'PUT', '/v1/notifications/settings', {
        telegram,
        thresholds: { severity: 'high', silencePeriod: 15 },
      });
    expect((await save()).status).toBe(200);
    expect((await put('telegram', timing)).body).toMatchObject({ id: 'telegram', timing });
    const body = { timing, alsoSlow: true };
    const both = await api.call(user, 'PUT', `${CHANNELS}/telegram/timing`, body);
    expect(both.body).toMatchObject({ id: 'telegram', ...body });
    await save();
    await put('telegram', timing);
    expect(await list()).toMatchObject([{ id: 'telegram', ...body }]);
  });

  test('is refused with wrong values', async () => {
    const { id } = await create();
    const wrong = { delayMin: 1441, reminderMin: 1, quietHours: { ...quietHours, timeZone: 'Mars' } };
    const { status, body } = await put(id, wrong);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(/delayMin.*timeZone.*reminderMin/);
  });
});

describe('a failed test', () => {
  test.each([
    ['unauthorized', 'channel_unauthorized', 400],
    ['chat_not_found', 'channel_target_not_found', 400],
    ['blocked', 'channel_refused', 400],
    ['rate_limit', 'channel_busy', 429],
    ['error', 'channel_unreachable', 502],
  ] as const)('%s is answered as %s, without the token', async (mode, code, status) => {
    await setTelegramMode({ mode, chat_id: chat });
    const answer = await testSettings({ botToken: TOKEN, chatId: chat });
    expect(answer).toMatchObject({
      status,
      body: { code, details: expect.any(String), technicalDetails: expect.any(String) },
    });
    expect(JSON.stringify(answer.body)).not.toContain(TOKEN);
  });
});

describe('what is refused', () => {
  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a wrong setting', { settings: { botToken: 'no token', chatId: '1' } }, 'settings.botToken'],
    ['a missing setting', { settings: { botToken: TOKEN } }, 'settings.chatId'],
    ['no monitors', { monitors: [] }, 'monitors'],
    ['email where no mail is sent', { type: 'email', settings: { address: 'team@farwatch.test' } }, 'type'],
  ])('%s', async (_, changes, path) => {
    expect(await api.call(user, 'POST', CHANNELS, input(changes))).toMatchObject({
      status: 400,
      body: { code: 'invalid', details: expect.arrayContaining([{ path, message: expect.any(String) }]) },
    });
  });

  test('more than 20 channels, and more than 40 KB', async () => {
    const monitors = Array.from({ length: 200 }, (_, index) => `monitor-${index}`.padEnd(52, 'x'));
    for (let count = 0; count < 3; count += 1) await create({ monitors });
    expect(await api.call(user, 'POST', CHANNELS, input({ monitors }))).toMatchObject({
      status: 409,
      body: { code: 'channels_too_large' },
    });
    for (let count = 3; count < LIMITS.channelsPerOwner; count += 1) await create();
    expect(await api.call(user, 'POST', CHANNELS, input())).toMatchObject({
      status: 409,
      body: { code: 'too_many_channels' },
    });
    const [channel] = await list();
    const { status } = await api.call(user, 'PUT', `${CHANNELS}/${channel?.id}`, input({ name: 'Renamed' }));
    expect(status).toBe(200);
  });

  test("another owner's channel, and the specified Telegram integration", async () => {
    const { id } = await create();
    user = await api.user();
    for (const [method, rest] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const) {
      const body = method === 'PUT' ? input() : undefined;
      expect((await api.call(user, method, `${CHANNELS}/${id}${rest}`, body)).status).toBe(404);
      expect((await api.call(user, method, `${CHANNELS}/telegram${rest}`, body)).status).toBe(409);
    }
  });
});
