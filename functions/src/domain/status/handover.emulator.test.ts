import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { agentStates, agents, verdictChanges } from '../../platform/db/collections.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { readAllIncidents, readAssignment, readEndpoint } from '../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { type Seen, TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { moveAssignments } from '../agents/move-assignments.ts';
import { rebalance } from './rebalance.ts';

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

describe('an agent that abstains', () => {
  it('keeps its assignment; its votes do not count until it stops abstaining', async () => {
    await seedProject(project, {
      monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
      agents: [
        { id: 'first', location: 'tw', ownerIds: [OWNER] },
        { id: 'second', location: 'tw' },
      ],
    });
    const agent = new TestAgent('first');
    await reportAndDrain(agent, T0, { up: ['a'] });
    await reportAndDrain(agent, minutes(2), { abstaining: true });
    expect(await statusOf('a')).toBe('unknown');
    expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'first', generation: 1, live: false });
    await reportAndDrain(agent, minutes(4), { abstaining: true });
    expect((await verdictChanges.collection(project.run(T0).db).get()).size).toBe(2);
    await reportAndDrain(agent, minutes(6));
    expect(await statusOf('a')).toBe('up');
    expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'first', live: true });
  });

  it('hands over to a healthy agent after five minutes, and keeps everything if there is none', async () => {
    await seedProject(project, {
      monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
      agents: [
        { id: 'first', location: 'tw', ownerIds: [OWNER] },
        { id: 'second', location: 'tw' },
      ],
    });
    const [first, second] = [new TestAgent('first'), new TestAgent('second')];
    await reportAndDrain(first, T0, { up: ['a'] });
    for (const minute of [2, 4, 6]) {
      await reportAndDrain(first, minutes(minute), { abstaining: true });
      await reportAndDrain(second, minutes(minute), { abstaining: minute < 6 });
      await sweep(project.run(minutes(minute) + 30 * SECOND_MS));
      expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'first', generation: 1, live: false });
    }
    const { db } = project.run(T0);
    expect(agents.read(await agents.ref(db, 'first').get())?.abstainingSince).toBe(minutes(2));
    expect(agentStates.read(await agentStates.ref(db, 'first').get())?.abstainingSince).toBe(minutes(2));
    await sweep(project.run(minutes(7)));
    expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'second', generation: 2, live: true });
    await reportAndDrain(second, minutes(8), { up: ['a'], generation: 2 });
    expect(await statusOf('a')).toBe('up');
    await reportAndDrain(first, minutes(8));
    expect(agents.read(await agents.ref(db, 'first').get())?.abstainingSince).toBeNull();
    expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'second', generation: 2, live: true });
  });

  it('gets an unassigned assignment, but its votes do not count', async () => {
    await seedProject(project, {
      monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
      agents: [{ id: 'tw', location: 'tw' }],
    });
    const agent = new TestAgent('tw');
    await reportAndDrain(agent, T0, { abstaining: true });
    await sweep(project.run(T0 + MINUTE_MS));
    expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'tw', generation: 2, live: false });
    await reportAndDrain(agent, minutes(2), { up: ['a'], generation: 2 });
    expect(await readEndpoint(project, 'a')).toMatchObject({ status: 'up', votes: { tw: { up: true } } });
  });
});

describe('a live agent hands over to another live agent', () => {
  let bd: TestAgent;
  let spare: TestAgent;
  beforeEach(async () => {
    [bd, spare] = [new TestAgent('bd'), new TestAgent('spare')];
    await seedProject(project, {
      owners: [{ id: OWNER, chatId: '9' }],
      monitors: [{ id: 'shop', locations: ['tw', 'bd'], endpoints: ['a'] }],
      agents: [
        { id: 'tw', location: 'tw', ownerIds: [OWNER] },
        { id: 'bd', location: 'bd', ownerIds: [OWNER] },
        { id: 'spare', location: 'tw' },
      ],
    });
    await reportAndDrain(new TestAgent('tw'), T0, { up: ['a'] });
  });

  it('raises no alarm by the other location’s down vote alone, and counts the new agent’s verdict', async () => {
    await reportAndDrain(bd, T0, { down: ['a'] });
    await agents.ref(project.run(T0).db, 'tw').update({ registered: false });
    await rebalance(project.run(T0 + SECOND_MS), 'tw');
    expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'spare', generation: 2, live: true });
    expect(await readEndpoint(project, 'a')).toMatchObject({ status: 'up' });
    expect(await readAllIncidents(project)).toMatchObject([{ severity: 'minor', downLocations: ['bd'] }]);
    await reportAndDrain(spare, T0 + 3 * SECOND_MS, { up: ['a'], generation: 2 });
    expect(await readEndpoint(project, 'a')).toMatchObject({
      status: 'up',
      votes: { tw: { generation: 2, up: true } },
    });
  });

  it('counts the previous agent’s vote until the new one’s first verdict, so one location down is no outage', async () => {
    await reportAndDrain(bd, T0, { up: ['a'] });
    await agents.ref(project.run(T0).db, 'tw').update({ registered: false });
    await rebalance(project.run(T0 + SECOND_MS), 'tw');
    await reportAndDrain(bd, T0 + 2 * SECOND_MS, { down: ['a'] });
    expect(await readEndpoint(project, 'a')).toMatchObject({ status: 'up' });
    await reportAndDrain(spare, T0 + 3 * SECOND_MS, { up: ['a'], generation: 2 });
    expect(await readEndpoint(project, 'a')).toMatchObject({
      status: 'up',
      votes: { tw: { generation: 2 }, bd: { up: false } },
    });
    expect(await readAllIncidents(project)).toMatchObject([{ severity: 'minor', outage: null, downLocations: ['bd'] }]);
    await reportAndDrain(spare, T0 + 6 * SECOND_MS, { down: ['a'], generation: 2 });
    expect(await readEndpoint(project, 'a')).toMatchObject({ status: 'down' });
  });

  it('assigns nothing to an agent that is no longer registered', async () => {
    await agents.ref(project.run(T0).db, 'spare').update({ registered: false });
    expect(await moveAssignments(project.run(T0), { from: 'tw', to: 'spare' }, [`tw_${OWNER}`])).toEqual([]);
    expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: 'tw', generation: 1 });
  });
});
