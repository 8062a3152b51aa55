import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { statusEvents, verdictChanges } from '../../platform/db/collections.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { drain } from './drain.ts';

/** Several verdict changes of one agent that wait together. */

const OWNERS = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'joe'];
const endpointOf = (owner: string) => `${owner}-shop`;
const SEEN = ['up', 'down', 'up', 'down', 'up', 'down'] as const;

let project: TestProject;
beforeEach(async () => {
  project = newTestProject();
  await seedProject(project, {
    monitors: OWNERS.map((ownerId) => {
      return { id: `m-${ownerId}`, ownerId, locations: ['tw'], endpoints: [endpointOf(ownerId)] };
    }),
    agents: [{ id: 'tw', location: 'tw', ownerIds: OWNERS }],
  });
});
afterEach(() => project.close());

/** The agent reports, five seconds apart, that the endpoints of all owners are up, then down and so on. */
async function reportAll(): Promise<void> {
  const agent = new TestAgent('tw');
  for (const [index, verdict] of SEEN.entries()) {
    const run = project.run(T0 + index * 5 * SECOND_MS);
    const parts = OWNERS.map((ownerId) => [
      ownerId,
      agent.buildOwnerReport(run.nowMs, { [verdict]: [endpointOf(ownerId)] }),
    ]);
    await agent.send(run, { ...agent.buildReport(run.nowMs), owners: Object.fromEntries(parts) });
  }
}

async function statusesOf(owner: string): Promise<string[]> {
  const query = statusEvents.collection(project.run(T0).db, endpointOf(owner)).orderBy('changedAt');
  return (await query.get()).docs.map((doc) => String(doc.get('next')));
}

it('are applied in order for each owner, with one lease', async () => {
  await reportAll();
  await resetProxy();
  await drain(project.viaProxy(T0 + MINUTE_MS), 'tw');
  const { reads, writes } = await readProxyCounts();
  console.log(`${SEEN.length} changes of ${OWNERS.length} owners: ${reads} reads, ${writes} writes`);
  for (const owner of OWNERS) expect(await statusesOf(owner)).toEqual(SEEN);
  const { docs } = await verdictChanges.collection(project.run(T0).db).get();
  expect(docs.map((doc) => doc.get('state'))).toEqual(SEEN.map(() => 'applied'));
  await expectConsistent(project);
});
