import { DEVICE } from '@farwatch/core/testing/samples';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newCode } from '../../domain/agents/codes.ts';
import { rebalance } from '../../domain/status/rebalance.ts';
import { agentStates, agents, assignments, registrations } from '../../platform/db/collections.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { rollHours } from '../jobs/roll-hours.ts';
import { sweep } from '../jobs/sweep/sweep.ts';
import { registerAgent } from './register-agent.ts';

const OWNERS = ['ann', 'bob', 'cat', 'dan'];
let project: TestProject;

beforeEach(async () => {
  project = newTestProject();
  await seedProject(project, {
    monitors: OWNERS.map((ownerId) => ({
      id: `of-${ownerId}`,
      ownerId,
      locations: ['tw'],
      endpoints: [`e-${ownerId}`],
    })),
    agents: [
      { id: 'old', location: 'tw', ownerIds: OWNERS },
      { id: 'new', location: 'tw' },
    ],
  });
  const { db } = project.run(T0);
  await agents.ref(db, 'new').update(agents.toUpdate({ registered: false, activatedAt: null, lastReportAt: null }));
});
afterEach(() => expectConsistent(project).finally(() => project.close()));

async function register(id: string, atMs: number): Promise<void> {
  const fresh = newCode(id);
  const registration = { ...fresh, expiresAt: T0 + 24 * HOUR_MS, usedAt: null, usedByKey: null };
  await registrations.ref(project.run(atMs).db, 'registration', id).set(registrations.toDocument(registration));
  await registerAgent(project.run(atMs), { code: fresh.code, publicKey: 'k'.repeat(44), device: DEVICE });
}

async function reportAndDrain(agent: TestAgent, atMs: number): Promise<void> {
  await agent.reportAndDrain(project.run(atMs));
}

/** The number of assignments of each agent. */
async function countAssignments(): Promise<Record<string, number>> {
  const { docs } = await assignments.collection(project.run(T0).db).get();
  const assignedAgents = Map.groupBy(docs, (doc) => String(doc.get('agentId')));
  return Object.fromEntries([...assignedAgents].map(([id, list]) => [id, list.length]));
}

it('a registered agent gets its share by its first report, and nothing before', async () => {
  const old = new TestAgent('old');
  await reportAndDrain(old, T0);
  await register('new', T0 + MINUTE_MS);
  for (let minute = 2; minute <= 20; minute += 2) {
    await reportAndDrain(old, T0 + minute * MINUTE_MS);
    await sweep(project.run(T0 + minute * MINUTE_MS));
    expect(await countAssignments()).toEqual({ old: 4 });
  }
  await reportAndDrain(new TestAgent('new'), T0 + 21 * MINUTE_MS);
  expect(await countAssignments()).toEqual({ old: 2, new: 2 });
});

it('an agent that was reset and registered again gets its share back by its first report, and not before', async () => {
  const { db } = project.run(T0);
  await register('new', T0);
  await reportAndDrain(new TestAgent('new'), T0 + MINUTE_MS);
  expect(await countAssignments()).toEqual({ old: 2, new: 2 });
  await agents.ref(db, 'new').update({ registered: false });
  await agentStates.ref(db, 'new').update({ tokenGeneration: 2, publicKey: null });
  await rebalance(project.run(T0 + 2 * MINUTE_MS), 'tw');
  expect(await countAssignments()).toEqual({ old: 4 });
  await register('new', T0 + 3 * MINUTE_MS);
  await reportAndDrain(new TestAgent('old'), T0 + 3 * MINUTE_MS);
  await sweep(project.run(T0 + 4 * MINUTE_MS));
  expect(await countAssignments()).toEqual({ old: 4 });
  const again = new TestAgent('new', 'another-spool');
  again.tokenGeneration = 2;
  await reportAndDrain(again, T0 + 5 * MINUTE_MS);
  expect(await countAssignments()).toEqual({ old: 2, new: 2 });
});

it('an agent registered again with the same disk continues its spool: a repeated report is stored once', async () => {
  const agent = new TestAgent('new');
  await register('new', T0);
  const last = agent.buildReport(T0 + MINUTE_MS);
  await agent.send(project.run(T0 + MINUTE_MS), last);
  await register('new', T0 + 2 * MINUTE_MS);
  expect(await agent.send(project.run(T0 + 3 * MINUTE_MS), last)).toMatchObject({ applied: false });
  expect(await agent.report(project.run(T0 + 4 * MINUTE_MS), {})).toMatchObject({ applied: true });
});

it('rolls up the previous device’s checks once their hour is over, even if the new device never reports', async () => {
  const task = { name: 'rollAgentHour', input: { agentId: 'old', hourAt: T0 } };
  await reportAndDrain(new TestAgent('old'), T0 + 10 * MINUTE_MS);
  await register('old', T0 + 20 * MINUTE_MS);
  for (const minutes of [21, 60, 64]) await sweep(project.run(T0 + minutes * MINUTE_MS));
  expect(project.queue.waiting).not.toContainEqual(task);
  const rolledAt = T0 + HOUR_MS + 5 * MINUTE_MS;
  await rollHours(project.run(rolledAt));
  expect(project.queue.waiting).not.toContainEqual(task);
  await sweep(project.run(rolledAt));
  expect(project.queue.waiting).toContainEqual(task);
});
