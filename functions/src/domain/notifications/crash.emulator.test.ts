import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { notifyOwner } from '../../entry/tasks/notify-owner.ts';
import type { Clock } from '../../platform/db/clock.ts';
import { faultsLeft, holdNext, injectFault, PERMISSION_DENIED, resetProxy } from '../../testing/firestore-proxy.ts';
import { newChat, outageIncident, putIncidents, readChannelOutbox, readLog } from '../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { messagesIn, setTelegramMode, useTelegram } from '../../testing/telegram-chat.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';

/** A task that fails at any commit, is frozen, or runs twice. */

/** Firestore refuses a write as invalid. */
const INVALID_ARGUMENT = 3;
/** The outcome of a write is unknown: the client does not repeat a batch after it. */
const DEADLINE_EXCEEDED = 4;

const at = (minute: number) => T0 + minute * MINUTE_MS;

let project: TestProject;
let ownerId: string;
let owners = 0;
let chats: { a: string; b: string };

beforeEach(async () => {
  useTelegram();
  await resetProxy();
  project = newTestProject();
  await newOwner();
});
afterEach(async () => {
  await Promise.all([setTelegramMode({ mode: 'ok' }), resetProxy()]);
  await project.close();
});

/** An owner with a channel, or two, and an outage that started long before they were connected. */
async function newOwner(isFirstOnly = false): Promise<void> {
  owners += 1;
  ownerId = `owner${owners}`;
  chats = { a: newChat(), b: newChat() };
  await seedProject(project, { owners: [{ id: ownerId }] });
  await putIncidents(project, { [ownerId]: outageIncident(T0 - 30 * MINUTE_MS, { ownerId }) });
  const [a, b] = [chatChannel(chats.a), chatChannel(chats.b)];
  await putChannels(project, isFirstOnly ? { a } : { a, b }, ownerId);
}

const look = (atMs: number, run = project.run(atMs), clock: Clock = virtualClock(atMs)) =>
  notifyOwner(run, { ownerId }, clock);

const readOwnLog = async () => (await readLog(project)).filter((message) => message.ownerId === ownerId);

/** Makes the n-th commit fail, or lose its answer, as a crash there would. One at a read is like one before the next. */
async function crashAt(call: number, fault: 'refuse' | 'lose'): Promise<void> {
  if (call > 1) await injectFault({ fault: 'delay', method: 'Commit', times: call - 1 });
  await injectFault({ fault, method: 'Commit', status: PERMISSION_DENIED });
}

/** What the task's next try does, and then the next sweep after the lease. */
async function recover(): Promise<void> {
  await look(at(1) + 5 * SECOND_MS);
  await sweep(project.run(at(3)));
  for (let times = 0; times < 2; times += 1) await project.queue.work(project.run(at(3)));
}

/** Crashes at each commit in turn; `proves` sees the world afterwards. */
async function crashEverywhere(proves: (place: string) => Promise<void>): Promise<number> {
  let crashes = 0;
  await newOwner(true);
  for (const fault of ['refuse', 'lose'] as const) {
    for (let call = 1; ; call += 1) {
      await crashAt(call, fault);
      await look(at(1), project.viaProxy(at(1))).catch(() => undefined);
      const wasReached = (await faultsLeft()).length === 0;
      await resetProxy();
      await recover();
      await proves(`${fault} ${call}`);
      await newOwner(true);
      if (!wasReached) break;
      crashes += 1;
    }
  }
  return crashes;
}

it('a crash at any commit loses no message, and repeats at most the one in flight', async () => {
  const crashes = await crashEverywhere(async (place) => {
    const received = await messagesIn(chats.a);
    expect(received.length, place).toBeGreaterThan(0);
    expect(received.length, place).toBeLessThanOrEqual(2);
    expect((await readOwnLog()).map(({ state }) => state)).toEqual(['sent']);
    expect(await readChannelOutbox(project, 'a', ownerId)).toMatchObject({ leaseId: null, dueAt: null });
  });
  expect(crashes).toBeGreaterThanOrEqual(4);
});

it('a channel that stops is reported through the other, wherever the task crashes', async () => {
  for (let call = 1; call <= 6; call += 1) {
    await setTelegramMode({ mode: 'blocked', chat_id: chats.a });
    await crashAt(call, 'refuse');
    await look(at(1), project.viaProxy(at(1))).catch(() => undefined);
    await resetProxy();
    await recover();
    const heads = (await messagesIn(chats.b)).map((text) => text.split('\n')[0] ?? '');
    expect(
      heads.filter((line) => line.includes(`Chat ${chats.a}`)),
      `after a crash at commit ${call}`,
    ).toHaveLength(1);
    expect(await readChannelOutbox(project, 'a', ownerId)).toMatchObject({ stopped: { until: null }, dueAt: null });
    await newOwner();
  }
});

it.each(['refuse', 'lose'] as const)('a message is sent once, if the commit after it fails once: %s', async (fault) => {
  await injectFault({ fault, method: 'Commit', touching: '/messages/', status: DEADLINE_EXCEEDED });
  await look(at(1), project.viaProxy(at(1)));
  await recover();
  expect([await messagesIn(chats.a), await messagesIn(chats.b)].map(({ length }) => length)).toEqual([1, 1]);
  expect((await readOwnLog()).map(({ state }) => state)).toEqual(['sent', 'sent']);
});

it('two tasks at once send once', async () => {
  await resetProxy();
  const held = await holdNext('/messages/');
  const first = look(at(1), project.viaProxy(at(1)));
  await held.arrived();
  await look(at(1));
  await held.release();
  await first;
  expect([await messagesIn(chats.a), await messagesIn(chats.b)].map(({ length }) => length)).toEqual([1, 1]);
});

it('a task that was frozen past its lease does not send, and stores nothing', async () => {
  await putChannels(project, { a: chatChannel(chats.a) }, ownerId);
  const frozen = virtualClock(at(1));
  let calls = 0;
  // Time stops until the lease is taken; then more than a minute has passed.
  const clock: Clock = { ...frozen, now: () => (calls++ < 2 ? at(1) : at(1) + 61 * SECOND_MS) };
  await look(at(1), project.run(at(1)), clock);
  expect(await messagesIn(chats.a)).toEqual([]);
  await look(at(1) + 30 * SECOND_MS);
  expect(await messagesIn(chats.a)).toEqual([]);
  await Promise.all([look(at(3)), look(at(3))]);
  expect(await messagesIn(chats.a)).toHaveLength(1);
  expect(await readOwnLog()).toHaveLength(1);
});

it('a message whose log Firestore refuses is sent once, and does not hold up the channel', async () => {
  const touching = '/messages/';
  await injectFault({ fault: 'refuse', method: 'Commit', touching, times: 1_000, status: INVALID_ARGUMENT });
  for (const minute of [1, 3, 5]) await look(at(minute), project.viaProxy(at(minute))).catch(() => undefined);
  await resetProxy();
  expect(await messagesIn(chats.a)).toHaveLength(1);
  expect(await messagesIn(chats.b)).toHaveLength(1);
  expect(await readChannelOutbox(project, 'a', ownerId)).toMatchObject({ leaseId: null, dueAt: null });
  expect(await readOwnLog()).toEqual([]);
});
