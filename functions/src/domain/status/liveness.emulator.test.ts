import { verdictChangeId } from '@farwatch/core/documents/verdict-change';
import { DEVICE } from '@farwatch/core/testing/samples';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerAgent } from '../../entry/callables/register-agent.ts';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { drain } from '../../entry/triggers/drain.ts';
import { agentStates, agents, registrations, verdictChanges } from '../../platform/db/collections.ts';
import { comparableDocuments } from '../../testing/documents.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { faultsLeft, injectFault, PERMISSION_DENIED, resetProxy } from '../../testing/firestore-proxy.ts';
import { loseAgent } from '../../testing/lose-agent.ts';
import { readAllIncidents, readAssignment, readEndpoint } from '../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { type Seen, TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { newCode } from '../agents/codes.ts';
import { applyVerdictChange } from './apply-verdict-change.ts';

let project: TestProject;
beforeEach(() => {
  project = newTestProject();
});
afterEach(() => expectConsistent(project).finally(() => project.close()));

/** Reports and applies the verdict changes, as the trigger does. */
async function reportAndDrain(agent: TestAgent, atMs: number, seen: Seen = {}): Promise<void> {
  await agent.reportAndDrain(project.run(atMs), seen);
}

const statusOf = async (id: string) => (await readEndpoint(project, id)).status;
const minutes = (count: number) => T0 + count * MINUTE_MS;

describe('an agent falls silent while another at its location is active', () => {
  let first: TestAgent;
  let second: TestAgent;
  let unknownAt: number | null;

  beforeEach(async () => {
    [first, second] = [new TestAgent('first'), new TestAgent('second')];
    await seedProject(project, {
      owners: [{ id: OWNER, chatId: '9' }],
      monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a', 'b'] }],
      agents: [
        { id: 'first', location: 'tw', ownerIds: [OWNER] },
        { id: 'second', location: 'tw' },
      ],
    });
    unknownAt = null;
  });

  /** Sweeps half a minute after each full minute, while the second agent keeps reporting. */
  async function pass(fromMinute: number, toMinute: number): Promise<void> {
    for (let minute = fromMinute; minute <= toMinute; minute += 1) {
      if (minute % 2 === 0) await reportAndDrain(second, minutes(minute));
      const sweptAt = minutes(minute) + 30 * SECOND_MS;
      await sweep(project.run(sweptAt));
      if (unknownAt === null && (await statusOf('a')) === 'unknown') unknownAt = sweptAt;
    }
  }

  it('stops counting its votes within six minutes; the other takes over and detects an outage', async () => {
    await reportAndDrain(first, T0, { up: ['a', 'b'] });
    await pass(0, 4);
    expect(await statusOf('a')).toBe('up');
    expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'first', generation: 1, live: true });
    await pass(5, 7);
    expect(unknownAt).not.toBeNull();
    expect((unknownAt ?? 0) - T0).toBeLessThanOrEqual(6 * MINUTE_MS);
    expect(await statusOf('b')).toBe('unknown');
    expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'second', generation: 2, live: true });
    const { db } = project.run(T0);
    const documents = await Promise.all(['first', 'second'].map((id) => agents.ref(db, id).get()));
    expect(documents.map((doc) => doc.get('endpointCount'))).toEqual([0, 2]);

    await reportAndDrain(second, minutes(8), { down: ['a'], up: ['b'], generation: 2 });
    expect([await statusOf('a'), await statusOf('b')]).toEqual(['down', 'up']);
    expect(await readAllIncidents(project)).toMatchObject([
      { endpointId: 'a', status: 'active', severity: 'critical' },
    ]);
  });

  it('takes nothing back when it returns, and its old verdicts do not count', async () => {
    await reportAndDrain(first, T0, { up: ['a', 'b'] });
    await pass(0, 7);
    await reportAndDrain(second, minutes(8), { up: ['a', 'b'], generation: 2 });
    await reportAndDrain(first, minutes(8) + SECOND_MS, { down: ['a', 'b'] });
    expect([await statusOf('a'), await statusOf('b')]).toEqual(['up', 'up']);
    expect(await readAllIncidents(project)).toEqual([]);
    expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'second', generation: 2, live: true });
  });
});

