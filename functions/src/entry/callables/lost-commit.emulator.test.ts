import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { faultsLeft, injectFault, resetProxy } from '../../testing/firestore-proxy.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';

let project: TestProject;
beforeEach(async () => {
  await resetProxy();
  project = newTestProject();
  await seedProject(project, {
    monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
    agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
  });
});
afterEach(() => project.close());

it('answers a report whose commit lost its answer as applied', async () => {
  const agent = new TestAgent('tw');
  await injectFault({ fault: 'lose', method: 'Commit', touching: '/agentStates/' });
  const report = agent.buildReport(T0, { up: ['a'] });
  expect(await agent.send(project.viaProxy(T0), report)).toMatchObject({ seq: 1, applied: true });
  expect(await faultsLeft()).toEqual([]);
  expect(await agent.send(project.viaProxy(T0 + MINUTE_MS), report)).toMatchObject({ seq: 1, applied: false });
});
