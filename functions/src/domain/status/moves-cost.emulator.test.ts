import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { agents, assignments } from '../../platform/db/collections.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { loseAgent } from '../../testing/lose-agent.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { rebalance } from './rebalance.ts';

const OWNERS = Array.from({ length: 150 }, (_, index) => `owner-${index}`);
/** To review an owner's endpoints, none of which has been checked yet. */
const CALLS_OF_A_REVIEW = 2;
let project: TestProject;

/** An agent of many owners that was just reset, and an agent without assignments. */
beforeEach(async () => {
  project = newTestProject();
  const monitor = (ownerId: string) => ({
    id: `m-${ownerId}`,
    ownerId,
    locations: ['tw' as const],
    endpoints: [ownerId],
  });
  await seedProject(project, {
    monitors: OWNERS.map(monitor),
    agents: [
      { id: 'old', location: 'tw', ownerIds: OWNERS },
      { id: 'new', location: 'tw' },
    ],
  });
  await agents.ref(project.run(T0).db, 'old').update({ registered: false });
});
afterEach(() => project.close());

const assignedToOld = async () =>
  (await assignments.collection(project.run(T0).db).where('agentId', '==', 'old').get()).docs.map((doc) => doc.id);

it('moves assignments with one write for each owner and a few for both agents', async () => {
  await resetProxy();
  await rebalance(project.viaProxy(T0), 'tw');
  const { writes } = await readProxyCounts();
  expect(await assignedToOld()).toEqual([]);
  expect(writes).toBeLessThan(OWNERS.length + 15);
  await expectConsistent(project);
});

it('an unreadable assignment does not block others', async () => {
  const id = `tw_${OWNERS[7]}`;
  await assignments.ref(project.run(T0).db, id).update({ liveSeq: 'none' });
  await expect(rebalance(project.run(T0), 'tw')).rejects.toThrow('liveSeq');
  expect(await assignedToOld()).toEqual([id]);
});

it('sets whether votes count for a hundred owners at a time', async () => {
  await agents.ref(project.run(T0).db, 'old').update({ registered: true });
  await agents.ref(project.run(T0).db, 'new').delete();
  await resetProxy();
  await loseAgent(project.viaProxy(T0 + 6 * MINUTE_MS), 'old');
  expect((await readProxyCounts()).calls).toBeLessThan(OWNERS.length * CALLS_OF_A_REVIEW + 50);
  const live = assignments.collection(project.run(T0).db).where('live', '==', true);
  expect((await live.count().get()).data().count).toBe(0);
});
