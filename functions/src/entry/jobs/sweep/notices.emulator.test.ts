import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { NoticeKind } from '@farwatch/core/documents/message';
import { AGENT } from '@farwatch/core/values/limits';
import type { AgentLocation } from '@farwatch/core/values/locations';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agents as agentCollection, endpoints, notifications } from '../../../platform/db/collections.ts';
import { expectConsistent } from '../../../testing/expect-consistent.ts';
import { newChat } from '../../../testing/outbox.ts';
import { readAllIncidents, readAllNotices, readAssignment, readEndpoint } from '../../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../../testing/seed-project.ts';
import { TestAgent } from '../../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../../testing/test-project.ts';
import { sweep } from './sweep.ts';

/** Notices to owners and admins about agents and coverage gaps. */

const LOCATIONS = ['tw', 'th', 'bd'] as const;
let project: TestProject;
let agents: Record<AgentLocation, TestAgent>;

beforeEach(() => {
  project = newTestProject();
  agents = { tw: new TestAgent('tw'), th: new TestAgent('th'), bd: new TestAgent('bd') };
});
afterEach(() => project.close());

const at = (minute: number) => T0 + minute * MINUTE_MS;

async function seedMonitorAt(
  locations: readonly AgentLocation[],
  severity: 'high' | 'critical' = 'high',
): Promise<void> {
  await seedProject(project, {
    owners: [
      { id: OWNER, chatId: newChat(), severity: 'high' },
      { id: 'admin', chatId: newChat() },
    ],
    monitors: [{ id: 'shop', locations: [...locations], endpoints: ['a', 'b'] }],
    agents: LOCATIONS.map((location) => ({
      id: location,
      location,
      ownerIds: locations.includes(location) ? [OWNER] : [],
    })),
  });
  await notifications.ref(project.run(T0).db, 'notifications', OWNER).update({ 'thresholds.severity': severity });
}

async function reportAndDrain(
  minute: number,
  from: AgentLocation,
  seen: { up?: string[]; down?: string[]; abstaining?: boolean } = {},
) {
  await agents[from].reportAndDrain(project.run(at(minute)), seen);
}

/** Gives a seeded endpoint a coverage gap since T0 without a notice. */
async function putWithoutData(id: string, changes: Partial<Endpoint> = {}): Promise<void> {
  const gap = { status: 'pending', since: T0, coverageGap: 'none' } as const;
  const endpoint = { ...gap, coverageDueAt: T0 + AGENT.notifyAfterMs, ...changes };
  await endpoints.ref(project.run(T0).db, id).update(endpoints.toUpdate(endpoint));
}

/** Sweeps half a minute after each full minute; the given agents report every second minute. */
async function pass(from: number, to: number, reporting: readonly AgentLocation[] = []): Promise<void> {
  for (let minute = from; minute <= to; minute += 1) {
    if (minute % 2 === 0) for (const each of reporting) await reportAndDrain(minute, each);
    await sweep(project.run(at(minute) + 30 * SECOND_MS));
  }
}

const noticesOfKinds = async (...kinds: NoticeKind[]) =>
  (await readAllNotices(project)).filter(({ kind }) => kinds.includes(kind));
const lostAgents = async () =>
  (await agentCollection.collection(project.run(T0).db).where('lost', '==', true).get()).docs
    .map((doc) => doc.id)
    .sort();

describe('Farwatch itself is down for six minutes', () => {
  beforeEach(async () => {
    await seedMonitorAt(LOCATIONS);
    for (const each of LOCATIONS) await reportAndDrain(0, each, { up: ['a', 'b'] });
    await reportAndDrain(0, 'bd', { down: ['a'] });
    await pass(0, 0);
  });
  afterEach(() => expectConsistent(project));

  it('no agent is declared lost, the first return raises no alarm, and the admin is notified', async () => {
    await pass(6, 6);
    expect(await lostAgents()).toEqual([]);
    expect(await noticesOfKinds('agents_silent')).toMatchObject([
      { ownerId: 'admin', values: { count: 3, names: ['bd', 'th', 'tw'] } },
    ]);
    await reportAndDrain(6.6, 'bd', { down: ['a'] });
    await pass(7, 7);
    for (const each of ['tw', 'th'] as const) await reportAndDrain(7.6, each, { up: ['a', 'b'] });
    await pass(8, 14, LOCATIONS);
    expect(await lostAgents()).toEqual([]);
    expect((await readEndpoint(project, 'a')).status).toBe('up');
    expect(await readAllIncidents(project)).toMatchObject([{ severity: 'minor', peakSeverity: 'minor', outage: null }]);
    expect(await noticesOfKinds('agent_lost', 'coverage_gap')).toEqual([]);
    expect(await noticesOfKinds('agents_silent')).toHaveLength(1);
  });

  it('an agent that does not return is declared lost five minutes later, and the admin is notified', async () => {
    await pass(6, 6);
    for (const each of ['tw', 'th'] as const) await reportAndDrain(6.6, each, { up: ['a', 'b'] });
    await pass(7, 10, ['tw', 'th']);
    expect(await lostAgents()).toEqual([]);
    await pass(11, 12, ['tw', 'th']);
    expect(await lostAgents()).toEqual(['bd']);
    expect(await noticesOfKinds('agent_lost')).toMatchObject([{ values: { agent: 'bd', locations: ['bd'] } }]);
  });
});

