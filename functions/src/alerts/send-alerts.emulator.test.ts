import { setTimeout as sleep } from 'node:timers/promises';
import { NO_CHANNEL_ENABLED } from '@farwatch/core/decisions/alerts/delivery';
import type { Alert } from '@farwatch/core/documents/alert';
import { outboxId } from '@farwatch/core/documents/alert';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications, outboxes } from '../db/collections.ts';
import { sweep } from '../sweep/sweep.ts';
import { holdNext, injectFault, PERMISSION_DENIED, resetProxy } from '../testing/firestore-proxy.ts';
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
/** The headline of each message so far, without its severity. */
const headlines = async () =>
  (await messagesIn(chatId)).map((text) => text.split('\n')[0]?.replace(/^\S+ (\w+: )?/, ''));

/** One minute's sweep, and the tasks that it creates. */
async function sweepAt(atMs: number): Promise<void> {
  await sweep(project.run(atMs));
  await project.queue.work(project.run(atMs));
}

it('sends due alerts in the order of creation, and marks them as sent', async () => {
  await putAlerts(project, { z: named('One', T0), y: named('Two', T0 + 1), x: named('Three', T0 + 2) });
  await sendAt(T0 + SECOND_MS);
  expect(await headlines()).toEqual(['One is down', 'Two is down', 'Three is down']);
  expect(await readAlert(project, 'z')).toMatchObject({
    state: 'sent',
    attempts: 1,
    messageId: expect.any(Number),
    nextAt: null,
    finishedAt: T0 + SECOND_MS,
    expireAt: T0 + SECOND_MS + 400 * 24 * HOUR_MS,
  });
});

