import type { SendResult } from '@farwatch/core/decisions/alerts/backoff';
import { type pager, WITH_PAGER } from '@farwatch/core/testing/sample-channel';
import { renderAlert } from '@farwatch/core/texts/alert-message';
import { SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import type { TestApi } from '../api/testing/test-api.ts';
import type { TestUser } from '../api/testing/sign-in.ts';
import type { Sender } from '../channels/sender.ts';
import { SENDERS } from '../channels/table.ts';
import { messagesIn, setTelegramMode, useTelegram } from '../testing/telegram-chat.ts';

const SETTINGS = '/api/v1/notifications/settings';
const VERIFY = '/api/v1/notifications/pager/verify';
const KEY = 'pager-key-that-is-secret';

/** What rang, and how the pager ends the next calls. */
const rung: string[] = [];
let ends: (SendResult | Promise<SendResult>)[] = [];

const pagerSender: Sender<z.output<typeof pager.stored>> = {
  async send({ room }, { contents, texts, nowMs }) {
    const result = (await ends.shift()) ?? { outcome: 'sent', messageId: null };
    if (result.outcome === 'sent') rung.push(`${room}: ${renderAlert(contents[0], texts, nowMs).split('\n')[0]}`);
    return result;
  },
  async test({ key, room }, text) {
    if (key === 'wrong') return { ok: false, failure: 'pager_refused' as never, technical: 'no such key' };
    rung.push(`${room}: ${text}`);
    return { ok: true };
  },
};

let api: TestApi;
let user: TestUser;
let load: Awaited<ReturnType<typeof loaded>>;

/** All that uses the tables, with the new lines in them. */
async function loaded() {
  const { newTestApi } = await import('../api/testing/test-api.ts');
  const { readAlert, alertSample, newChat, putAlerts } = await import('../testing/outbox.ts');
  const { sendAlerts } = await import('../alerts/send-alerts.ts');
  const { virtualClock } = await import('../testing/virtual-clock.ts');
  const { T0 } = await import('../testing/test-project.ts');
  return { newTestApi, readAlert, alertSample, newChat, putAlerts, sendAlerts, virtualClock, T0 };
}

// One more channel: its line in core's table, and its line in that of the senders.
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

const NO_TELEGRAM = { enabled: false, bot_token: '', chat_id: '' };
const thresholds = { severity: 'all', silence_period: 0 };
const save = (parts: object) => api.call(user, 'PUT', SETTINGS, { telegram: NO_TELEGRAM, thresholds, ...parts });
const sendAt = (atMs: number) =>
  load.sendAlerts(api.project.run(atMs), { ownerId: user.uid }, load.virtualClock(atMs + SECOND_MS));
const put = (id: string) =>
  load.putAlerts(api.project, { [id]: load.alertSample(load.T0, { ownerId: user.uid, incidentId: id }) });

it('is set up: its secret is masked and kept, and who does not know it leaves it alone', async () => {
  expect((await api.call(user, 'GET', SETTINGS)).body).toMatchObject({ pager: { enabled: false, key: '' } });
  const pagerPart = { enabled: true, key: KEY, room: 'cellar' };
  expect((await save({ pager: pagerPart })).body).toMatchObject({ pager: { key: '••••••••cret', verified: false } });
  expect((await save({ pager: { ...pagerPart, key: '••••••••cret' } })).status).toBe(200);
  expect((await save({})).body).toMatchObject({ pager: { room: 'cellar', key: '••••••••cret' } });
  expect((await save({ pager: { room: 5 } })).status).toBe(400);
});

it('is tested by a call of its own, and what failed says what to do', async () => {
  expect(await api.call(user, 'POST', VERIFY, { key: 'wrong', room: 'attic' })).toMatchObject({
    status: 400,
    body: { code: 'pager_refused', error: 'The pager refuses', details: 'Look at its key.' },
  });
  const { status, body } = await api.call(user, 'POST', VERIFY, { key: '••••••••cret', room: 'cellar' });
  expect([status, body]).toMatchObject([200, { pager: { verified: true, key: '••••••••cret' } }]);
  expect(rung.at(-1)).toMatch(/^cellar: ✅ Farwatch/);
});

it('is in the description of the API, with its failures', async () => {
  const { body } = await api.call(null, 'GET', '/api/openapi.json');
  expect(JSON.stringify(body)).toContain('/v1/notifications/pager/verify');
  expect(JSON.stringify(body)).toContain('pager_busy');
});

it('sends alerts: what it asks to wait for is sent later, what it refuses is dead with its reason', async () => {
  ends = [{ outcome: 'limited', reason: 'busy', retryAfterSec: 7 }];
  await put('one');
  await sendAt(load.T0);
  const waiting = await load.readAlert(api.project, 'one');
  expect(waiting).toMatchObject({ state: 'waiting', lastError: 'busy', lastErrorBy: 'pager' });
  await sendAt((waiting.nextAt ?? 0) + SECOND_MS);
  expect(await load.readAlert(api.project, 'one')).toMatchObject({ state: 'sent', channels: { pager: { state: 'sent' } } });
  expect(rung.at(-1)).toBe('cellar: 🔴 CRITICAL: Shop is down');
  ends = [{ outcome: 'refused', reason: 'no such key' }];
  await put('two');
  await sendAt(load.T0);
  expect(await load.readAlert(api.project, 'two')).toMatchObject({ state: 'dead', lastErrorBy: 'pager' });
});

it('beside Telegram: each is told once, also where the other fails meanwhile', async () => {
  const chat = load.newChat();
  await save({ telegram: { enabled: true, bot_token: `${chat}:token`, chat_id: chat } });
  await setTelegramMode({ mode: 'error', times: 1, chat_id: chat });
  const before = rung.length;
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
  expect(rung).toHaveLength(before + 1);
  expect(await messagesIn(chat)).toHaveLength(1);
});

/** Telegram beside the pager, in a chat of its own. */
async function withTelegram(): Promise<string> {
  const chat = load.newChat();
  await save({ telegram: { enabled: true, bot_token: `${chat}:token`, chat_id: chat } });
  return chat;
}

it('beside Telegram: while one asks to wait, what is new goes out by the other', async () => {
  const chat = await withTelegram();
  ends = [{ outcome: 'limited', reason: 'busy', retryAfterSec: 3_600 }];
  await put('four');
  await sendAt(load.T0);
  await put('five');
  await sendAt(load.T0 + 10 * SECOND_MS);
  expect(await messagesIn(chat)).toHaveLength(2);
  const before = rung.length;
  expect(await load.readAlert(api.project, 'five')).toMatchObject({
    state: 'waiting',
    channels: { telegram: { state: 'sent' } },
  });
  await sendAt(load.T0 + 3_700 * SECOND_MS);
  expect(rung).toHaveLength(before + 2);
  expect(await messagesIn(chat)).toHaveLength(2);
  for (const id of ['four', 'five']) expect(await load.readAlert(api.project, id)).toMatchObject({ state: 'sent' });
});

it('beside Telegram: while one does not answer, everything goes out by the other', async () => {
  const chat = await withTelegram();
  const answer = Promise.withResolvers<SendResult>();
  ends = [answer.promise];
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

it('beside Telegram: what one never took is no recovery there', async () => {
  const chat = await withTelegram();
  ends = [{ outcome: 'refused', reason: 'no such key' }];
  await put('nine');
  await sendAt(load.T0);
  const before = rung.length;
  const back = load.alertSample(load.T0 + SECOND_MS, { ownerId: user.uid, incidentId: 'nine', kind: 'recovery' });
  await load.putAlerts(api.project, { ten: { ...back, values: { ...back.values, durationMs: 6 * SECOND_MS } } });
  await sendAt(load.T0 + SECOND_MS);
  expect(rung).toHaveLength(before);
  expect((await messagesIn(chat)).at(-1)).toContain('Shop is up again');
  expect(await load.readAlert(api.project, 'ten')).toMatchObject({ state: 'sent', silencedBy: null });
});
