import { SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drain } from '../../entry/triggers/drain.ts';
import { verdictChanges } from '../../platform/db/collections.ts';
import { faultsLeft, holdNext, injectFault, PERMISSION_DENIED, resetProxy } from '../../testing/firestore-proxy.ts';
import { readEndpoint } from '../../testing/read-documents.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';

const OWNERS = Array.from({ length: 30 }, (_, index) => `owner-${index}`);
const LAST = 'owner-29';
let project: TestProject;
beforeEach(async () => {
  project = newTestProject();
  await seedProject(project, {
    monitors: OWNERS.map((ownerId) => ({ id: `m-${ownerId}`, ownerId, locations: ['tw'], endpoints: [ownerId] })),
    agents: [{ id: 'tw', location: 'tw', ownerIds: OWNERS }],
  });
});
afterEach(() => project.close());

/** The agent reports that each owner's endpoint is down. */
async function reportAllDown(): Promise<void> {
  const agent = new TestAgent('tw');
  const report = agent.buildReport(T0);
  for (const ownerId of OWNERS) report.owners[ownerId] = agent.buildOwnerReport(T0, { down: [ownerId] });
  await agent.send(project.run(T0), report);
}

it('one drain applies a verdict change of many owners, however long it takes', async () => {
  await reportAllDown();
  let aheadMs = 0;
  const clock = () => T0 + aheadMs;
  await resetProxy();
  const early = await holdNext('endpoints/owner-7');
  const drained = drain(project.viaProxy(T0), 'tw', clock);
  await early.arrived();
  const late = await holdNext(`endpoints/${LAST}`);
  aheadMs = 40 * SECOND_MS;
  await early.release();
  await late.arrived();
  aheadMs = 80 * SECOND_MS;
  await drain(project.run(T0), 'tw', clock);
  expect((await readEndpoint(project, LAST)).status).toBe('pending');
  await late.release();
  await drained;
  expect((await readEndpoint(project, LAST)).status).toBe('down');
});

it('a renewal of the lease that fails parks nothing', async () => {
  await reportAllDown();
  let aheadMs = 0;
  await resetProxy();
  const early = await holdNext('endpoints/owner-7');
  const drained = drain(project.viaProxy(T0), 'tw', () => T0 + aheadMs);
  await early.arrived();
  await injectFault({ fault: 'refuse', method: 'Commit', touching: 'leases/drain_tw', status: PERMISSION_DENIED });
  aheadMs = 25 * SECOND_MS;
  await early.release();
  await drained;
  expect(await faultsLeft()).toEqual([]);
  const { docs } = await verdictChanges.collection(project.run(T0).db).get();
  expect(docs.map((doc) => doc.get('state'))).toEqual(['applied']);
  expect((await readEndpoint(project, LAST)).status).toBe('down');
});