it('a grace period also starts once when agents fall silent together while sweeps run', async () => {
  await seedMonitorAt(LOCATIONS);
  for (const each of LOCATIONS) await reportAndDrain(0, each, { up: ['a', 'b'] });
  await pass(0, 9);
  expect(await lostAgents()).toEqual([]);
  await pass(10, 12);
  expect(await lostAgents()).toEqual(['bd', 'th', 'tw']);
  expect(await noticesOfKinds('agents_silent')).toHaveLength(1);
});

describe('an agent that falls silent and returns', () => {
  it('notifies its admin and the owner of unknown endpoints, each once, and again when both end', async () => {
    await seedMonitorAt(['tw']);
    await reportAndDrain(0, 'tw', { up: ['a', 'b'] });
    await pass(0, 30, ['th', 'bd']);
    expect(await noticesOfKinds('agent_lost')).toMatchObject([{ ownerId: 'admin', values: { agent: 'tw', count: 2 } }]);
    expect(await noticesOfKinds('coverage_gap')).toMatchObject([
      { ownerId: OWNER, severity: 'major', values: { names: ['a', 'b'], count: 2 } },
    ]);
    await reportAndDrain(31, 'tw', { up: ['a', 'b'] });
    await pass(31, 33, ['tw', 'th', 'bd']);
    expect(await noticesOfKinds('agent_back')).toMatchObject([{ ownerId: 'admin', values: { agent: 'tw' } }]);
    expect(await noticesOfKinds('coverage_restored')).toMatchObject([
      { ownerId: OWNER, values: { names: ['a', 'b'], count: 2 } },
    ]);
    await pass(34, 50, ['tw', 'th', 'bd']);
    expect(await noticesOfKinds('agent_lost', 'agent_back', 'coverage_gap', 'coverage_restored')).toHaveLength(4);
  });

  it('does not notify the owner within ten minutes', async () => {
    await seedMonitorAt(['tw']);
    await reportAndDrain(0, 'tw', { up: ['a', 'b'] });
    await pass(0, 14, ['th', 'bd']);
    await reportAndDrain(15, 'tw', { up: ['a', 'b'] });
    await pass(15, 30, ['tw', 'th', 'bd']);
    expect(await noticesOfKinds('coverage_gap', 'coverage_restored')).toEqual([]);
  });

  it('notifies the owner of new endpoints that no agent has checked', async () => {
    await seedMonitorAt(['tw']);
    for (const id of ['a', 'b']) await putWithoutData(id);
    await pass(0, 20, ['th', 'bd']);
    expect(await noticesOfKinds('coverage_gap')).toMatchObject([{ ownerId: OWNER, values: { names: ['a', 'b'] } }]);
    await reportAndDrain(21, 'tw', { up: ['a', 'b'] });
    await pass(21, 23, ['tw', 'th', 'bd']);
    expect(await noticesOfKinds('coverage_restored')).toMatchObject([{ values: { names: ['a', 'b'] } }]);
  });

  it('gets no notice of a new heartbeat that waits for its first ping', async () => {
    await seedMonitorAt(['tw']);
    await putWithoutData('a', { url: 'heartbeat://a' });
    await putWithoutData('b');
    await pass(0, 20, ['th', 'bd']);
    expect(await noticesOfKinds('coverage_gap')).toMatchObject([{ values: { names: ['b'] } }]);
    expect((await readEndpoint(project, 'a')).coverageGap).toBe('unnotified');
  });

  it('gets a notice of endpoints in maintenance only after its end', async () => {
    await seedMonitorAt(['tw']);
    await reportAndDrain(0, 'tw', { up: ['a', 'b'] });
    const work = { id: 'w', name: 'Work', startsAt: Timestamp.fromMillis(at(5)), endsAt: Timestamp.fromMillis(at(40)) };
    await project
      .run(T0)
      .db.doc('monitors/shop')
      .update({ maintenance: [work] });
    await pass(0, 39, ['th', 'bd']);
    expect(await noticesOfKinds('coverage_gap')).toEqual([]);
    await pass(40, 41, ['th', 'bd']);
    expect(await noticesOfKinds('coverage_gap')).toMatchObject([{ values: { names: ['a', 'b'] } }]);
  });

  it('does not notify an owner with the filter critical', async () => {
    await seedMonitorAt(['tw'], 'critical');
    await reportAndDrain(0, 'tw', { up: ['a', 'b'] });
    await pass(0, 20, ['th', 'bd']);
    await reportAndDrain(21, 'tw', { up: ['a', 'b'] });
    await pass(21, 23, ['tw', 'th', 'bd']);
    expect(await noticesOfKinds('coverage_gap', 'coverage_restored')).toEqual([]);
    expect((await readEndpoint(project, 'a')).coverageGap).toBe('none');
  });
});

