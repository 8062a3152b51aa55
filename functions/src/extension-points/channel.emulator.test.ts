import type { SendResult } from '@farwatch/core/decisions/alerts/backoff';
import { type pager, WITH_PAGER } from '@farwatch/core/testing/sample-channel';
import { composeMessage } from '@farwatch/core/texts/compose-message';
import { SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import type { TestUser } from '../api/testing/sign-in.ts';
import type { TestApi } from '../api/testing/test-api.ts';
import type { Sender } from '../channels/sender.ts';
import { SENDERS } from '../channels/table.ts';
import { messagesIn, setTelegramMode, useTelegram } from '../testing/telegram-chat.ts';

const SETTINGS = '/api/v1/notifications/settings';
const VERIFY = '/api/v1/notifications/pager/verify';
const KEY = 'pager-key-that-is-secret';

/** The messages that the pager received, and its results for the next calls. */
const received: string[] = [];
let results: (SendResult | Promise<SendResult>)[] = [];

const pagerSender: Sender<z.output<typeof pager.stored>> = {
  async send({ room }, { contents, texts, nowMs }) {
    const result = (await results.shift()) ?? { outcome: 'sent', messageId: null };
    if (result.outcome === 'sent')
      received.push(`${room}: ${composeMessage(contents, texts, { id: '', nowMs, link: null }).title}`);
    return result;
  },
  async test({ key, room }, text) {
    if (key === 'wrong') return { ok: false, failure: 'pager_refused' as never, technical: 'no such key' };
    received.push(`${room}: ${text}`);
    return { ok: true };
  },
};

let api: TestApi;
let user: TestUser;
let load: Awaited<ReturnType<typeof loaded>>;

/** Imports the modules that use the mocked tables. */
async function loaded() {
  const { newTestApi } = await import('../api/testing/test-api.ts');
  const { readAlert, alertSample, newChat, putAlerts } = await import('../testing/outbox.ts');
  const { sendAlerts } = await import('../alerts/send-alerts.ts');
  const { virtualClock } = await import('../testing/virtual-clock.ts');
  const { T0 } = await import('../testing/test-project.ts');
  return { newTestApi, readAlert, alertSample, newChat, putAlerts, sendAlerts, virtualClock, T0 };
}

// A new channel: one line in core's table and one in the senders' table.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('@farwatch/core/values/channels/table', () => WITH_PAGER);
  vi.doMock('../channels/table.ts', () => ({ SENDERS: { ...SENDERS, pager: pagerSender } }));
  useTelegram();
  load = await loaded();
  api = await load.newTestApi();
  user = await api.user();
});
afterEach(() => setTelegramMode({ mode: 'ok' }));
afterAll(async () => {
  await api.close();
  vi.doUnmock('@farwatch/core/values/channels/table');
  vi.doUnmock('../channels/table.ts');
  vi.resetModules();
});

const NO_TELEGRAM = { enabled: false, botToken: '', chatId: '' };
const thresholds = { severity: 'all', silencePeriod: 0 };
const save = (parts: object) => api.call(user, 'PUT', SETTINGS, { telegram: NO_TELEGRAM, thresholds, ...parts });
const sendAt = (atMs: number) =>
  load.sendAlerts(api.project.run(atMs), { ownerId: user.uid }, load.virtualClock(atMs + SECOND_MS));
const put = (id: string) =>
  load.putAlerts(api.project, { [id]: load.alertSample(load.T0, { ownerId: user.uid, incidentId: id }) });

it('is set up: its secret is masked, and kept if a request has only the mask or no part for it', async () => {
  expect((await api.call(user, 'GET', SETTINGS)).body).toMatchObject({ pager: { enabled: false, key: '' } });
  const pagerPart = { enabled: true, key: KEY, room: 'cellar' };
  expect((await save({ pager: pagerPart })).body).toMatchObject({ pager: { key: '••••••••cret', verified: false } });
  expect((await save({ pager: { ...pagerPart, key: '••••••••cret' } })).status).toBe(200);
  expect((await save({})).body).toMatchObject({ pager: { room: 'cellar', key: '••••••••cret' } });
  expect((await save({ pager: { room: 5 } })).status).toBe(400);
});

it('is tested by its own call, whose errors have advice', async () => {
  expect(await api.call(user, 'POST', VERIFY, { key: 'wrong', room: 'attic' })).toMatchObject({
    status: 400,
    body: { code: 'pager_refused', error: 'The pager refuses', details: 'Look at its key.' },
  });
  const { status, body } = await api.call(user, 'POST', VERIFY, { key: '••••••••cret', room: 'cellar' });
  expect([status, body]).toMatchObject([200, { pager: { verified: true, key: '••••••••cret' } }]);
  expect(received.at(-1)).toMatch(/^cellar: ✅ Farwatch/);
});

it('is in the API description, with its errors', async () => {
  const { body } = await api.call(null, 'GET', '/api/openapi.json');
  expect(JSON.stringify(body)).toContain('/v1/notifications/pager/verify');
  expect(JSON.stringify(body)).toContain('pager_busy');
});

