import { setTimeout as sleep } from 'node:timers/promises';
import { NO_CHANNEL_ENABLED } from '@farwatch/core/decisions/alerts/delivery';
import type { Alert } from '@farwatch/core/documents/alert';
import { outboxId } from '@farwatch/core/documents/alert';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications, outboxes } from '../db/collections.ts';
import { sweep } from '../sweep/sweep.ts';
import { FINAL, failNext, holdNext, resetProxy } from '../testing/firestore-proxy.ts';
import { alertSample, newChat, putAlerts, readAlert } from '../testing/outbox.ts';
import { OWNER, seedProject } from '../testing/seed-project.ts';
import { messagesIn, setTelegramMode, type TelegramMode, useTelegram } from '../testing/telegram-chat.ts';
import { newTestProject, T0, type TestProject } from '../testing/test-project.ts';
import { virtualClock } from '../testing/virtual-clock.ts';
import { sendAlerts } from './send-alerts.ts';

let project: TestProject;
let chatId: string;
beforeEach(async () => {
  useTelegram();
  project = newTestProject();
  chatId = newChat();
  await seedProject(project, { owners: [{ id: OWNER, chatId }] });
});
afterEach(async () => {
  await setTelegramMode({ mode: 'ok' });
  await project.close();
});

const named = (endpoint: string, createdAt: number, changes: Partial<Alert> = {}) => {
  const alert = alertSample(createdAt, { incidentId: endpoint, ...changes });
  return { ...alert, values: { ...alert.values, endpoint } };
};
const sendAt = (atMs: number) => sendAlerts(project.run(atMs), { ownerId: OWNER }, virtualClock(atMs));
const telegramFails = (mode: TelegramMode) => setTelegramMode({ ...mode, chat_id: chatId });
/** Which endpoints the messages so far are about, one string a message. */
const heard = async () => (await messagesIn(chatId)).map((text) => text.split('\n')[0]?.replace(/^\S+ (\w+: )?/, ''));

/** As each minute: the sweep, and the tasks it hands on. */
async function minute(atMs: number): Promise<void> {
  await sweep(project.run(atMs));
  await project.queue.work(project.run(atMs));
}

it('sends what is due in the order it was made, and marks it', async () => {
  await putAlerts(project, { z: named('One', T0), y: named('Two', T0 + 1), x: named('Three', T0 + 2) });
  await sendAt(T0 + SECOND_MS);
  expect(await heard()).toEqual(['One is down', 'Two is down', 'Three is down']);
  expect(await readAlert(project, 'z')).toMatchObject({
    state: 'sent',
    attempts: 1,
    messageId: expect.any(Number),
    nextAt: null,
    finishedAt: T0 + SECOND_MS,
    expireAt: T0 + SECOND_MS + 400 * 24 * HOUR_MS,
  });
});

it('tells more than five in one message', async () => {
  const names = Array.from({ length: 7 }, (_, index) => `Site${index}`);
  await putAlerts(project, Object.fromEntries(names.map((name, index) => [name, named(name, T0 + index)])));
  await sendAt(T0 + SECOND_MS);
  const messages = await messagesIn(chatId);
  expect(messages).toHaveLength(1);
  for (const name of names) expect(messages[0]).toContain(`${name} is down`);
  const ids = await Promise.all(names.map(async (name) => (await readAlert(project, name)).messageId));
  expect(new Set(ids).size).toBe(1);
});

