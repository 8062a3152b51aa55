import { DEVICE } from '@farwatch/core/testing/samples';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { type SeedMonitor, seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';

const PER_OWNER = 200;
const ROUNDS = 9;

let project: TestProject;
beforeAll(() => {
  project = newTestProject();
});
afterAll(() => project.close());

/** Seeds monitors of at most two hundred endpoints, each with its own owner, all assigned to one agent. */
async function seedMonitors(agentId: string, endpoints: number): Promise<SeedMonitor[]> {
  const watched = Array.from({ length: Math.ceil(endpoints / PER_OWNER) }, (_, owner): SeedMonitor => {
    const size = Math.min(PER_OWNER, endpoints - owner * PER_OWNER);
    const ids = Array.from({ length: size }, (_, index) => `${agentId}-${owner}-${index}-endpoint`);
    return { id: `${agentId}-${owner}`, ownerId: `${agentId}-owner-${owner}`, locations: ['tw'], endpoints: ids };
  });
  const ownerIds = watched.map(({ ownerId = '' }) => ownerId);
  await seedProject(project, { monitors: watched, agents: [{ id: agentId, location: 'tw', ownerIds }] });
  return watched;
}

/** One report with a check of every endpoint. */
function reportOn(agent: TestAgent, watched: SeedMonitor[], atMs: number) {
  const report = agent.buildReport(atMs);
  for (const { ownerId, endpoints } of watched) {
    Object.assign(report.owners, ownerReportOf(agent, atMs, endpoints, ownerId));
  }
  return report;
}

function ownerReportOf(agent: TestAgent, atMs: number, up: string[], ownerId = '') {
  return new TestAgent(agent.id).buildReport(atMs, { up, ownerId }).owners;
}

it.each([1, 2000])('a steady check-in of %i endpoints is at most one read and three writes', async (endpoints) => {
  const agent = new TestAgent(`agent${endpoints}`);
  const watched = await seedMonitors(agent.id, endpoints);
  await agent.send(project.run(T0), reportOn(agent, watched, T0));

  const tookMs: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const atMs = T0 + round * 2 * MINUTE_MS;
    const report = reportOn(agent, watched, atMs);
    await resetProxy();
    const start = performance.now();
    expect(await agent.send(project.viaProxy(atMs), report)).toMatchObject({ applied: true });
    tookMs.push(performance.now() - start);
    const { reads, writes, deletes } = await readProxyCounts();
    expect(reads).toBeLessThanOrEqual(1);
    expect(writes).toBeLessThanOrEqual(3);
    expect(deletes).toBe(0);
    if (round === ROUNDS) console.log(costLine(endpoints, reads, writes, tookMs));
  }
});

function costLine(endpoints: number, reads: number, writes: number, tookMs: number[]): string {
  const median = [...tookMs].sort((a, b) => a - b)[Math.floor(tookMs.length / 2)] ?? 0;
  return `steady check-in, ${endpoints} endpoints: ${reads} read, ${writes} writes, ${median.toFixed(0)} ms (median of ${tookMs.length})`;
}

it('a check-in with a verdict change costs one more write', async () => {
  const agent = new TestAgent('changing');
  const [watched] = await seedMonitors(agent.id, 3);
  const [first = '', ...rest] = watched?.endpoints ?? [];
  const ownerId = watched?.ownerId ?? '';
  await agent.report(project.run(T0), { up: [first, ...rest], ownerId });
  await resetProxy();
  await agent.report(project.viaProxy(T0 + MINUTE_MS), { down: [first], up: rest, ownerId });
  expect(await readProxyCounts()).toMatchObject({ reads: 1, writes: 4, deletes: 0 });
});

it('offers the newest version only to older agents, at the same cost', async () => {
  const newest = { version: '2.0.0', sha256: 'a'.repeat(64), releasedAt: T0 };
  const agent = new TestAgent('behind');
  const [watched] = await seedMonitors(agent.id, 1);
  const send = async (appVersion: string, round: number) => {
    const atMs = T0 + round * 2 * MINUTE_MS;
    const report = { ...reportOn(agent, watched ? [watched] : [], atMs), device: { ...DEVICE, appVersion } };
    await resetProxy();
    return { answer: await agent.send(project.viaProxy(atMs), report, newest), cost: await readProxyCounts() };
  };
  await send('1.0.0', 0);
  const { answer, cost } = await send('1.0.0', 1);
  expect(answer.newest).toEqual(newest);
  expect(cost).toMatchObject({ reads: 1, writes: 3, deletes: 0 });
  for (const [index, version] of ['2.0.0', '2.0.1', 'dev'].entries()) {
    expect((await send(version, 2 + index)).answer).not.toHaveProperty('newest');
  }
});
