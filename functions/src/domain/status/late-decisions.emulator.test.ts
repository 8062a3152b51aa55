import type { AgentLocation } from '@farwatch/core/values/locations';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { notifyOwner } from '../../entry/tasks/notify-owner.ts';
import { drain } from '../../entry/triggers/drain.ts';
import { monitors, notifications, verdictChanges } from '../../platform/db/collections.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { faultsLeft, injectFault, PERMISSION_DENIED, resetProxy } from '../../testing/firestore-proxy.ts';
import { loseAgent } from '../../testing/lose-agent.ts';
import { newChat, readSent } from '../../testing/outbox.ts';
import { readEndpoint } from '../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';

let project: TestProject;
let chatId: string;
let agents: Record<AgentLocation, TestAgent>;
beforeEach(() => {
  useTelegram();
  project = newTestProject();
  chatId = newChat();
});
afterEach(() => expectConsistent(project).finally(() => project.close()));
const at = (minute: number) => T0 + DAY_MS + minute * MINUTE_MS;

async function seedMonitorAt(locations: AgentLocation[]): Promise<void> {
  await seedProject(project, {
    owners: [{ id: OWNER, chatId, severity: 'high' }],
    monitors: [{ id: 'shop', locations, endpoints: ['a'] }],
    agents: locations.map((location) => ({ id: location, location, ownerIds: [OWNER] })),
  });
  agents = { tw: new TestAgent('tw'), th: new TestAgent('th'), bd: new TestAgent('bd') };
  for (const from of locations) await reportAndDrain(T0, from, 'up');
}
async function reportAndDrain(
  atMs: number,
  from: AgentLocation,
  what: 'up' | 'down',
  run = project.run(atMs),
): Promise<void> {
  await agents[from].report(project.run(atMs), { [what]: ['a'] });
  await drain(run, from);
}
const send = (atMs: number) => notifyOwner(project.run(atMs), { ownerId: OWNER }, virtualClock(atMs));
const headlines = async () => (await messagesIn(chatId)).map((text) => text.split('\n')[0]);

it('decides a returning agent’s down verdict once its assignment can be written', async () => {
  await seedMonitorAt(['tw']);
  await loseAgent(project.run(at(0)), 'tw');
  await resetProxy();
  await injectFault({
    fault: 'refuse',
    method: 'Commit',
    touching: '/assignments/',
    times: 2,
    status: PERMISSION_DENIED,
  });
  await reportAndDrain(at(1), 'tw', 'down', project.viaProxy(at(1)));
  expect(await faultsLeft()).toEqual([]);
  await sweep(project.run(at(2)));
  await reportAndDrain(at(3), 'tw', 'down');
  await sweep(project.run(at(4)));
  await reportAndDrain(at(5), 'tw', 'down');
  expect((await readEndpoint(project, 'a')).status).toBe('down');
  await send(at(5));
  expect((await readSent(project)).map(({ kind }) => kind)).toEqual(['outage']);
});

it('alerts an outage that the filter rejected once it is admitted again', async () => {
  await seedMonitorAt(['tw', 'th', 'bd']);
  await notifications.ref(project.run(T0).db, 'notifications', OWNER).update({ 'thresholds.severity': 'critical' });
  for (const from of ['tw', 'th', 'bd'] as const) await reportAndDrain(at(0), from, 'down');
  await reportAndDrain(at(1), 'bd', 'up');
  await send(at(1));
  expect(await headlines()).toEqual([]);
  await reportAndDrain(at(2), 'bd', 'down');
  await send(at(2));
  expect(await headlines()).toEqual(['🔴 CRITICAL: shop › a is down']);
});

it('announces an outage again when its severity rises', async () => {
  await seedMonitorAt(['tw', 'th', 'bd']);
  for (const from of ['tw', 'th', 'bd'] as const) await reportAndDrain(at(0), from, 'down');
  await reportAndDrain(at(1), 'bd', 'up');
  await send(at(1));
  expect((await headlines()).map((line) => line?.includes('MAJOR'))).toEqual([true]);
  await reportAndDrain(at(2), 'bd', 'down');
  await send(at(2));
  expect((await headlines()).at(-1)).toBe('🔴 CRITICAL: shop › a is worse now');
});

it('applies parked verdict changes in order: an outage that is already over sends no alert', async () => {
  await seedMonitorAt(['tw']);
  const monitor = monitors.ref(project.run(T0).db, 'shop');
  await monitor.update({ createdAt: 'not a timestamp' });
  await reportAndDrain(at(0), 'tw', 'down');
  await reportAndDrain(at(5), 'tw', 'up');
  for (let minute = 1; minute <= 16; minute += 1) {
    if (minute === 13) await monitor.update(monitors.toUpdate({ createdAt: T0 }));
    if (minute > 5) await reportAndDrain(at(minute), 'tw', 'up');
    await sweep(project.run(at(minute)));
    expect((await readEndpoint(project, 'a')).status).toBe('up');
  }
  expect((await verdictChanges.collection(project.run(T0).db).where('state', '==', 'parked').get()).size).toBe(0);
  await send(at(17));
  expect((await headlines()).filter((line) => line?.includes('is down'))).toEqual([]);
});

it('keeps a lease whose renewal lost its answer, so the next verdict change waits for no sweep', async () => {
  await seedMonitorAt(['tw']);
  await agents.tw.report(project.run(at(0)), { down: ['a'] });
  await agents.tw.report(project.run(at(1)), { up: ['a'] });
  await resetProxy();
  // Acquired, then renewed before the second verdict change.
  await injectFault({ fault: 'delay', method: 'Commit', touching: '/leases/' });
  await injectFault({ fault: 'lose', method: 'Commit', touching: '/leases/' });
  await drain(project.viaProxy(at(1)), 'tw');
  expect(await faultsLeft()).toEqual([]);
  expect((await verdictChanges.collection(project.run(T0).db).where('state', '==', 'new').get()).size).toBe(0);
  expect((await readEndpoint(project, 'a')).status).toBe('up');
});
