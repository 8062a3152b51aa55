import { hourId } from '@farwatch/core/documents/hour';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { agentStates, hours } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueAll } from '../../platform/db/tasks.ts';
import { holdNext, resetProxy } from '../../testing/firestore-proxy.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { readDirtyHours, rollHours } from '../jobs/roll-hours.ts';
import { rollAgentHour } from './roll-agent-hour.ts';

const OWNERS = ['ann', 'bob', 'cat'];
let project: TestProject;
beforeEach(async () => {
  project = newTestProject();
  await seedProject(project, {
    monitors: OWNERS.map((ownerId) => ({ id: `m-${ownerId}`, ownerId, locations: ['tw'], endpoints: [ownerId] })),
    agents: [
      { id: 'tw', location: 'tw', ownerIds: OWNERS },
      ...['big', 'small'].map((id) => ({ id, location: 'tw' as const })),
    ],
  });
});
afterEach(() => project.close());

async function rollDirtyHours(run: Run): Promise<void> {
  await enqueueAll(run, 'rollAgentHour', await readDirtyHours(run, { hasDirtyHours: true }, { lastRunAt: null }));
}

const hourOf = (ownerId: string, hourAt = T0) => hours.ref(project.run(T0).db, hourId(ownerId, 'tw', hourAt)).get();

async function markDirty(id: string, count: number): Promise<void> {
  const marks = Array.from({ length: count }, (_, index) => [T0 - index * HOUR_MS, { agentSeq: 1, leaseUntil: null }]);
  const state = agentStates.toUpdate({ dirtyHours: Object.fromEntries(marks), dirtyAt: T0 });
  await agentStates.ref(project.run(T0).db, id).update(state);
}

it('enqueues the newest hours first, of each agent in turn, up to a minute’s work', async () => {
  await markDirty('big', 192);
  await markDirty('small', 3);
  // The hour at T0 is over by then.
  await rollDirtyHours(project.run(T0 + HOUR_MS + 5 * MINUTE_MS));
  const enqueued = project.queue.waiting.map(({ input }) => input);
  expect(enqueued).toHaveLength(100);
  const ago = (agentId: string, hoursAgo: number) => ({ agentId, hourAt: T0 - hoursAgo * HOUR_MS });
  expect(enqueued.slice(0, 7)).toEqual([
    ...[0, 1, 2].flatMap((each) => [ago('big', each), ago('small', each)]),
    ago('big', 3),
  ]);
});

it('an owner whose hour is slow to write delays no other', async () => {
  const agent = new TestAgent('tw');
  for (const ownerId of OWNERS) await agent.report(project.run(T0), { up: [ownerId], ownerId });
  await resetProxy();
  const { arrived, release } = await holdNext('hours/ann_');
  const rolled = rollAgentHour(project.viaProxy(T0 + HOUR_MS + 5 * MINUTE_MS), { agentId: 'tw', hourAt: T0 });
  await arrived();
  await expect.poll(async () => (await hourOf('cat')).exists).toBe(true);
  expect((await hourOf('ann')).exists).toBe(false);
  await release();
  await rolled;
  expect((await hourOf('ann')).exists).toBe(true);
});

it('rolls up hours that ended while no schedule ran', async () => {
  const agent = new TestAgent('tw');
  const rollAt = async (hour: number) => {
    const run = project.run(T0 + hour * HOUR_MS + 5 * MINUTE_MS);
    await rollHours(run);
    await project.queue.work(run);
    await rollDirtyHours(run);
    await project.queue.work(run);
  };
  const reportIn = (hour: number) =>
    agent.report(project.run(T0 + hour * HOUR_MS + MINUTE_MS), { up: ['ann'], ownerId: 'ann' });
  await reportIn(0);
  await rollAt(1);
  for (const hour of [1, 2, 3, 4, 5]) await reportIn(hour);
  await rollAt(6);
  for (const hour of [0, 1, 2, 3, 4, 5]) expect((await hourOf('ann', T0 + hour * HOUR_MS)).exists).toBe(true);
});
