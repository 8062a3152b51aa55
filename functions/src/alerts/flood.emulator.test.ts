import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drain } from '../status/drain.ts';
import { sweep } from '../sweep/sweep.ts';
import { expectConsistent } from '../testing/expect-consistent.ts';
import { newChat } from '../testing/outbox.ts';
import { readAllAlerts } from '../testing/read-documents.ts';
import { OWNER, seedProject } from '../testing/seed-project.ts';
import { messagesIn, setTelegramMode, type TelegramMode, useTelegram } from '../testing/telegram-chat.ts';
import { TestAgent } from '../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../testing/test-project.ts';
import { sendAlerts } from './send-alerts.ts';
import type { Clock } from './wait-for-rechecks.ts';

/** Two hundred endpoints of one owner fail within a minute. */

const REPORTS = 10;
const NAMES = Array.from({ length: 200 }, (_, index) => `site${String(index).padStart(3, '0')}`);

let project: TestProject;
let chatId: string;
let agent: TestAgent;

beforeEach(async () => {
  useTelegram();
  project = newTestProject();
  chatId = newChat();
  agent = new TestAgent('tw');
  await seedProject(project, {
    owners: [{ id: OWNER, chatId }],
    monitors: [{ id: 'shop', locations: ['tw'], endpoints: NAMES }],
    agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
  });
  await report(T0, { up: NAMES });
});
afterEach(async () => {
  await setTelegramMode({ mode: 'ok' });
  await expectConsistent(project).finally(() => project.close());
});

/** A report, and everything that follows from it immediately. */
async function report(atMs: number, seen: { up?: string[]; down?: string[] }): Promise<void> {
  await agent.report(project.run(atMs), seen);
  await drain(project.run(atMs), 'tw');
  await project.queue.enqueue('sendAlerts', { ownerId: OWNER });
  await project.queue.work(project.run(atMs));
}

async function failOneAfterAnother(): Promise<number> {
  const share = NAMES.length / REPORTS;
  for (let index = 0; index < REPORTS; index += 1) {
    const atMs = T0 + MINUTE_MS + index * 6 * SECOND_MS;
    await report(atMs, { down: NAMES.slice(index * share, (index + 1) * share) });
  }
  return T0 + 2 * MINUTE_MS;
}

/** The number of messages about each endpoint. */
async function timesSent(): Promise<number[]> {
  const lines = (await messagesIn(chatId)).flatMap((text) => text.split('\n'));
  return NAMES.map((name) => lines.filter((line) => line.includes(`${name} is down`)).length);
}

it('sends each once, in fewer messages than Telegram allows in a minute', async () => {
  await failOneAfterAnother();
  expect(await timesSent()).toEqual(NAMES.map(() => 1));
  expect((await messagesIn(chatId)).length).toBeLessThanOrEqual(20);
});

it.each<[string, TelegramMode]>([
  ['limits the rate', { mode: 'rate_limit', retry_after: 40, times: 1 }],
  ['fails', { mode: 'error', times: 2 }],
])('sends each once if Telegram %s', async (_, mode) => {
  await setTelegramMode({ ...mode, chat_id: chatId });
  const overMs = await failOneAfterAnother();
  for (const minute of [1, 2, 3, 4]) {
    await sweep(project.run(overMs + minute * MINUTE_MS));
    await project.queue.work(project.run(overMs + minute * MINUTE_MS));
  }
  expect(await timesSent()).toEqual(NAMES.map(() => 1));
  expect((await readAllAlerts(project)).filter(({ state }) => state !== 'sent')).toEqual([]);
});

it('sends each once if it takes longer than a task may, in another task', async () => {
  await agent.report(project.run(T0 + MINUTE_MS), { down: NAMES });
  await drain(project.run(T0 + MINUTE_MS), 'tw');
  let nowMs = T0 + MINUTE_MS;
  const slow: Clock = {
    now: () => {
      nowMs += 2 * SECOND_MS;
      return nowMs;
    },
    sleep: async () => undefined,
  };
  const sentBy: number[] = [];
  do {
    await sendAlerts(project.run(nowMs), { ownerId: OWNER }, slow);
    sentBy.push((await timesSent()).filter((times) => times > 0).length);
  } while (project.queue.waiting.splice(0).length > 0);
  expect(sentBy[0]).toBeGreaterThan(0);
  expect(sentBy[0]).toBeLessThan(NAMES.length);
  expect(await timesSent()).toEqual(NAMES.map(() => 1));
});

it('sends no recovery of alerts that Telegram refused', async () => {
  await setTelegramMode({ mode: 'blocked', chat_id: chatId });
  const some = NAMES.slice(0, 7);
  await report(T0 + MINUTE_MS, { down: some });
  expect(await readAllAlerts(project)).toMatchObject(some.map(() => ({ kind: 'outage', state: 'dead' })));
  await setTelegramMode({ mode: 'ok' });
  await report(T0 + 2 * MINUTE_MS, { up: some });
  expect(await messagesIn(chatId)).toEqual([]);
  const recoveries = (await readAllAlerts(project)).filter(({ kind }) => kind === 'recovery');
  expect(recoveries).toMatchObject(some.map(() => ({ state: 'dropped', dropReason: 'not_sent' })));
});
