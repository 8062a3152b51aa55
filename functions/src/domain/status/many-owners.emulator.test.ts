import { SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drain } from '../../entry/triggers/drain.ts';
import { holdNext, resetProxy } from '../../testing/firestore-proxy.ts';
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

it('one drain applies a verdict change of many owners, however long it takes', async () => {
  const agent = new TestAgent('tw');
  const report = agent.buildReport(T0);
  for (const ownerId of OWNERS) report.owners[ownerId] = agent.buildOwnerReport(T0, { down: [ownerId] });
  await agent.send(project.run(T0), report);
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