it('an owner with unreadable settings gets notices by the defaults, and blocks no others', async () => {
  await seedMonitorAt(['tw']);
  const broken = { id: 'blog', ownerId: 'broken', locations: ['tw' as const], endpoints: ['c'] };
  await seedProject(project, { owners: [{ id: 'broken', chatId: newChat() }], monitors: [broken] });
  const { db } = project.run(T0);
  await notifications.ref(db, 'notifications', 'broken').update({ thresholds: 'none' });
  for (const id of ['a', 'c']) await putWithoutData(id, { status: 'unknown' });
  await pass(0, 11, LOCATIONS);
  const ownersOfNotices = (await noticesOfKinds('coverage_gap')).map(({ ownerId }) => ownerId);
  expect(ownersOfNotices.toSorted()).toEqual(['broken', OWNER].toSorted());
});

it('an admin with unreadable settings does not block declaring an agent lost', async () => {
  await seedMonitorAt(['tw']);
  await reportAndDrain(0, 'tw', { up: ['a', 'b'] });
  await notifications.ref(project.run(T0).db, 'notifications', 'admin').update({ thresholds: 'none' });
  await pass(0, 6, ['th', 'bd']);
  expect(await lostAgents()).toEqual(['tw']);
  expect((await readEndpoint(project, 'a')).status).toBe('unknown');
});

it('notifies of an abstaining agent after ten minutes, and when it stops abstaining', async () => {
  await seedMonitorAt(['tw']);
  await reportAndDrain(0, 'tw', { up: ['a', 'b'] });
  for (let minute = 2; minute <= 12; minute += 2) {
    await reportAndDrain(minute, 'tw', { abstaining: true });
    await pass(minute, minute + 1, ['th', 'bd']);
  }
  expect(await noticesOfKinds('agent_abstaining')).toMatchObject([{ ownerId: 'admin', values: { agent: 'tw' } }]);
  await reportAndDrain(14, 'tw', { up: ['a', 'b'] });
  expect(await noticesOfKinds('agent_back')).toHaveLength(1);
  expect(await noticesOfKinds('agent_lost')).toEqual([]);
});

it('notifies admins once of unchecked endpoints after ten minutes', async () => {
  await seedMonitorAt(['tw']);
  const { db } = project.run(T0);
  await agentCollection.ref(db, 'tw').delete();
  await db.doc(`assignments/tw_${OWNER}`).update({ agentId: null, live: false });
  await pass(0, 25, ['th', 'bd']);
  expect(await noticesOfKinds('location_without_agent', 'location_full')).toMatchObject([
    { kind: 'location_without_agent', ownerId: 'admin', values: { locations: ['tw'], count: 2 } },
  ]);
});

it('notifies admins of a location whose agents are full', async () => {
  await seedMonitorAt(['tw']);
  const { db } = project.run(T0);
  await db.doc(`assignments/tw_${OWNER}`).update({ agentId: null, live: false, count: 6000 });
  await pass(0, 12, LOCATIONS);
  expect(await readAssignment(project, 'tw')).toMatchObject({ agentId: null });
  expect(await noticesOfKinds('location_without_agent', 'location_full')).toMatchObject([
    { kind: 'location_full', ownerId: 'admin', values: { locations: ['tw'], count: 6000 } },
  ]);
});

it('a location that cannot be planned does not block notices about others', async () => {
  await seedMonitorAt(['tw', 'th']);
  const { db } = project.run(T0);
  for (const each of ['tw', 'th']) await db.doc(`assignments/${each}_${OWNER}`).update({ agentId: null, live: false });
  await db.doc('assignments/tw_broken').create({ location: 'tw', agentId: null, count: 'many' });
  await agentCollection.ref(db, 'th').delete();
  for (let minute = 0; minute <= 12; minute += 1) {
    if (minute % 2 === 0) await reportAndDrain(minute, 'tw');
    await sweep(project.run(at(minute) + 30 * SECOND_MS)).catch(() => undefined);
  }
  expect(await noticesOfKinds('location_without_agent')).toMatchObject([{ values: { locations: ['th'], count: 2 } }]);
});
