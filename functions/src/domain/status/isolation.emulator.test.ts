import { windowId } from '@farwatch/core/documents/window';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { rollAgentHour } from '../../entry/tasks/roll-agent-hour.ts';
import { drain } from '../../entry/triggers/drain.ts';
import { agentStates, hours, monitors, verdictChanges, windows } from '../../platform/db/collections.ts';
import { injectFault, PERMISSION_DENIED, readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { newChat } from '../../testing/outbox.ts';
import { readAllNotices, readEndpoint } from '../../testing/read-documents.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';

/** One owner's invalid data does not delay another owner's alerts. */

let project: TestProject;
beforeEach(() => {
  project = newTestProject();
});
afterEach(() => project.close());

const at = (minute: number) => T0 + minute * MINUTE_MS;
const verdictChangesIn = async (state: string) =>
  (await verdictChanges.collection(project.run(T0).db).where('state', '==', state).get()).docs.flatMap(
    (doc) => verdictChanges.read(doc) ?? [],
  );

describe('a monitor that cannot be read', () => {
  const agent = () => new TestAgent('tw');
  beforeEach(async () => {
    const watched = (['ann', 'bob'] as const).flatMap((ownerId) => [
      { id: `${ownerId}shop`, ownerId, locations: ['tw' as const], endpoints: [`${ownerId}1`] },
      { id: `${ownerId}blog`, ownerId, locations: ['tw' as const], endpoints: [`${ownerId}2`] },
    ]);
    await seedProject(project, {
      owners: [{ id: 'ann' }, { id: 'bob' }, { id: 'admin', chatId: newChat() }],
      monitors: watched,
      agents: [{ id: 'tw', location: 'tw', ownerIds: ['ann', 'bob'] }],
    });
    await monitors.ref(project.run(T0).db, 'annshop').update({ createdAt: 'not a timestamp' });
  });

  async function reportBoth(reporter: TestAgent, minute: number, what: 'up' | 'down'): Promise<void> {
    const run = project.run(at(minute));
    const parts = ['ann', 'bob'].map((ownerId) =>
      reporter.buildReport(run.nowMs, { [what]: [`${ownerId}1`, `${ownerId}2`], ownerId }),
    );
    for (const part of parts) await reporter.send(run, part);
    await drain(run, 'tw');
  }
  const statuses = () =>
    Promise.all(['ann1', 'ann2', 'bob1', 'bob2'].map(async (id) => (await readEndpoint(project, id)).status));

  it('blocks neither other monitors nor later verdict changes', async () => {
    const reporter = agent();
    await reportBoth(reporter, 0, 'up');
    expect(await statuses()).toEqual(['pending', 'up', 'up', 'up']);
    await reportBoth(reporter, 1, 'down');
    expect(await statuses()).toEqual(['pending', 'down', 'down', 'down']);
    expect(await verdictChangesIn('parked')).toMatchObject([
      { parked: { ann: expect.stringContaining('createdAt') }, attempts: 1, retryAt: at(1) },
      { parked: { ann: expect.stringContaining('createdAt') }, attempts: 1, retryAt: at(2) },
    ]);
  });

  it('is retried by the sweep with backoff, and the admin is notified once a day', async () => {
    const reporter = agent();
    await reportBoth(reporter, 0, 'down');
    const tries: number[] = [];
    for (let minute = 1; minute <= 20; minute += 1) {
      await sweep(project.run(at(minute)));
      const [parked] = await verdictChangesIn('parked');
      if (parked && parked.attempts > tries.length + 1) tries.push(minute);
    }
    expect(tries).toEqual([1, 3, 7, 15]);
    expect((await readAllNotices(project)).filter(({ kind }) => kind === 'agent_stuck')).toMatchObject([
      { ownerId: 'admin', values: { agent: 'tw', locations: ['tw'] } },
    ]);
  });

  it('catches up once it is readable again', async () => {
    await reportBoth(agent(), 0, 'down');
    await monitors.ref(project.run(T0).db, 'annshop').update(monitors.toUpdate({ createdAt: T0 }));
    await sweep(project.run(at(1)));
    expect(await statuses()).toEqual(['down', 'down', 'down', 'down']);
    expect(await verdictChangesIn('parked')).toEqual([]);
  });
});

describe('one owner’s part of an agent’s data is invalid', () => {
  const reporter = () => new TestAgent('tw');
  beforeEach(async () => {
    await seedProject(project, {
      monitors: (['ann', 'bob'] as const).map((ownerId) => ({
        id: `m-${ownerId}`,
        ownerId,
        locations: ['tw' as const],
        endpoints: [`e-${ownerId}`],
      })),
      agents: [{ id: 'tw', location: 'tw', ownerIds: ['ann', 'bob'] }],
    });
  });

  async function reportForBoth(agent: TestAgent, atMs: number, what: 'up' | 'down'): Promise<void> {
    const report = agent.buildReport(atMs);
    for (const ownerId of ['ann', 'bob'])
      report.owners[ownerId] = agent.buildOwnerReport(atMs, { [what]: [`e-${ownerId}`] });
    await agent.send(project.run(atMs), report);
  }
  const statusOf = async (ownerId: string) => (await readEndpoint(project, `e-${ownerId}`)).status;
  const db = () => project.run(T0).db;

  it('in its remembered verdicts: it checks in for all, and that owner’s verdicts count as changes', async () => {
    const agent = reporter();
    await reportForBoth(agent, at(0), 'up');
    await agentStates.ref(db(), 'tw').update({ 'verdicts.ann.endpoints.e-ann': 'invalid' });
    await reportForBoth(agent, at(1), 'down');
    await drain(project.run(at(1)), 'tw');
    expect([await statusOf('ann'), await statusOf('bob')]).toEqual(['down', 'down']);
    await reportForBoth(agent, at(2), 'down');
    expect((await agentStates.ref(db(), 'tw').get()).get('seq')).toBe(3);
  });

  it('in a verdict change: the others’ parts are applied, and that one is parked', async () => {
    await reportForBoth(reporter(), at(0), 'down');
    const [verdictChange] = (await verdictChanges.collection(db()).get()).docs;
    const generation = verdictChange?.get('verdicts.ann.generation');
    await verdictChange?.ref.update({ 'verdicts.ann.generation': 'invalid' });
    await drain(project.run(at(0)), 'tw');
    expect([await statusOf('ann'), await statusOf('bob')]).toEqual(['pending', 'down']);
    expect((await verdictChange?.ref.get())?.get('parked')).toEqual({ ann: expect.stringContaining('verdicts.ann') });
    await verdictChange?.ref.update({ 'verdicts.ann.generation': generation });
    await sweep(project.run(at(1)));
    expect(await statusOf('ann')).toBe('down');
  });

  it('in a window of checks: the others’ hours are rolled up', async () => {
    await reportForBoth(reporter(), at(0), 'up');
    await windows.ref(db(), windowId('tw', T0)).update({ 'checks.ann': 'invalid' });
    await rollAgentHour(project.run(at(65)), { agentId: 'tw', hourAt: T0 });
    const found = await hours.collection(db()).get();
    expect(found.docs.map((doc) => doc.get('ownerId'))).toEqual(['bob']);
  });
});

it('a transient error parks nothing', async () => {
  await seedProject(project, {
    monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
    agents: [{ id: 'tw', location: 'tw', ownerIds: ['owner'] }],
  });
  await resetProxy();
  await injectFault({ fault: 'refuse', method: 'Commit', touching: '/monitors/', status: PERMISSION_DENIED });
  await new TestAgent('tw').report(project.run(T0), { down: ['a'] });
  await drain(project.viaProxy(T0), 'tw');
  expect((await readEndpoint(project, 'a')).status).toBe('down');
  expect(await verdictChangesIn('applied')).toHaveLength(1);
});

describe('many at once', () => {
  const OWNERS = Array.from({ length: 20 }, (_, index) => `owner${index}`);
  const EACH = Array.from({ length: 10 }, (_, index) => index);
  const LOCATIONS = ['tw', 'th', 'bd'] as const;
  const agents = () => LOCATIONS.map((id) => new TestAgent(id));

  beforeEach(async () => {
    await seedProject(project, {
      monitors: OWNERS.map((ownerId) => ({
        id: `${ownerId}m`,
        ownerId,
        locations: [...LOCATIONS],
        endpoints: EACH.map((index) => `${ownerId}e${index}`),
      })),
      agents: LOCATIONS.map((location) => ({ id: location, location, ownerIds: OWNERS })),
    });
  });

  async function all(reporter: TestAgent, atMs: number, what: 'up' | 'down'): Promise<void> {
    const run = project.run(atMs);
    const report = reporter.buildReport(atMs);
    for (const ownerId of OWNERS) {
      const part = reporter.buildOwnerReport(atMs, { [what]: EACH.map((index) => `${ownerId}e${index}`) });
      report.owners[ownerId] = part;
    }
    await reporter.send(run, report);
  }

  it('200 endpoints of 20 owners fail at all three locations together: seconds from the check-in to the last status', async () => {
    const three = agents();
    for (const each of three) await all(each, T0, 'up');
    await Promise.all(three.map(({ id }) => drain(project.run(T0), id)));
    for (const each of three) await all(each, at(1), 'down');
    const startedMs = performance.now();
    await Promise.all(three.map(({ id }) => drain(project.run(at(1)), id)));
    const tookMs = Math.round(performance.now() - startedMs);
    console.log(`200 endpoints of 20 owners, three locations: ${tookMs} ms from the check-in to the last status`);
    expect(await verdictChangesIn('parked')).toEqual([]);
    const ids = OWNERS.flatMap((ownerId) => EACH.map((index) => `${ownerId}e${index}`));
    const found = await Promise.all(ids.map((id) => readEndpoint(project, id)));
    expect(found.filter(({ status }) => status === 'down')).toHaveLength(200);
    expect(found.every(({ votes }) => Object.values(votes).every((vote) => !vote.up))).toBe(true);
  });

  it('nine drains of one agent cost little more than one', async () => {
    const [tw] = agents();
    if (!tw) throw new Error('no agent');
    const costOf = async (minute: number, what: 'up' | 'down', drains: number) => {
      await all(tw, at(minute), what);
      await resetProxy();
      await Promise.all(Array.from({ length: drains }, () => drain(project.viaProxy(at(minute)), 'tw')));
      const { reads, writes } = await readProxyCounts();
      expect(await verdictChangesIn('new')).toEqual([]);
      return reads + writes;
    };
    await costOf(0, 'up', 1);
    const one = await costOf(1, 'down', 1);
    const nine = await costOf(2, 'up', 9);
    console.log(`One drain ${one} documents, nine at once ${nine}`);
    expect(nine).toBeLessThan(1.5 * one);
  });
});
