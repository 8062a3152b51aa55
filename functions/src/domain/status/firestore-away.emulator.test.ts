import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { notifyOwner } from '../../entry/tasks/notify-owner.ts';
import { rollAgentHour } from '../../entry/tasks/roll-agent-hour.ts';
import { drain } from '../../entry/triggers/drain.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { injectFault, PERMISSION_DENIED, type ProxyFault, resetProxy } from '../../testing/firestore-proxy.ts';
import { newChat, readSent } from '../../testing/outbox.ts';
import { readAllIncidents, readEndpoint } from '../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';

/** Firestore refuses every call while work of every kind is in progress. */

const METHODS: ProxyFault['method'][] = ['Commit', 'BatchGetDocuments', 'RunQuery', 'BeginTransaction'];
const UNAVAILABLE = 14;
const EVERY = 100_000;

let project: TestProject;
let chatId: string;
let tw: TestAgent;
let th: TestAgent;

beforeEach(async () => {
  useTelegram();
  await resetProxy();
  project = newTestProject();
  chatId = newChat();
  [tw, th] = [new TestAgent('tw'), new TestAgent('th')];
  await seedProject(project, {
    owners: [{ id: OWNER, chatId }],
    monitors: [{ id: 'shop', locations: ['tw', 'th'], endpoints: ['a', 'b'] }],
    agents: [
      { id: 'tw', location: 'tw', ownerIds: [OWNER] },
      { id: 'th', location: 'th', ownerIds: [OWNER] },
    ],
  });
  for (const each of [tw, th]) {
    await each.reportAndDrain(project.run(T0), { up: ['a', 'b'] });
  }
});
afterEach(async () => {
  await resetProxy();
  await expectConsistent(project).finally(() => project.close());
});

const refuseAll = (status: number) =>
  Promise.all(METHODS.map((method) => injectFault({ fault: 'refuse', method, status, times: EVERY })));

async function expectNothingLost(status: number, forMs: number): Promise<void> {
  const atMs = T0 + MINUTE_MS;
  // One agent's verdict is stored but not applied; the other's arrives while Firestore is down.
  await tw.report(project.run(atMs), { down: ['a'] });
  const report = th.buildReport(atMs, { down: ['a'] });
  await refuseAll(status);
  const run = project.viaProxy(atMs);
  const work = Promise.allSettled([
    th.send(run, report),
    drain(run, 'tw'),
    sweep(run),
    notifyOwner(run, { ownerId: OWNER }, virtualClock(atMs)),
    rollAgentHour(run, { agentId: 'tw', hourAt: T0 }),
  ]);
  await (forMs > 0 ? sleep(forMs) : work);
  expect((await readEndpoint(project, 'a')).status).toBe('up');
  await resetProxy();
  await work;
  await th.send(project.run(atMs + 40 * SECOND_MS), report);
  for (const minute of [2, 3, 4]) {
    await sweep(project.run(T0 + minute * MINUTE_MS));
    await project.queue.work(project.run(T0 + minute * MINUTE_MS));
  }
  expect((await readEndpoint(project, 'a')).status).toBe('down');
  expect(await readAllIncidents(project)).toMatchObject([
    { status: 'active', severity: 'critical', outage: { number: 1 } },
  ]);
  // A partial failure may also be announced, from before the other agent's verdict.
  const sent = (await readSent(project)).filter(({ kind }) => kind === 'outage');
  expect(sent).toMatchObject([{ severity: 'critical' }]);
  expect((await messagesIn(chatId)).filter((text) => text.includes('a is down'))).toHaveLength(1);
}

const LONG = { tags: 'minutes' };
it('for thirty seconds, with retries by the clients: loses nothing and does nothing twice', LONG, () =>
  expectNothingLost(UNAVAILABLE, 30 * SECOND_MS),
);

it('without retries by the clients: loses nothing and does nothing twice', () =>
  expectNothingLost(PERMISSION_DENIED, 0));
