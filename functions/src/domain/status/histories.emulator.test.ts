import { verdictChangeId } from '@farwatch/core/documents/verdict-change';
import { DRAIN } from '@farwatch/core/values/limits';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { drain } from '../../entry/triggers/drain.ts';
import { verdictChanges } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { comparableDocuments, type Documents } from '../../testing/documents.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { faultsLeft, holdNext, injectFault, PERMISSION_DENIED, resetProxy } from '../../testing/firestore-proxy.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { type Seen, TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { applyVerdictChange } from './apply-verdict-change.ts';

/** The same reports result in the same documents, whatever fails on the way. */

const ALL = ['a', 'b', 'c'];
const STEPS: { from: 'tw' | 'th'; afterMs: number; seen: Seen }[] = [
  { from: 'tw', afterMs: 0, seen: { up: ALL } },
  { from: 'th', afterMs: 5 * SECOND_MS, seen: { up: ALL } },
  { from: 'tw', afterMs: MINUTE_MS, seen: { down: ['a'], up: ['b'] } },
  { from: 'tw', afterMs: 70 * SECOND_MS, seen: { down: ['b'] } },
  { from: 'th', afterMs: 80 * SECOND_MS, seen: { down: ['a', 'b'] } },
  { from: 'th', afterMs: 90 * SECOND_MS, seen: { up: ['b'] } },
  { from: 'tw', afterMs: 2 * MINUTE_MS, seen: { up: ['b'] } },
  { from: 'tw', afterMs: 3 * MINUTE_MS, seen: { up: ALL } },
  { from: 'th', afterMs: 3.5 * MINUTE_MS, seen: { up: ALL } },
];

type Agents = Record<'tw' | 'th', TestAgent>;

async function newSeededProject(): Promise<{ project: TestProject; agents: Agents }> {
  const project = newTestProject();
  await seedProject(project, {
    owners: [{ id: 'owner', chatId: '5' }],
    monitors: [{ id: 'shop', locations: ['tw', 'th'], endpoints: ALL }],
    agents: [
      { id: 'tw', location: 'tw', ownerIds: ['owner'] },
      { id: 'th', location: 'th', ownerIds: ['owner'] },
    ],
  });
  return { project, agents: { tw: new TestAgent('tw'), th: new TestAgent('th') } };
}

let expected: Documents;
let project: TestProject;
let agents: Agents;

beforeAll(async () => {
  ({ project, agents } = await newSeededProject());
  await eachStep(async (agent, run, seen) => {
    await agent.reportAndDrain(run, seen);
  });
  expected = await comparableDocuments(project);
});
afterEach(() => expectConsistent(project).finally(() => project.close()));

async function eachStep(take: (agent: TestAgent, run: Run, seen: Seen) => Promise<unknown>): Promise<void> {
  for (const { from, afterMs, seen } of STEPS) await take(agents[from], project.run(T0 + afterMs), seen);
}

it('once and in order, as the reference for all other histories', () => {
  const paths = Object.keys(expected);
  const countOf = (prefix: string) => paths.filter((path) => path.startsWith(prefix)).length;
  expect(countOf('verdictChanges/')).toBe(STEPS.length);
  expect(countOf('incidents/')).toBe(2);
  expect(countOf('endpoints/')).toBe(3 + 3 + 2 * 2);
  expect(expected['monitors/shop']).toMatchObject({ endpoints: { a: { status: 'up' }, b: { status: 'up' } } });
});

type History = [name: string, (agent: TestAgent, run: Run, seen: Seen) => Promise<unknown>];
const histories: History[] = [
  [
    'every check-in sent twice',
    async (agent, run, seen) => {
      const report = agent.buildReport(run.nowMs, seen);
      expect(await agent.send(run, report)).toMatchObject({ applied: true });
      expect(await agent.send(run, report)).toMatchObject({ applied: false });
      await drain(run, agent.id);
    },
  ],
  [
    'every check-in sent twice at the same time',
    async (agent, run, seen) => {
      const report = agent.buildReport(run.nowMs, seen);
      const answers = await Promise.all([agent.send(run, report), agent.send(run, report)]);
      expect(answers.map((answer) => answer.applied).sort()).toEqual([false, true]);
      await drain(run, agent.id);
    },
  ],
  [
    'every check-in interrupted before its commit, and sent again',
    async (agent, run, seen) => {
      const report = agent.buildReport(run.nowMs, seen);
      await injectFault({ fault: 'refuse', method: 'Commit', touching: '/agentStates/', status: PERMISSION_DENIED });
      await expect(agent.send(project.viaProxy(run.nowMs), report)).rejects.toThrow('refuse Commit');
      expect(await agent.send(run, report)).toMatchObject({ applied: true });
      await drain(run, agent.id);
    },
  ],
  [
    'the answer to every check-in’s commit lost',
    async (agent, run, seen) => {
      await injectFault({ fault: 'lose', method: 'Commit', touching: '/agentStates/' });
      expect(await agent.report(project.viaProxy(run.nowMs), seen)).toMatchObject({ seq: expect.any(Number) });
      await drain(run, agent.id);
    },
  ],
  [
    'the answer to every transaction on a monitor lost',
    async (agent, run, seen) => {
      await agent.report(run, seen);
      await injectFault({ fault: 'lose', method: 'Commit', touching: '/monitors/' });
      // The client repeats the commit, but Firestore no longer knows the transaction, so the monitor is processed
      // again.
      await drain(project.viaProxy(run.nowMs), agent.id);
    },
  ],
  [
    'every drain dies before it releases its lease, and the next sweep continues',
    async (agent, run, seen) => {
      await agent.report(run, seen);
      const held = await holdNext('/verdictChanges/');
      const dead = drain(project.viaProxy(run.nowMs), agent.id);
      await held.arrived();
      await sweep(project.run(run.nowMs + DRAIN.leaseMs + SECOND_MS));
      await held.release();
      await dead;
    },
  ],
  [
    'every drain interrupted before it marks what it applied',
    async (agent, run, seen) => {
      await agent.report(run, seen);
      await injectFault({ fault: 'refuse', method: 'Commit', touching: '/verdictChanges/', status: PERMISSION_DENIED });
      await expect(drain(project.viaProxy(run.nowMs), agent.id)).rejects.toThrow('refuse Commit');
      await drain(run, agent.id);
    },
  ],
  [
    'every verdict change delivered twice in sequence',
    async (agent, run, seen) => {
      await agent.reportAndDrain(run, seen);
      await drain(run, agent.id);
    },
  ],
  [
    'verdict changes delivered twice at the same time',
    async (agent, run, seen) => {
      await agent.report(run, seen);
      // Only once, when one incident opens and another widens: contention takes the emulator seconds.
      const isContended = run.nowMs === T0 + 80 * SECOND_MS;
      await Promise.all([drain(run, agent.id), isContended && drain(run, agent.id)]);
    },
  ],
  [
    'no verdict change delivered: the sweep finds them',
    async (agent, run, seen) => {
      await agent.report(run, seen);
      await sweep(project.run(run.nowMs + 6 * SECOND_MS));
    },
  ],
  [
    'an old drain continues with what it has read',
    async (agent, run, seen) => {
      await agent.reportAndDrain(run, seen);
      for (let agentSeq = 1; agentSeq < STEPS.length; agentSeq += 1)
        await applyAgain(run, verdictChangeId(agent.id, agentSeq));
    },
  ],
];

it.each(histories)('%s', async (_, take) => {
  ({ project, agents } = await newSeededProject());
  await resetProxy();
  await eachStep(take);
  expect(await faultsLeft()).toEqual([]);
  expect(await comparableDocuments(project)).toEqual(expected);
});

async function applyAgain(run: Run, id: string): Promise<void> {
  const verdictChange = verdictChanges.read(await verdictChanges.ref(run.db, id).get());
  if (verdictChange) await applyVerdictChange(run, verdictChange);
}

it.each([
  ['in order', [0, 1]],
  ['in reverse order', [1, 0]],
] as const)('two parallel check-ins of one agent, arriving %s', async (_, order) => {
  ({ project, agents } = await newSeededProject());
  for (let step = 0; step < STEPS.length; step += 1) {
    const [first, second] = STEPS.slice(step);
    const together = first && second?.from === first.from ? [first, second] : first ? [first] : [];
    const reports = together.map(({ from, afterMs, seen }) => {
      return {
        run: project.run(T0 + afterMs),
        agent: agents[from],
        report: agents[from].buildReport(T0 + afterMs, seen),
      };
    });
    const sent = order.flatMap((index) => reports[index] ?? []);
    await Promise.all(sent.map(({ agent, run, report }) => agent.sendUntilAccepted(run, report)));
    for (const { agent, run } of reports.slice(-1)) await drain(run, agent.id);
    step += reports.length - 1;
  }
  expect(await comparableDocuments(project)).toEqual(expected);
});

it('triggers out of order: each drain applies all waiting verdict changes', async () => {
  ({ project, agents } = await newSeededProject());
  for (const [index, { from, afterMs, seen }] of STEPS.entries()) {
    const run = project.run(T0 + afterMs);
    await agents[from].report(run, seen);
    if (STEPS[index + 1]?.from === from) continue;
    await drain(run, from);
    await drain(run, from);
  }
  expect(await comparableDocuments(project)).toEqual(expected);
});