it('sends alerts, retries after a rate limit, and stores the reason of a refusal', async () => {
  results = [{ outcome: 'limited', reason: 'busy', retryAfterSec: 7 }];
  await put('one');
  await sendAt(load.T0);
  const waiting = await load.readAlert(api.project, 'one');
  expect(waiting).toMatchObject({ state: 'waiting', lastError: 'busy', lastErrorBy: 'pager' });
  await sendAt((waiting.nextAt ?? 0) + SECOND_MS);
  expect(await load.readAlert(api.project, 'one')).toMatchObject({
    state: 'sent',
    channels: { pager: { state: 'sent' } },
  });
  expect(received.at(-1)).toBe('cellar: 🔴 CRITICAL: Shop is down');
  results = [{ outcome: 'refused', reason: 'no such key' }];
  await put('two');
  await sendAt(load.T0);
  expect(await load.readAlert(api.project, 'two')).toMatchObject({ state: 'dead', lastErrorBy: 'pager' });
});

it('with Telegram: sends each alert once by each channel, even if the other fails at first', async () => {
  const chat = load.newChat();
  await save({ telegram: { enabled: true, botToken: `${chat}:token`, chatId: chat } });
  await setTelegramMode({ mode: 'error', times: 1, chat_id: chat });
  const before = received.length;
  await put('three');
  await sendAt(load.T0);
  const waiting = await load.readAlert(api.project, 'three');
  expect(waiting).toMatchObject({ state: 'waiting', lastErrorBy: 'telegram', channels: { pager: { state: 'sent' } } });
  await sendAt((waiting.nextAt ?? 0) + SECOND_MS);
  expect(await load.readAlert(api.project, 'three')).toMatchObject({
    state: 'sent',
    lastError: null,
    channels: { pager: { state: 'sent', attempts: 1 }, telegram: { state: 'sent', attempts: 2 } },
  });
  expect(received).toHaveLength(before + 1);
  expect(await messagesIn(chat)).toHaveLength(1);
});

/** Enables Telegram as well, with a new chat. */
async function enableTelegram(): Promise<string> {
  const chat = load.newChat();
  await save({ telegram: { enabled: true, botToken: `${chat}:token`, chatId: chat } });
  return chat;
}

it('with Telegram: sends new alerts by one channel while the other is rate-limited', async () => {
  const chat = await enableTelegram();
  results = [{ outcome: 'limited', reason: 'busy', retryAfterSec: 3_600 }];
  await put('four');
  await sendAt(load.T0);
  await put('five');
  await sendAt(load.T0 + 10 * SECOND_MS);
  expect(await messagesIn(chat)).toHaveLength(2);
  const before = received.length;
  expect(await load.readAlert(api.project, 'five')).toMatchObject({
    state: 'waiting',
    channels: { telegram: { state: 'sent' } },
  });
  await sendAt(load.T0 + 3_700 * SECOND_MS);
  expect(received).toHaveLength(before + 2);
  expect(await messagesIn(chat)).toHaveLength(2);
  for (const id of ['four', 'five']) expect(await load.readAlert(api.project, id)).toMatchObject({ state: 'sent' });
});

it('with Telegram: sends everything by one channel while the other does not answer', async () => {
  const chat = await enableTelegram();
  const answer = Promise.withResolvers<SendResult>();
  results = [answer.promise];
  for (const id of ['six', 'seven']) await put(id);
  const atMs = load.T0 + 8_000 * SECOND_MS;
  const hanging = sendAt(atMs);
  await expect.poll(() => messagesIn(chat), { interval: 20, timeout: 20_000 }).toHaveLength(2);
  await put('eight');
  const another = sendAt(atMs);
  await expect.poll(() => messagesIn(chat), { interval: 20, timeout: 20_000 }).toHaveLength(3);
  answer.resolve({ outcome: 'sent', messageId: null });
  await Promise.all([hanging, another]);
  for (const id of ['six', 'seven', 'eight']) {
    expect(await load.readAlert(api.project, id)).toMatchObject({ state: 'sent', nextAt: null });
  }
});

it('with Telegram: sends no recovery by a channel that refused the outage', async () => {
  const chat = await enableTelegram();
  results = [{ outcome: 'refused', reason: 'no such key' }];
  await put('nine');
  await sendAt(load.T0);
  const before = received.length;
  const back = load.alertSample(load.T0 + SECOND_MS, { ownerId: user.uid, incidentId: 'nine', kind: 'recovery' });
  await load.putAlerts(api.project, { ten: { ...back, values: { ...back.values, durationMs: 6 * SECOND_MS } } });
  await sendAt(load.T0 + SECOND_MS);
  expect(received).toHaveLength(before);
  expect((await messagesIn(chat)).at(-1)).toContain('Shop is up again');
  expect(await load.readAlert(api.project, 'ten')).toMatchObject({ state: 'sent', dropReason: null });
});
