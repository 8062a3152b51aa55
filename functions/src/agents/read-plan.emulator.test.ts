import { planAssignments } from '@farwatch/core/decisions/agents/planner';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agents, assignments } from '../db/collections.ts';
import { seedProject } from '../testing/seed-project.ts';
import { resetProxy, readProxyCounts } from '../testing/firestore-proxy.ts';
import { newTestProject, T0, type TestProject } from '../testing/test-project.ts';
import { type PlanContext, readPlan } from './read-plan.ts';

const AGENTS = Array.from({ length: 20 }, (_, index) => `agent${index}`);
const OWNERS_OF_EACH = 25;
const ALL = AGENTS.length * OWNERS_OF_EACH;
/** The agents, what the location and each of them has, and those that wait. */
const COUNTING = 2 * AGENTS.length + 3;
let project: TestProject;

const ownersOf = (agentId: string) =>
  Array.from({ length: OWNERS_OF_EACH }, (_, index) => `owner-of-${agentId}-${index}`);

/** An agent that is silent among others that are not, all with as much. */
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
  const facts = await readPlan(project.viaProxy(T0), 'tw', retiredId);
  return { ...facts, reads: (await readProxyCounts()).reads };
}

const namesOf = (ids: readonly string[]) => ids.map((ownerId) => `tw_${ownerId}`).sort();
const movedFrom = ({ known, movable }: PlanContext) =>
  planAssignments(known, movable).map(({ assignmentId, to }) => (to ? assignmentId : `${assignmentId} to none`));

it('of a location’s assignments only those are read that may move; the others are counted', async () => {
  const facts = await read();
  expect(movedFrom(facts).sort()).toEqual(namesOf(ownersOf('agent0')));
  expect(facts.reads).toBeLessThanOrEqual(COUNTING + OWNERS_OF_EACH);
  console.log(`planning the loss of one of ${AGENTS.length} agents with ${ALL} assignments: ${facts.reads} reads`);
});

it('those of an agent that was reset are taken over, too', async () => {
  const ref = agents.ref(project.run(T0).db, 'agent1');
  await ref.update({ registered: false });
  const facts = await read();
  await ref.update({ registered: true });
  expect(movedFrom(facts).sort()).toEqual(namesOf(['agent0', 'agent1'].flatMap(ownersOf)));
  expect(facts.reads).toBeLessThan(ALL / 2);
});

it('and those of one that was deleted just now', async () => {
  const ref = agents.ref(project.run(T0).db, 'agent1');
  const before = (await ref.get()).data() ?? {};
  await ref.delete();
  const facts = await read('agent1');
  await ref.create(before);
  expect(movedFrom(facts).sort()).toEqual(namesOf(['agent0', 'agent1'].flatMap(ownersOf)));
  expect(facts.reads).toBeLessThan(ALL / 2);
});

it('for one that comes with nothing, those of some others are', async () => {
  const { db } = project.run(T0);
  await seedProject(project, { agents: [{ id: 'newAgent', location: 'tw' }] });
  const facts = await read();
  await agents.ref(db, 'newAgent').delete();
  const taken = planAssignments(facts.known, facts.movable).filter(({ to }) => to === 'newAgent');
  expect(taken.length).toBeGreaterThan(OWNERS_OF_EACH / 2);
  expect(facts.reads).toBeLessThan(COUNTING + 12 * OWNERS_OF_EACH);
});

it('all are read while one is with an agent that is gone, and it is taken over', async () => {
  const id = `tw_${ownersOf('agent5')[0]}`;
  await assignments.ref(project.run(T0).db, id).update({ agentId: 'gone' });
  const facts = await read();
  await assignments.ref(project.run(T0).db, id).update({ agentId: 'agent5' });
  expect(movedFrom(facts)).toContain(id);
  expect(facts.movable).toHaveLength(ALL);
});