describe('the only agent at its location falls silent', () => {
  let agent: TestAgent;
  beforeEach(async () => {
    agent = new TestAgent('tw');
    await seedProject(project, {
      owners: [{ id: OWNER, chatId: '9' }],
      monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a', 'b'] }],
      agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
    });
    await reportAndDrain(agent, T0, { down: ['a'], up: ['b'] });
  });

  it('keeps its assignment and the open incident; its votes count again when it returns', async () => {
    await sweep(project.run(minutes(5)));
    expect(await readAssignment(project, 'tw')).toMatchObject({ live: true });
    await sweep(project.run(minutes(6)));
    expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'tw', generation: 1, live: false });
    expect([await statusOf('a'), await statusOf('b')]).toEqual(['unknown', 'unknown']);
    expect(await readAllIncidents(project)).toMatchObject([{ status: 'active', downLocations: ['tw'] }]);
    await sweep(project.run(minutes(7)));
    expect((await verdictChanges.collection(project.run(T0).db).get()).size).toBe(2);

    await reportAndDrain(agent, minutes(20));
    expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'tw', generation: 1, live: true });
    expect([await statusOf('a'), await statusOf('b')]).toEqual(['unknown', 'up']);
    await reportAndDrain(agent, minutes(21), { down: ['a'], up: ['b'] });
    expect([await statusOf('a'), await statusOf('b')]).toEqual(['down', 'up']);
    expect(await readAllIncidents(project)).toMatchObject([{ status: 'active', outage: { number: 1 } }]);

    await reportAndDrain(agent, minutes(22), { up: ['a', 'b'] });
    expect(await readAllIncidents(project)).toMatchObject([{ status: 'resolved' }]);
  });

  it('returns with different verdicts', async () => {
    await sweep(project.run(minutes(6)));
    await reportAndDrain(agent, minutes(20), { up: ['a'], down: ['b'] });
    expect([await statusOf('a'), await statusOf('b')]).toEqual(['up', 'down']);
    const incidents = await readAllIncidents(project);
    expect(incidents.map(({ endpointId, status }) => [endpointId, status])).toEqual([
      ['a', 'resolved'],
      ['b', 'active'],
    ]);
  });

  it('is registered by another device while it still has its assignment', async () => {
    await sweep(project.run(minutes(6)));
    const { db } = project.run(T0);
    const { code, codeHash } = newCode('tw');
    const registration = { code, codeHash, expiresAt: minutes(60), usedAt: null, usedByKey: null };
    await registrations.ref(db, 'registration', 'tw').create(registrations.toDocument(registration));
    await registerAgent(project.run(minutes(7)), { code, publicKey: 'k'.repeat(44), device: DEVICE });
    await reportAndDrain(new TestAgent('tw', 'another-spool'), minutes(8), { up: ['a'] });
    expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'tw', live: true });
    expect([await statusOf('a'), await statusOf('b')]).toEqual(['up', 'up']);
  });
});

describe('an agent falls silent before an outage that another location detects', () => {
  let tw: TestAgent;
  let th: TestAgent;
  beforeEach(async () => {
    [tw, th] = [new TestAgent('tw'), new TestAgent('th')];
    await seedProject(project, {
      owners: [{ id: OWNER, chatId: '9', severity: 'high' }],
      monitors: [{ id: 'shop', locations: ['tw', 'th'], endpoints: ['a', 'b'] }],
      agents: [
        { id: 'tw', location: 'tw', ownerIds: [OWNER] },
        { id: 'th', location: 'th', ownerIds: [OWNER] },
      ],
    });
  });

  it.each([
    { verdict: 'down' as const, status: 'down' },
    { verdict: 'up' as const, status: 'up' },
  ])('rechecks when it returns, and only the new verdict decides: $verdict', async ({ verdict, status }) => {
    for (const agent of [tw, th]) await reportAndDrain(agent, T0, { up: ['a', 'b'] });
    await reportAndDrain(tw, minutes(4));
    await loseAgent(project.run(minutes(6)), 'th');
    await drain(project.run(minutes(6)), 'th');
    await reportAndDrain(tw, minutes(7), { down: ['a'] });
    expect(await statusOf('a')).toBe('down');

    await reportAndDrain(th, minutes(20));
    expect(await readAssignment(project, 'th')).toMatchObject({ live: true });
    expect([await statusOf('a'), await statusOf('b')]).toEqual(['down', 'up']);
    const command = await project.run(T0).db.doc('commands/th').get();
    expect(Object.keys(command.get('checkNow'))).toEqual(['a']);
    // A check from before the outage that was spooled on its disk.
    await th.send(project.run(minutes(20) + SECOND_MS), th.buildReport(minutes(12), { up: ['a'] }));
    await drain(project.run(minutes(20) + SECOND_MS), 'th');
    expect(await statusOf('a')).toBe('down');
    await reportAndDrain(th, minutes(20) + 2 * SECOND_MS, { [verdict]: ['a'] });
    expect(await statusOf('a')).toBe(status);
  });
});