describe('Telegram fails', () => {
  it('a group that has become a supergroup: what is sent arrives there', async () => {
    await telegramFails({ mode: 'upgraded' });
    await putAlerts(project, { a: named('One', T0), b: named('Two', T0 + 1) });
    await sendAt(T0 + SECOND_MS);
    expect(await messagesIn(String(-1e12 - Number(chatId)))).toHaveLength(2);
    for (const id of ['a', 'b']) expect(await readAlert(project, id)).toMatchObject({ state: 'sent', lastError: null });
  });

  it('a server error: it backs off, what is behind waits, the sweep has it sent', async () => {
    await telegramFails({ mode: 'error', times: 1 });
    await putAlerts(project, { a: named('One', T0), b: named('Two', T0 + 1) });
    await sendAt(T0 + SECOND_MS);
    expect(await heard()).toEqual([]);
    expect(await readAlert(project, 'a')).toMatchObject({
      state: 'waiting',
      attempts: 1,
      lastError: expect.stringMatching('500'),
    });
    expect((await readAlert(project, 'a')).nextAt).toBeGreaterThan(T0 + SECOND_MS);
    await sendAt(T0 + 2 * SECOND_MS);
    expect(await heard()).toEqual([]);
    await minute(T0 + MINUTE_MS);
    expect(await heard()).toEqual(['One is down', 'Two is down']);
    expect(await readAlert(project, 'a')).toMatchObject({ state: 'sent', attempts: 2, lastError: null });
  });

  it('too many requests: the chat is left alone as long as Telegram says', async () => {
    await telegramFails({ mode: 'rate_limit', retry_after: 90, times: 1 });
    await putAlerts(project, { a: named('One', T0) });
    await sendAt(T0);
    await putAlerts(project, { b: named('Two', T0 + 20 * SECOND_MS) });
    await sendAt(T0 + 20 * SECOND_MS);
    await minute(T0 + MINUTE_MS);
    await sendAt(T0 + 89 * SECOND_MS);
    expect(await heard()).toEqual([]);
    await minute(T0 + 2 * MINUTE_MS);
    expect(await heard()).toEqual(['One is down', 'Two is down']);
  });

  it('no answer within ten seconds: as with a server error', async () => {
    await telegramFails({ mode: 'hang', times: 1 });
    await putAlerts(project, { a: named('One', T0) });
    const timed = async (what: Promise<unknown>) => {
      const start = performance.now();
      await what;
      return performance.now() - start;
    };
    // Beside a plain timer, which is as late as anything on a busy machine.
    const [tookMs, timerMs] = await Promise.all([timed(sendAt(T0)), timed(sleep(10 * SECOND_MS))]);
    expect(tookMs).toBeGreaterThan(9 * SECOND_MS);
    expect(tookMs - timerMs).toBeLessThan(3 * SECOND_MS);
    expect(await readAlert(project, 'a')).toMatchObject({
      state: 'waiting',
      lastError: 'Request timed out: sendMessage',
    });
    await minute(T0 + MINUTE_MS);
    expect(await heard()).toEqual(['One is down']);
  });

  it('nobody there: as with a server error', async () => {
    process.env.TELEGRAM_API_ROOT = 'http://127.0.0.1:9';
    await putAlerts(project, { a: named('One', T0) });
    await sendAt(T0);
    expect(await readAlert(project, 'a')).toMatchObject({ state: 'waiting', attempts: 1 });
    expect((await readAlert(project, 'a')).lastError).not.toContain(':token');
    useTelegram();
    await minute(T0 + MINUTE_MS);
    expect(await heard()).toEqual(['One is down']);
  });

  it.each<[TelegramMode['mode'], string]>([
    ['unauthorized', '401: Unauthorized'],
    ['chat_not_found', '400: Bad Request: chat not found'],
    ['blocked', '403: Forbidden: bot was blocked by the user'],
  ])('%s: dead, with the reason', async (mode, reason) => {
    await telegramFails({ mode });
    await putAlerts(project, { a: named('One', T0), b: named('Two', T0 + 1) });
    await sendAt(T0 + SECOND_MS);
    expect(await heard()).toEqual([]);
    for (const id of ['a', 'b']) {
      expect(await readAlert(project, id)).toMatchObject({ state: 'dead', lastError: reason, nextAt: null });
    }
  });

  it('for a day: dead, what is behind goes on', async () => {
    await telegramFails({ mode: 'error', times: 1 });
    await putAlerts(project, { a: named('Old', T0 - 24 * HOUR_MS), b: named('New', T0) });
    await sendAt(T0);
    expect(await readAlert(project, 'a')).toMatchObject({ state: 'dead', lastError: expect.stringMatching('500') });
    expect(await heard()).toEqual(['New is down']);
  });

  it('switched off meanwhile: dead', async () => {
    const off = { enabled: false, bot_token: '1:x', chat_id: chatId, verified: true };
    await notifications.ref(project.run(T0).db, 'notifications', OWNER).update({ telegram: off });
    await putAlerts(project, { a: named('One', T0) });
    await sendAt(T0);
    expect(await readAlert(project, 'a')).toMatchObject({ state: 'dead', lastError: NO_CHANNEL_ENABLED });
  });
});

describe('a recovery', () => {
  const recovery = (createdAt: number) => {
    const alert = named('Shop', createdAt, { kind: 'recovery' });
    return { ...alert, values: { ...alert.values, durationMs: 6 * SECOND_MS } };
  };

  it.each<[string, Partial<Alert>, string[]]>([
    ['goes out after its outage did', { state: 'sent', nextAt: null }, ['Shop is up again']],
    ['takes an outage with it that still waits', {}, ['Shop is up again: it was down for 6 s']],
    ['is not told where the outage could not be', { state: 'dead', nextAt: null }, []],
    ['is not told where the outage was silenced', { state: 'silenced', nextAt: null }, []],
  ])('%s', async (_, outage, told) => {
    await putAlerts(project, { out: named('Shop', T0, outage), back: recovery(T0 + 1) });
    await sendAt(T0 + SECOND_MS);
    expect(await heard()).toEqual(told);
    expect((await readAlert(project, 'back')).state).toBe(told.length > 0 ? 'sent' : 'silenced');
  });

  it('waits for its outage that is to be tried again, and is told with it in one line of many', async () => {
    await telegramFails({ mode: 'error', times: 1 });
    const others = Object.fromEntries(
      ['P', 'Q', 'R', 'S', 'T'].map((name, index) => [name, named(name, T0 + 2 + index)]),
    );
    await putAlerts(project, { out: named('Shop', T0), back: recovery(T0 + 1), ...others });
    await sendAt(T0 + SECOND_MS);
    expect(await heard()).toEqual([]);
    await minute(T0 + MINUTE_MS);
    const [message = ''] = await messagesIn(chatId);
    expect(message).toContain('Shop is up again: it was down for 6 s');
    expect(message).not.toContain('Shop is down');
    expect((await readAlert(project, 'back')).state).toBe('sent');
  });
});

