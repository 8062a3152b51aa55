import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endpoints } from '../db/collections.ts';
import { drain } from '../status/drain.ts';
import { sweep } from '../sweep/sweep.ts';
import { newChat } from '../testing/outbox.ts';
import { readAllAlerts, readEndpoint } from '../testing/read-documents.ts';
import { OWNER, seedProject } from '../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../testing/telegram-chat.ts';
import { TestAgent } from '../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../testing/test-project.ts';

/** From the verdict to the message, with a silence period of ten minutes. */

let project: TestProject;
let chatId: string;
let agents: Record<'tw' | 'th', TestAgent>;
beforeEach(async () => {
  useTelegram();
  project = newTestProject();
  chatId = newChat();
  await seedProject(project, {
    owners: [{ id: OWNER, chatId, silenceMin: 10 }],
    monitors: [{ id: 'shop', locations: ['tw', 'th'], endpoints: ['a'] }],
    agents: [
      { id: 'tw', location: 'tw', ownerIds: [OWNER] },
      { id: 'th', location: 'th', ownerIds: [OWNER] },
    ],
  });
  agents = { tw: new TestAgent('tw'), th: new TestAgent('th') };
  for (const from of ['tw', 'th'] as const) await reportAndDrain(0, from, 'up');
});
afterEach(() => project.close());

const at = (minute: number) => T0 + minute * MINUTE_MS;

async function reportAndDrain(minute: number, from: 'tw' | 'th', what: 'up' | 'down'): Promise<void> {
  const run = project.run(at(minute));
  await agents[from].report(run, { [what]: ['a'] });
  await drain(run, from);
}

/** A sweep just after the full minute, with live agents, and the tasks that it and new alerts create. */
async function sweepAt(minute: number): Promise<void> {
  const run = project.run(at(minute) + SECOND_MS);
  for (const agent of Object.values(agents)) await agent.report(run, {});
  await sweep(run);
  await project.queue.enqueue('sendAlerts', { ownerId: OWNER });
  await project.queue.work(run);
}

const messages = async () =>
  (await messagesIn(chatId)).map((text) => (text.includes('is up again') ? 'up' : text.split(':')[0]?.split(' ')[1]));
const states = async () =>
  (await readAllAlerts(project)).map(({ kind, severity, state }) => `${kind} ${severity} ${state}`);

it('sends an outage and its recovery immediately', async () => {
  await reportAndDrain(1, 'tw', 'down');
  await sweepAt(1);
  await reportAndDrain(2, 'tw', 'up');
  await sweepAt(2);
  expect(await messages()).toEqual(['MINOR', 'up']);
});

it('defers the next outage to the end of the period, and sends it if it is ongoing then', async () => {
  await reportAndDrain(1, 'tw', 'down');
  await sweepAt(1);
  await reportAndDrain(2, 'tw', 'up');
  await reportAndDrain(4, 'th', 'down');
  await sweepAt(4);
  expect(await messages()).toEqual(['MINOR', 'up']);
  expect(await states()).toContain('partial minor deferred');
  await sweepAt(10);
  expect(await messages()).toHaveLength(2);
  await sweepAt(11);
  expect(await messages()).toEqual(['MINOR', 'up', 'MINOR']);
  expect((await readEndpoint(project, 'a')).lastAlertAt).toBe(at(11) + SECOND_MS);
  await reportAndDrain(12, 'th', 'up');
  await sweepAt(12);
  expect(await messages()).toEqual(['MINOR', 'up', 'MINOR', 'up']);
});

it('sends neither a deferred outage that ends within the period nor its recovery', async () => {
  await reportAndDrain(1, 'tw', 'down');
  await sweepAt(1);
  await reportAndDrain(2, 'tw', 'up');
  await reportAndDrain(4, 'th', 'down');
  await reportAndDrain(5, 'th', 'up');
  for (const minute of [5, 11, 12]) await sweepAt(minute);
  expect(await messages()).toEqual(['MINOR', 'up']);
  expect((await states()).sort()).toEqual(['partial minor dropped', 'partial minor sent', 'recovery minor sent']);
});

it('sends a more severe outage within the period, and drops the deferred alert', async () => {
  await reportAndDrain(1, 'tw', 'down');
  await sweepAt(1);
  await reportAndDrain(2, 'tw', 'up');
  await reportAndDrain(4, 'th', 'down');
  await reportAndDrain(5, 'tw', 'down');
  await sweepAt(5);
  expect(await messages()).toEqual(['MINOR', 'up', 'CRITICAL']);
  for (const minute of [11, 12]) await sweepAt(minute);
  expect(await messages()).toHaveLength(3);
  expect(await states()).toContain('partial minor dropped');
  await reportAndDrain(13, 'tw', 'up');
  await reportAndDrain(13.5, 'th', 'up');
  await sweepAt(14);
  expect(await messages()).toEqual(['MINOR', 'up', 'CRITICAL', 'up']);
});

it('drops a deferred alert of a deleted endpoint', async () => {
  await reportAndDrain(1, 'tw', 'down');
  await sweepAt(1);
  await reportAndDrain(2, 'tw', 'up');
  await reportAndDrain(4, 'th', 'down');
  await endpoints.ref(project.run(T0).db, 'a').delete();
  await sweepAt(11);
  expect(await messages()).toEqual(['MINOR', 'up']);
  expect(await states()).toContain('partial minor dropped');
});

it('sends the recovery by a slow run together with its waiting outage', async () => {
  const slow = project.run(at(1));
  await reportAndDrain(2, 'tw', 'down');
  await agents.tw.report(project.run(at(3)), { up: ['a'] });
  await drain(slow, 'tw');
  await sweepAt(4);
  expect(await messagesIn(chatId)).toEqual([expect.stringContaining('it failed from Taiwan for')]);
});