it('sends more than five in one message', async () => {
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
  it('sends to the supergroup that a group has become', async () => {
    await telegramFails({ mode: 'upgraded' });
    await putAlerts(project, { a: named('One', T0), b: named('Two', T0 + 1) });
    await sendAt(T0 + SECOND_MS);
    expect(await messagesIn(String(-1e12 - Number(chatId)))).toHaveLength(2);
    for (const id of ['a', 'b']) expect(await readAlert(project, id)).toMatchObject({ state: 'sent', lastError: null });
  });

  it('retries after a server error, and sends later alerts only then', async () => {
    await telegramFails({ mode: 'error', times: 1 });
    await putAlerts(project, { a: named('One', T0), b: named('Two', T0 + 1) });
    await sendAt(T0 + SECOND_MS);
    expect(await headlines()).toEqual([]);
    expect(await readAlert(project, 'a')).toMatchObject({
      state: 'waiting',
      attempts: 1,
      lastError: expect.stringMatching('500'),
    });
    expect((await readAlert(project, 'a')).nextAt).toBeGreaterThan(T0 + SECOND_MS);
    await sendAt(T0 + 2 * SECOND_MS);
    expect(await headlines()).toEqual([]);
    await sweepAt(T0 + MINUTE_MS);
    expect(await headlines()).toEqual(['One is down', 'Two is down']);
    expect(await readAlert(project, 'a')).toMatchObject({ state: 'sent', attempts: 2, lastError: null });
  });

  it('sends nothing during a rate limit', async () => {
    await telegramFails({ mode: 'rate_limit', retry_after: 90, times: 1 });
    await putAlerts(project, { a: named('One', T0) });
    await sendAt(T0);
    await putAlerts(project, { b: named('Two', T0 + 20 * SECOND_MS) });
    await sendAt(T0 + 20 * SECOND_MS);
    await sweepAt(T0 + MINUTE_MS);
    await sendAt(T0 + 89 * SECOND_MS);
    expect(await headlines()).toEqual([]);
    await sweepAt(T0 + 2 * MINUTE_MS);
    expect(await headlines()).toEqual(['One is down', 'Two is down']);
  });

  it('retries if there is no response within ten seconds', async () => {
    await telegramFails({ mode: 'hang', times: 1 });
    await putAlerts(project, { a: named('One', T0) });
    const timed = async (what: Promise<unknown>) => {
      const start = performance.now();
      await what;
      return performance.now() - start;
    };
    // Compared with a plain timer, which a busy machine delays as much.
    const [tookMs, timerMs] = await Promise.all([timed(sendAt(T0)), timed(sleep(10 * SECOND_MS))]);
    expect(tookMs).toBeGreaterThan(9 * SECOND_MS);
    expect(tookMs - timerMs).toBeLessThan(3 * SECOND_MS);
    expect(await readAlert(project, 'a')).toMatchObject({
      state: 'waiting',
      lastError: 'Request timed out: sendMessage',
    });
    await sweepAt(T0 + MINUTE_MS);
    expect(await headlines()).toEqual(['One is down']);
  });

  it('retries if the connection is refused', async () => {
    process.env.TELEGRAM_API_ROOT = 'http://127.0.0.1:9';
    await putAlerts(project, { a: named('One', T0) });
    await sendAt(T0);
    expect(await readAlert(project, 'a')).toMatchObject({ state: 'waiting', attempts: 1 });
    expect((await readAlert(project, 'a')).lastError).not.toContain(':token');
    useTelegram();
    await sweepAt(T0 + MINUTE_MS);
    expect(await headlines()).toEqual(['One is down']);
  });

  it.each<[TelegramMode['mode'], string]>([
    ['unauthorized', '401: Unauthorized'],
    ['chat_not_found', '400: Bad Request: chat not found'],
    ['blocked', '403: Forbidden: bot was blocked by the user'],
  ])('gives up after %s, with the reason', async (mode, reason) => {
    await telegramFails({ mode });
    await putAlerts(project, { a: named('One', T0), b: named('Two', T0 + 1) });
    await sendAt(T0 + SECOND_MS);
    expect(await headlines()).toEqual([]);
    for (const id of ['a', 'b']) {
      expect(await readAlert(project, id)).toMatchObject({ state: 'dead', lastError: reason, nextAt: null });
    }
  });

  it('gives up after a day, and sends later alerts', async () => {
    await telegramFails({ mode: 'error', times: 1 });
    await putAlerts(project, { a: named('Old', T0 - 24 * HOUR_MS), b: named('New', T0) });
    await sendAt(T0);
    expect(await readAlert(project, 'a')).toMatchObject({ state: 'dead', lastError: expect.stringMatching('500') });
    expect(await headlines()).toEqual(['New is down']);
  });

  it('gives up if the channel was disabled', async () => {
    const off = { enabled: false, botToken: '1:x', chatId: chatId, verified: true };
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
    ['is sent after its outage', { state: 'sent', nextAt: null }, ['Shop is up again']],
    ['is sent together with its waiting outage', {}, ['Shop is up again: it was down for 6 s']],
    ['is not sent if its outage was dropped', { state: 'dropped', nextAt: null }, []],
  ])('%s', async (_, outage, expected) => {
    await putAlerts(project, { out: named('Shop', T0, outage), back: recovery(T0 + 1) });
    await sendAt(T0 + SECOND_MS);
    expect(await headlines()).toEqual(expected);
    expect((await readAlert(project, 'back')).state).toBe(expected.length > 0 ? 'sent' : 'dropped');
  });

  it('waits for the retry of its outage, and shares its line in a digest', async () => {
    await telegramFails({ mode: 'error', times: 1 });
    const others = Object.fromEntries(
      ['P', 'Q', 'R', 'S', 'T'].map((name, index) => [name, named(name, T0 + 2 + index)]),
    );
    await putAlerts(project, { out: named('Shop', T0), back: recovery(T0 + 1), ...others });
    await sendAt(T0 + SECOND_MS);
    expect(await headlines()).toEqual([]);
    await sweepAt(T0 + MINUTE_MS);
    const [message = ''] = await messagesIn(chatId);
    expect(message).toContain('Shop is up again: it was down for 6 s');
    expect(message).not.toContain('Shop is down');
    expect((await readAlert(project, 'back')).state).toBe('sent');
  });
});

