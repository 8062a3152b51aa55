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

/** The sweep a little after the full minute, and what it and new alerts hand on; the agents are still there. */
async function pass(minute: number): Promise<void> {
  const run = project.run(at(minute) + SECOND_MS);
  for (const agent of Object.values(agents)) await agent.report(run, {});
  await sweep(run);
  await project.queue.enqueue('sendAlerts', { ownerId: OWNER });
  await project.queue.work(run);
}

const heard = async () =>
  (await messagesIn(chatId)).map((text) => (text.includes('is up again') ? 'up' : text.split(':')[0]?.split(' ')[1]));
const states = async () =>
  (await readAllAlerts(project)).map(({ kind, severity, state }) => `${kind} ${severity} ${state}`);

it('an outage and its recovery are told at once', async () => {
  await reportAndDrain(1, 'tw', 'down');
  await pass(1);
  await reportAndDrain(2, 'tw', 'up');
  await pass(2);
  expect(await heard()).toEqual(['MINOR', 'up']);
});

it('the next within the period is held back; still open at its end it is told, and its recovery after it', async () => {
  await reportAndDrain(1, 'tw', 'down');
  await pass(1);
  await reportAndDrain(2, 'tw', 'up');
  await reportAndDrain(4, 'th', 'down');
  await pass(4);
  expect(await heard()).toEqual(['MINOR', 'up']);
  expect(await states()).toContain('partial minor deferred');
  await pass(10);
  expect(await heard()).toHaveLength(2);
  await pass(11);
  expect(await heard()).toEqual(['MINOR', 'up', 'MINOR']);
  expect((await readEndpoint(project, 'a')).lastAlertAt).toBe(at(11) + SECOND_MS);
  await reportAndDrain(12, 'th', 'up');
  await pass(12);
  expect(await heard()).toEqual(['MINOR', 'up', 'MINOR', 'up']);
});

it('the next within the period that ends before it is never told, nor is its recovery', async () => {
  await reportAndDrain(1, 'tw', 'down');
  await pass(1);
  await reportAndDrain(2, 'tw', 'up');
  await reportAndDrain(4, 'th', 'down');
  await reportAndDrain(5, 'th', 'up');
  for (const minute of [5, 11, 12]) await pass(minute);
  expect(await heard()).toEqual(['MINOR', 'up']);
  expect((await states()).sort()).toEqual(['partial minor sent', 'partial minor silenced', 'recovery minor sent']);
});

it('one that grows moreSevere than was told breaks the silence, and drops what was held back', async () => {
  await reportAndDrain(1, 'tw', 'down');
  await pass(1);
  await reportAndDrain(2, 'tw', 'up');
  await reportAndDrain(4, 'th', 'down');
  await reportAndDrain(5, 'tw', 'down');
  await pass(5);
  expect(await heard()).toEqual(['MINOR', 'up', 'CRITICAL']);
  for (const minute of [11, 12]) await pass(minute);
  expect(await heard()).toHaveLength(3);
  expect(await states()).toContain('partial minor silenced');
  await reportAndDrain(13, 'tw', 'up');
  await reportAndDrain(13.5, 'th', 'up');
  await pass(14);
  expect(await heard()).toEqual(['MINOR', 'up', 'CRITICAL', 'up']);
});

it('what is held back of an endpoint that was deleted ends as silenced', async () => {
  await reportAndDrain(1, 'tw', 'down');
  await pass(1);
  await reportAndDrain(2, 'tw', 'up');
  await reportAndDrain(4, 'th', 'down');
  await endpoints.ref(project.run(T0).db, 'a').delete();
  await pass(11);
  expect(await heard()).toEqual(['MINOR', 'up']);
  expect(await states()).toContain('partial minor silenced');
});

it('a recovery that a slow run makes is still behind its outage, and told with it where that still waits', async () => {
  const slow = project.run(at(1));
  await reportAndDrain(2, 'tw', 'down');
  await agents.tw.report(project.run(at(3)), { up: ['a'] });
  await drain(slow, 'tw');
  await pass(4);
  expect(await messagesIn(chatId)).toEqual([expect.stringContaining('it failed from Taiwan for')]);
});