it('raises no alarm by an old down verdict of an agent that returns with an up verdict', async () => {
  await seedProject(project, {
    owners: [{ id: OWNER, chatId: '9', severity: 'high' }],
    monitors: [{ id: 'shop', locations: ['tw', 'th', 'bd'], endpoints: ['a'] }],
    agents: (['tw', 'th', 'bd'] as const).map((location) => ({ id: location, location, ownerIds: [OWNER] })),
  });
  const [tw, th, bd] = [new TestAgent('tw'), new TestAgent('th'), new TestAgent('bd')];
  for (const each of [tw, th, bd]) await reportAndDrain(each, T0, { up: ['a'] });
  await reportAndDrain(tw, minutes(1), { down: ['a'] });
  for (const each of [th, bd]) await reportAndDrain(each, minutes(5), {});
  await sweep(project.run(minutes(7)));
  expect(await readAssignment(project, 'tw')).toMatchObject({ live: false });
  await reportAndDrain(th, minutes(8), { down: ['a'] });
  expect(await readAllIncidents(project)).toMatchObject([{ severity: 'minor', downLocations: ['tw', 'th'] }]);

  await reportAndDrain(tw, minutes(9), { up: ['a'] });
  expect(await statusOf('a')).toBe('up');
  expect(await readAllIncidents(project)).toMatchObject([
    { severity: 'minor', downLocations: ['th'], peakSeverity: 'minor' },
  ]);
});

describe('liveness changes applied in the wrong order', () => {
  beforeEach(async () => {
    await seedProject(project, {
      monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
      agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
    });
  });

  it('does not undo a newer return by an old loss', async () => {
    const agent = new TestAgent('tw');
    await reportAndDrain(agent, T0, { up: ['a'] });
    await resetProxy();
    await injectFault({
      fault: 'refuse',
      method: 'Commit',
      touching: '/assignments/',
      status: PERMISSION_DENIED,
      times: 2,
    });
    await loseAgent(project.viaProxy(minutes(6)), 'tw');
    expect(await verdictChangeOf(2)).toMatchObject({
      state: 'parked',
      parked: { [OWNER]: expect.stringContaining('refuse Commit') },
    });
    await agent.report(project.run(minutes(6) + SECOND_MS), {});
    const [lost, live] = await Promise.all([2, 3].map((agentSeq) => verdictChangeOf(agentSeq)));
    expect([lost?.liveness, live?.liveness]).toEqual(['lost', 'live']);
    const run = project.run(minutes(7));
    if (live && lost) {
      await applyVerdictChange(run, live);
      await applyVerdictChange(run, lost);
    }
    expect(await readAssignment(project, 'tw')).toMatchObject({ live: true, liveSeq: 3 });
    expect(await statusOf('a')).toBe('up');
    await drain(run, 'tw');
    expect(await readAssignment(project, 'tw')).toMatchObject({ live: true, liveSeq: 3 });
    expect(await statusOf('a')).toBe('up');
  });

  it('handles a loss that is declared while a report arrives', async () => {
    const agent = new TestAgent('tw');
    await reportAndDrain(agent, T0, { up: ['a'] });
    const run = project.run(minutes(6));
    await Promise.all([loseAgent(run, 'tw'), agent.report(run, { up: ['a'] })]);
    await drain(run, 'tw');
    const [state, agentDoc] = [await agentStates.ref(run.db, 'tw').get(), await agents.ref(run.db, 'tw').get()];
    expect([state.get('lost'), agentDoc.get('lost')]).toEqual([false, false]);
    expect(await readAssignment(project, 'tw')).toMatchObject({ live: true });
    expect(await statusOf('a')).toBe('up');
  });

  async function verdictChangeOf(agentSeq: number) {
    return verdictChanges.read(await verdictChanges.ref(project.run(T0).db, verdictChangeId('tw', agentSeq)).get());
  }
});

it.each([
  ['declares the loss', '/agentStates/'],
  ['ends the assignment’s liveness', '/assignments/'],
  ['makes the endpoints unknown', '/monitors/'],
])('ends in the same documents if the answer to the commit is lost that %s', async (_, touching) => {
  const plain = newTestProject();
  const faulty = project;
  for (const each of [plain, faulty]) {
    project = each;
    await seedProject(each, {
      monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
      agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
    });
    await reportAndDrain(new TestAgent('tw'), T0, { up: ['a'] });
  }
  await resetProxy();
  await sweep(plain.run(minutes(6)));
  await injectFault({ fault: 'lose', method: 'Commit', touching });
  await sweep(faulty.viaProxy(minutes(6))).catch(() => undefined);
  expect(await faultsLeft()).toEqual([]);
  for (const each of [plain, faulty]) await sweep(each.run(minutes(7)));
  expect(await comparableDocuments(faulty)).toEqual(await comparableDocuments(plain));
  expect(await statusOf('a')).toBe('unknown');
  await plain.close();
});