describe('concurrent senders', () => {
  it('send nothing twice', async () => {
    await putAlerts(project, { a: named('One', T0), b: named('Two', T0 + 1) });
    await Promise.all([sendAt(T0 + 2), sendAt(T0 + 2)].map((sending) => sending.catch(() => {})));
    await sweepAt(T0 + 2 * MINUTE_MS);
    expect(await headlines()).toEqual(['One is down', 'Two is down']);
  });

  it('send an alert that is created while one of them finishes', async () => {
    await resetProxy();
    // Another alert is created between the sender's last read and the release of its lease.
    await injectFault({ fault: 'delay', method: 'Commit', touching: '/outboxes/' });
    const leaseRelease = await holdNext('/outboxes/');
    const sending = sendAlerts(project.viaProxy(T0), { ownerId: OWNER }, virtualClock(T0));
    await leaseRelease.arrived();
    await putAlerts(project, { a: named('Late', T0) });
    await sendAt(T0);
    await leaseRelease.release();
    await sending;
    expect(await headlines()).toEqual(['Late is down']);
  });

  it('wait for a crashed one for a minute at most', async () => {
    const taken = { leaseId: 'of a crashed sender', leaseUntil: T0 + MINUTE_MS, blockedUntil: null, wakeAt: null };
    await outboxes.ref(project.run(T0).db, outboxId(OWNER, 'telegram')).create(outboxes.toDocument(taken));
    await putAlerts(project, { a: named('One', T0) });
    await sendAt(T0 + 59 * SECOND_MS);
    expect(await headlines()).toEqual([]);
    await sweepAt(T0 + 61 * SECOND_MS);
    expect(await headlines()).toEqual(['One is down']);
  });
});

describe('a crash or lost response', () => {
  it('between Telegram’s response and the update sends the message again', async () => {
    await resetProxy();
    await injectFault({ fault: 'refuse', method: 'Commit', touching: '/alerts/', status: PERMISSION_DENIED });
    await putAlerts(project, { a: named('One', T0) });
    await expect(sendAlerts(project.viaProxy(T0), { ownerId: OWNER }, virtualClock(T0))).rejects.toThrow(
      'refuse Commit',
    );
    expect(await readAlert(project, 'a')).toMatchObject({ state: 'waiting' });
    await sweepAt(T0 + 2 * MINUTE_MS);
    expect(await headlines()).toEqual(['One is down', 'One is down']);
    expect(await readAlert(project, 'a')).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('an update whose response was lost is repeated without sending twice', async () => {
    await resetProxy();
    await injectFault({ fault: 'lose', method: 'Commit', touching: '/alerts/' });
    await putAlerts(project, { a: named('One', T0), b: named('Two', T0 + 1) });
    await sendAlerts(project.viaProxy(T0 + 1), { ownerId: OWNER }, virtualClock(T0 + 1));
    expect(await headlines()).toEqual(['One is down', 'Two is down']);
    expect(await readAlert(project, 'a')).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('a lease whose response was lost is free again after a minute', async () => {
    await resetProxy();
    await injectFault({ fault: 'lose', method: 'Commit', touching: '/outboxes/' });
    await putAlerts(project, { a: named('One', T0) });
    await expect(sendAlerts(project.viaProxy(T0), { ownerId: OWNER }, virtualClock(T0))).rejects.toThrow();
    await sweepAt(T0 + 2 * MINUTE_MS);
    expect(await headlines()).toEqual(['One is down']);
  });
});

it('deferred alerts, however many, do not hide a waiting one', async () => {
  const held = { state: 'deferred', nextAt: T0 + HOUR_MS } as const;
  const names = Array.from({ length: 200 }, (_, index) => `held${index}`);
  await putAlerts(project, Object.fromEntries(names.map((name) => [name, named(name, T0 - MINUTE_MS, held)])));
  await putAlerts(project, { now: named('Now', T0) });
  await sendAt(T0);
  expect(await headlines()).toEqual(['Now is down']);
});