describe('senders at the same time', () => {
  it('send nothing twice', async () => {
    await putAlerts(project, { a: named('One', T0), b: named('Two', T0 + 1) });
    await Promise.all([sendAt(T0 + 2), sendAt(T0 + 2)].map((sending) => sending.catch(() => {})));
    await minute(T0 + 2 * MINUTE_MS);
    expect(await heard()).toEqual(['One is down', 'Two is down']);
  });

  it('leave nothing behind that comes in while one of them finishes', async () => {
    await resetProxy();
    // Taking the lease, then giving it back: between the last look and the giving back there is time for one more alert.
    await failNext({ fault: 'delay', method: 'Commit', touching: '/outboxes/' });
    const givingBack = await holdNext('/outboxes/');
    const sending = sendAlerts(project.viaProxy(T0), { ownerId: OWNER }, virtualClock(T0));
    await givingBack.arrived();
    await putAlerts(project, { a: named('Late', T0) });
    await sendAt(T0);
    await givingBack.release();
    await sending;
    expect(await heard()).toEqual(['Late is down']);
  });

  it('one that died keeps the others out for a minute at most', async () => {
    const taken = { leaseId: 'of one that died', leaseUntil: T0 + MINUTE_MS, blockedUntil: null, wakeAt: null };
    await outboxes.ref(project.run(T0).db, outboxId(OWNER, 'telegram')).create(outboxes.toDocument(taken));
    await putAlerts(project, { a: named('One', T0) });
    await sendAt(T0 + 59 * SECOND_MS);
    expect(await heard()).toEqual([]);
    await minute(T0 + 61 * SECOND_MS);
    expect(await heard()).toEqual(['One is down']);
  });
});

describe('a crash', () => {
  it('between Telegram’s answer and the mark may tell twice, never not at all', async () => {
    await resetProxy();
    await failNext({ fault: 'refuse', method: 'Commit', touching: '/alerts/', status: FINAL });
    await putAlerts(project, { a: named('One', T0) });
    await expect(sendAlerts(project.viaProxy(T0), { ownerId: OWNER }, virtualClock(T0))).rejects.toThrow(
      'refuse Commit',
    );
    expect(await readAlert(project, 'a')).toMatchObject({ state: 'waiting' });
    await minute(T0 + 2 * MINUTE_MS);
    expect(await heard()).toEqual(['One is down', 'One is down']);
    expect(await readAlert(project, 'a')).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('a mark whose answer was lost is made again: told once', async () => {
    await resetProxy();
    await failNext({ fault: 'lose', method: 'Commit', touching: '/alerts/' });
    await putAlerts(project, { a: named('One', T0), b: named('Two', T0 + 1) });
    await sendAlerts(project.viaProxy(T0 + 1), { ownerId: OWNER }, virtualClock(T0 + 1));
    expect(await heard()).toEqual(['One is down', 'Two is down']);
    expect(await readAlert(project, 'a')).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('a lease whose answer was lost is free again after a minute', async () => {
    await resetProxy();
    await failNext({ fault: 'lose', method: 'Commit', touching: '/outboxes/' });
    await putAlerts(project, { a: named('One', T0) });
    await expect(sendAlerts(project.viaProxy(T0), { ownerId: OWNER }, virtualClock(T0))).rejects.toThrow();
    await minute(T0 + 2 * MINUTE_MS);
    expect(await heard()).toEqual(['One is down']);
  });
});

it('alerts that are held back, however many, hide none that waits', async () => {
  const held = { state: 'deferred', nextAt: T0 + HOUR_MS } as const;
  const names = Array.from({ length: 200 }, (_, index) => `held${index}`);
  await putAlerts(project, Object.fromEntries(names.map((name) => [name, named(name, T0 - MINUTE_MS, held)])));
  await putAlerts(project, { now: named('Now', T0) });
  await sendAt(T0);
  expect(await heard()).toEqual(['Now is down']);
});
