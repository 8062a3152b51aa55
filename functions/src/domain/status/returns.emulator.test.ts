import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drain } from '../../entry/triggers/drain.ts';
import { agents } from '../../platform/db/collections.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { loseAgent } from '../../testing/lose-agent.ts';
import { readAssignment, readEndpoint } from '../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { type Seen, TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { rebalance } from './rebalance.ts';

/** An agent returns whose last verdict is from before an outage. */

let project: TestProject;
beforeEach(() => {
  project = newTestProject();
});
afterEach(() => expectConsistent(project).finally(() => project.close()));

const at = (minute: number) => T0 + minute * MINUTE_MS;

async function reportAndDrain(agent: TestAgent, atMs: number, seen: Seen = {}): Promise<void> {
  await agent.reportAndDrain(project.run(atMs), seen);
}

async function loseAt(agent: TestAgent, minute: number): Promise<void> {
  await loseAgent(project.run(at(minute)), agent.id);
  await drain(project.run(at(minute)), agent.id);
}

/** Both report up, one falls silent, the other reports down; then the first returns. */
async function outageWhileAway(tw: TestAgent, th: TestAgent, owners: readonly string[]): Promise<void> {
  const all = async (agent: TestAgent, atMs: number, what: 'up' | 'down') => {
    const report = agent.buildReport(atMs);
    for (const ownerId of owners) report.owners[ownerId] = agent.buildOwnerReport(atMs, { [what]: [`e-${ownerId}`] });
    await agent.send(project.run(atMs), report);
    await drain(project.run(atMs), agent.id);
  };
  for (const agent of [tw, th]) await all(agent, T0, 'up');
  await reportAndDrain(tw, at(4));
  await loseAt(th, 6);
  await all(tw, at(7), 'down');
}

const seedOwners = (owners: readonly string[]) =>
  seedProject(project, {
    owners: owners.map((id) => ({ id, chatId: '9' })),
    monitors: owners.map((ownerId) => ({
      id: `m-${ownerId}`,
      ownerId,
      locations: ['tw' as const, 'th' as const],
      endpoints: [`e-${ownerId}`],
    })),
    agents: [
      { id: 'tw', location: 'tw', ownerIds: [...owners] },
      { id: 'th', location: 'th', ownerIds: [...owners] },
      { id: 'spare', location: 'th', lastReportAt: 0 },
    ],
  });

/** The number of writes for applying the agent's return. */
async function writesOfReturn(owners: readonly string[]): Promise<number> {
  const [tw, th] = [new TestAgent('tw'), new TestAgent('th')];
  await seedOwners(owners);
  await outageWhileAway(tw, th, owners);
  await th.report(project.run(at(8)), {});
  await resetProxy();
  await drain(project.viaProxy(at(8)), 'th');
  const { writes } = await readProxyCounts();
  const requested = (await project.run(T0).db.doc('commands/th').get()).get('checkNow');
  expect(Object.keys(requested).sort()).toEqual(owners.map((ownerId) => `e-${ownerId}`).sort());
  return writes;
}

it('requests rechecks for all owners together: another owner in an outage costs only its assignment’s write', async () => {
  const two = await writesOfReturn(['ann', 'bob']);
  await project.close();
  project = newTestProject();
  const five = await writesOfReturn(['ann', 'bob', 'cid', 'dan', 'eve']);
  expect(five - two).toBe(3);
});

it('the old verdict ends no outage after a handover to another live agent', async () => {
  const [tw, th, spare] = [new TestAgent('tw'), new TestAgent('th'), new TestAgent('spare')];
  await seedOwners([OWNER]);
  await outageWhileAway(tw, th, [OWNER]);
  await reportAndDrain(th, at(8));
  await agents.ref(project.run(T0).db, 'th').update({ registered: false });
  await spare.reportAndDrain(project.run(at(8) + SECOND_MS));
  await rebalance(project.run(at(8) + 2 * SECOND_MS), 'th');
  expect(await readAssignment(project, 'th')).toMatchObject({ agentId: 'spare', generation: 2, previousGeneration: 1 });
  await loseAt(tw, 13);
  expect(await readEndpoint(project, `e-${OWNER}`)).toMatchObject({
    status: 'unknown',
    votes: { th: { generation: 1 } },
  });
});
