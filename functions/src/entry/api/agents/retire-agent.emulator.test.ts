import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agents, assignments } from '../../../platform/db/collections.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { expectConsistent } from '../../../testing/expect-consistent.ts';
import { injectFault, PERMISSION_DENIED, readProxyCounts, resetProxy } from '../../../testing/firestore-proxy.ts';
import { readEndpoint } from '../../../testing/read-documents.ts';
import { seedProject } from '../../../testing/seed-project.ts';
import { TestAgent } from '../../../testing/test-agent.ts';
import { T0 } from '../../../testing/test-project.ts';
import { sweep } from '../../jobs/sweep/sweep.ts';
import { drain } from '../../triggers/drain.ts';

let api: TestApi;
let admin: TestUser;
beforeEach(async () => {
  api = await newTestApi({ viaProxy: true });
  admin = await api.user({ admin: true });
});
afterEach(() => expectConsistent(api.project).finally(() => api.close()));

/** Seeds the admin's only agent at a location, with `count` owners of one endpoint each. */
async function seedAgent(count: number): Promise<string[]> {
  const ownerIds = Array.from({ length: count }, (_, index) => `owner-${index}`);
  await seedProject(api.project, {
    monitors: ownerIds.map((id) => ({ id: `m-${id}`, ownerId: id, locations: ['tw'], endpoints: [id] })),
    agents: [{ id: 'tw', location: 'tw', ownerIds }],
  });
  await agents.ref(api.project.run(T0).db, 'tw').update({ ownerId: admin.uid });
  return ownerIds;
}

const assigned = async () =>
  (await assignments.collection(api.project.run(T0).db).where('agentId', '==', 'tw').get()).size;

describe.each([
  ['DELETE', ''],
  ['POST', '/registration-code'],
])('%s /agents/{id}%s', (method, path) => {
  const retire = () => api.call(admin, method, `/agents/tw${path}`);

  it('takes constant time with many owners', async () => {
    await seedAgent(150);
    await resetProxy();
    expect((await retire()).status).toBe(200);
    expect((await readProxyCounts()).calls).toBeLessThan(20);
    await expectConsistent(api.project);
    await drain(api.project.run(T0), 'tw');
    expect(await assigned()).toBe(0);
  });

  it('makes its endpoints unknown even if moving its assignments fails at first', async () => {
    const [owner = ''] = await seedAgent(1);
    const agent = new TestAgent('tw');
    await agent.reportAndDrain(api.project.run(T0), { ownerId: owner, up: [owner] });
    expect(await readEndpoint(api.project, owner)).toMatchObject({ status: 'up' });
    await resetProxy();
    await injectFault({
      fault: 'refuse',
      method: 'Commit',
      touching: `/endpoints/${owner}`,
      times: 3,
      status: PERMISSION_DENIED,
    });
    expect((await retire()).status).toBe(200);
    await drain(api.project.viaProxy(T0), 'tw');
    await resetProxy();
    expect(await assigned()).toBe(0);
    expect(await readEndpoint(api.project, owner)).toMatchObject({ status: 'up' });
    await sweep(api.project.run(T0 + 2 * MINUTE_MS));
    expect(await readEndpoint(api.project, owner)).toMatchObject({ status: 'unknown' });
  });
});
