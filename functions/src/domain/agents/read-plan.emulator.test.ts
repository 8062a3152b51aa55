import { planAssignments } from '@farwatch/core/decisions/agents/planner';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agents, assignments } from '../../platform/db/collections.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { type PlanContext, readPlan } from './read-plan.ts';

const AGENTS = Array.from({ length: 20 }, (_, index) => `agent${index}`);
const OWNERS_PER_AGENT = 25;
const ALL = AGENTS.length * OWNERS_PER_AGENT;
/** The agents, the counts of the location and of each agent, and the waiting assignments. */
const COUNTING_READS = 2 * AGENTS.length + 3;
let project: TestProject;

const ownersOf = (agentId: string) =>
  Array.from({ length: OWNERS_PER_AGENT }, (_, index) => `owner-of-${agentId}-${index}`);

/** One silent agent among active ones, all with equal loads. */
beforeAll(async () => {
  project = newTestProject();
  await seedProject(project, {
    monitors: AGENTS.flatMap(ownersOf).map((ownerId) => ({
      id: `m-${ownerId}`,
      ownerId,
      locations: ['tw' as const],
      endpoints: [ownerId],
    })),
    agents: AGENTS.map((id, index) => ({
      id,
      location: 'tw',
      ownerIds: ownersOf(id),
      lastReportAt: index === 0 ? T0 - 10 * MINUTE_MS : T0,
    })),
  });
});
afterAll(() => project.close());

async function read(retiredId?: string): Promise<PlanContext & { reads: number }> {
  await resetProxy();
  const context = await readPlan(project.viaProxy(T0), 'tw', retiredId);
  return { ...context, reads: (await readProxyCounts()).reads };
}

const namesOf = (ids: readonly string[]) => ids.map((ownerId) => `tw_${ownerId}`).sort();
const movedFrom = ({ known, movable }: PlanContext) =>
  planAssignments(known, movable).map(({ assignmentId, to }) => (to ? assignmentId : `${assignmentId} to none`));

it('reads only assignments that may move, and counts the others', async () => {
  const context = await read();
  expect(movedFrom(context).sort()).toEqual(namesOf(ownersOf('agent0')));
  expect(context.reads).toBeLessThanOrEqual(COUNTING_READS + OWNERS_PER_AGENT);
  console.log(`planning the loss of one of ${AGENTS.length} agents with ${ALL} assignments: ${context.reads} reads`);
});

it('also moves those of an agent that was reset', async () => {
  const ref = agents.ref(project.run(T0).db, 'agent1');
  await ref.update({ registered: false });
  const context = await read();
  await ref.update({ registered: true });
  expect(movedFrom(context).sort()).toEqual(namesOf(['agent0', 'agent1'].flatMap(ownersOf)));
  expect(context.reads).toBeLessThan(ALL / 2);
});

it('also moves those of an agent that was just deleted', async () => {
  const ref = agents.ref(project.run(T0).db, 'agent1');
  const before = (await ref.get()).data() ?? {};
  await ref.delete();
  const context = await read('agent1');
  await ref.create(before);
  expect(movedFrom(context).sort()).toEqual(namesOf(['agent0', 'agent1'].flatMap(ownersOf)));
  expect(context.reads).toBeLessThan(ALL / 2);
});

it('reads those of some agents for a new agent', async () => {
  const { db } = project.run(T0);
  await seedProject(project, { agents: [{ id: 'newAgent', location: 'tw' }] });
  const context = await read();
  await agents.ref(db, 'newAgent').delete();
  const moved = planAssignments(context.known, context.movable).filter(({ to }) => to === 'newAgent');
  expect(moved.length).toBeGreaterThan(OWNERS_PER_AGENT / 2);
  expect(context.reads).toBeLessThan(COUNTING_READS + 12 * OWNERS_PER_AGENT);
});

it('reads all if one belongs to an unknown agent, and moves it', async () => {
  const id = `tw_${ownersOf('agent5')[0]}`;
  await assignments.ref(project.run(T0).db, id).update({ agentId: 'gone' });
  const context = await read();
  await assignments.ref(project.run(T0).db, id).update({ agentId: 'agent5' });
  expect(movedFrom(context)).toContain(id);
  expect(context.movable).toHaveLength(ALL);
});
