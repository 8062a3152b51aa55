import { windowId } from '@farwatch/core/documents/window';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { FieldValue } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moveAssignments } from '../../domain/agents/move-assignments.ts';
import { assignments, endpoints, monitors, verdictChanges, windows } from '../../platform/db/collections.ts';
import { allDocuments } from '../../testing/documents.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { readAllIncidents, readEndpoint, readMonitor } from '../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { sweep } from '../jobs/sweep/sweep.ts';
import { drain } from './drain.ts';

let project: TestProject;
beforeEach(() => {
  project = newTestProject();
});
afterEach(() => project.close());

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

it('applies one verdict change to all 250 endpoints of three monitors', async () => {
  const watched = [
    { id: 'small', endpoints: names('s', 20) },
    { id: 'middle', endpoints: names('m', 80) },
    { id: 'large', endpoints: names('l', 150) },
  ].map((each) => ({ ...each, locations: ['tw' as const] }));
  await seedProject(project, { monitors: watched, agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }] });
  const agent = new TestAgent('tw');
  const all = watched.flatMap((monitor) => monitor.endpoints);
  await agent.reportAndDrain(project.run(T0), { up: all });

  await agent.reportAndDrain(project.run(T0 + MINUTE_MS), { down: all });

  for (const { id, endpoints: ids } of watched) {
    const monitor = await readMonitor(project, id);
    expect(Object.values(monitor.endpoints).filter((each) => each.status === 'down')).toHaveLength(ids.length);
    expect(monitor.incidents).toHaveLength(ids.length);
    expect(monitor.transitions).toHaveLength(2 * ids.length);
  }
  const incidents = await readAllIncidents(project);
  expect(new Set(incidents.map((incident) => incident.endpointId))).toEqual(new Set(all));
  expect(incidents).toHaveLength(250);
  const documents = Object.keys(await allDocuments(project));
  expect(documents.filter((path) => /^endpoints\/.+\/events\//.test(path))).toHaveLength(500);
  await expectConsistent(project);
});

it('counts simultaneous verdict changes of two agents on one monitor', async () => {
  await seedProject(project, {
    monitors: [{ id: 'shop', locations: ['tw', 'th'], endpoints: ['a', 'b'] }],
    agents: [
      { id: 'tw', location: 'tw', ownerIds: [OWNER] },
      { id: 'th', location: 'th', ownerIds: [OWNER] },
    ],
  });
  const [tw, th] = [new TestAgent('tw'), new TestAgent('th')];
  await Promise.all([
    tw.report(project.run(T0), { down: ['a', 'b'] }),
    th.report(project.run(T0), { down: ['a'], up: ['b'] }),
  ]);
  await Promise.all([drain(project.run(T0), 'tw'), drain(project.run(T0), 'th')]);

  const monitor = await readMonitor(project, 'shop');
  expect(monitor.endpoints).toMatchObject({ a: { status: 'down' }, b: { status: 'up' } });
  const [a, b] = [await readEndpoint(project, 'a'), await readEndpoint(project, 'b')];
  expect(a.votes).toEqual(monitor.endpoints.a?.votes);
  expect([a.votes.tw?.up, a.votes.th?.up, b.votes.tw?.up, b.votes.th?.up]).toEqual([false, false, false, true]);
  const incidents = await readAllIncidents(project);
  expect(incidents.map(({ endpointId, severity }) => [endpointId, severity]).sort()).toEqual([
    ['a', 'critical'],
    ['b', 'minor'],
  ]);
});

describe('does not change', () => {
  const agent = () => new TestAgent('tw');
  beforeEach(() =>
    seedProject(project, {
      monitors: [
        { id: 'shop', locations: ['tw'], endpoints: ['a', 'b'] },
        { id: 'blog', locations: ['tw'], endpoints: ['c'] },
      ],
      agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
    }),
  );

  it('an endpoint deleted in the meantime', async () => {
    const { db } = project.run(T0);
    await agent().report(project.run(T0), { down: ['a', 'b', 'c'] });
    const gone = { 'endpoints.a': FieldValue.delete() };
    await Promise.all([endpoints.ref(db, 'a').delete(), monitors.ref(db, 'shop').update(gone)]);
    await drain(project.run(T0), 'tw');
    expect(Object.keys((await readMonitor(project, 'shop')).endpoints)).toEqual(['b']);
    expect((await readAllIncidents(project)).map((incident) => incident.endpointId).sort()).toEqual(['b', 'c']);
  });

  it('an endpoint that its monitor no longer has, although its document exists', async () => {
    const { db } = project.run(T0);
    await agent().report(project.run(T0), { down: ['a', 'b'] });
    await monitors.ref(db, 'shop').update({ endpoints: {} });
    await drain(project.run(T0), 'tw');
    expect((await readMonitor(project, 'shop')).endpoints).toEqual({});
    expect(await readAllIncidents(project)).toEqual([]);
  });

  it('a monitor deleted in the meantime', async () => {
    await agent().report(project.run(T0), { down: ['a', 'c'] });
    await monitors.ref(project.run(T0).db, 'shop').delete();
    await drain(project.run(T0), 'tw');
    expect((await readAllIncidents(project)).map((incident) => incident.endpointId)).toEqual(['c']);
  });

  it.each([
    ['another generation', { generation: 2 }],
    ['another agent', { agentId: 'other' }],
  ])('an assignment that now has %s', async (_, change) => {
    const { db } = project.run(T0);
    await agent().report(project.run(T0), { down: ['a'] });
    await assignments.ref(db, `tw_${OWNER}`).update(change);
    const before = await readEndpoint(project, 'a');
    await drain(project.run(T0), 'tw');
    expect(await readEndpoint(project, 'a')).toEqual(before);
    const { docs } = await verdictChanges.collection(db).where('state', '==', 'new').get();
    expect(docs).toEqual([]);
  });

  it('an endpoint that was never assigned to the agent', async () => {
    const stranger = { id: 'other', ownerId: 'stranger', locations: ['tw' as const], endpoints: ['x'] };
    await seedProject(project, { monitors: [stranger] });
    await agent().reportAndDrain(project.run(T0), { down: ['x'] });
    expect(await readEndpoint(project, 'x')).toMatchObject({ status: 'pending', votes: {} });
  });
});

it('keeps checks of the previous agent but ignores its verdicts', async () => {
  await seedProject(project, {
    monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
    agents: [
      { id: 'old', location: 'tw', ownerIds: [OWNER] },
      { id: 'new', location: 'tw' },
    ],
  });
  const old = new TestAgent('old');
  await old.reportAndDrain(project.run(T0), { up: ['a'] });
  expect(await moveAssignments(project.run(T0), { from: 'old', to: 'new' }, [`tw_${OWNER}`])).toEqual([
    { ownerId: OWNER, handedOver: true },
  ]);

  await old.reportAndDrain(project.run(T0 + MINUTE_MS), { down: ['a'] });
  const window = windows.read(await windows.ref(project.run(T0).db, windowId('old', T0)).get());
  expect(Object.keys(window?.checks[OWNER] ?? {})).toEqual(['1', '2']);
  expect(await readAllIncidents(project)).toEqual([]);

  await new TestAgent('new').report(project.run(T0 + 2 * MINUTE_MS), { down: ['a'], generation: 2 });
  await drain(project.run(T0 + 2 * MINUTE_MS), 'new');
  expect(await readEndpoint(project, 'a')).toMatchObject({
    status: 'down',
    votes: { tw: { generation: 2, agentSeq: 1 } },
  });
});

it('parks unreadable verdict changes without blocking others', async () => {
  const { db } = project.run(T0);
  await seedProject(project, {
    monitors: [{ id: 'shop', locations: ['tw', 'th'], endpoints: ['a'] }],
    agents: [
      { id: 'tw', location: 'tw', ownerIds: [OWNER] },
      { id: 'th', location: 'th', ownerIds: [OWNER] },
    ],
  });
  await new TestAgent('tw').report(project.run(T0), { down: ['a'] });
  const [garbled] = (await verdictChanges.collection(db).get()).docs;
  const batch = db.batch();
  for (const name of names('garbled', 200)) {
    batch.create(verdictChanges.ref(db, name), { ...garbled?.data(), location: 'xx' });
  }
  await batch.commit();
  await new TestAgent('th').report(project.run(T0 + SECOND_MS), { down: ['a'] });

  await sweep(project.run(T0 + MINUTE_MS));
  const { votes } = await readEndpoint(project, 'a');
  expect([votes.tw?.up, votes.th?.up]).toEqual([false, false]);
  const parked = await verdictChanges.collection(db).where('state', '==', 'parked').get();
  expect(parked.size).toBe(200);
  expect(parked.docs[0]?.data()).toMatchObject({ attempts: 1, parked: { '*': expect.stringContaining('ZodError') } });
});
