import { windowId } from '@farwatch/core/documents/window';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { FieldValue } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moveAssignments } from '../agents/move-assignments.ts';
import { assignments, endpoints, monitors, verdictChanges, windows } from '../db/collections.ts';
import { sweep } from '../sweep/sweep.ts';
import { allDocuments } from '../testing/documents.ts';
import { expectConsistent } from '../testing/expect-consistent.ts';
import { alertsIn, endpointOf, incidentsIn, monitorOf } from '../testing/look.ts';
import { OWNER, stage } from '../testing/stage.ts';
import { TestAgent } from '../testing/test-agent.ts';
import { newWorld, T0, type World } from '../testing/world.ts';
import { drain } from './drain.ts';

let world: World;
beforeEach(() => {
  world = newWorld();
});
afterEach(() => world.close());

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

it('one verdictChange over 250 endpoints of three monitors changes them all', async () => {
  const watched = [
    { id: 'small', endpoints: names('s', 20) },
    { id: 'middle', endpoints: names('m', 80) },
    { id: 'large', endpoints: names('l', 150) },
  ].map((each) => ({ ...each, locations: ['tw' as const] }));
  await stage(world, { monitors: watched, agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }] });
  const agent = new TestAgent('tw');
  const all = watched.flatMap((monitor) => monitor.endpoints);
  await agent.saw(world.run(T0), { up: all });
  await drain(world.run(T0), 'tw');

  await agent.saw(world.run(T0 + MINUTE_MS), { down: all });
  await drain(world.run(T0 + MINUTE_MS), 'tw');

  for (const { id, endpoints: ids } of watched) {
    const monitor = await monitorOf(world, id);
    expect(Object.values(monitor.endpoints).filter((each) => each.status === 'down')).toHaveLength(ids.length);
    expect(monitor.incidents).toHaveLength(ids.length);
    expect(monitor.transitions).toHaveLength(2 * ids.length);
  }
  const incidents = await incidentsIn(world);
  expect(new Set(incidents.map((incident) => incident.endpointId))).toEqual(new Set(all));
  expect(incidents).toHaveLength(250);
  const documents = Object.keys(await allDocuments(world));
  expect(documents.filter((path) => /^endpoints\/.+\/events\//.test(path))).toHaveLength(500);
  await expectConsistent(world);
});

it('verdictChanges of two agents on one monitor at the same time both count', async () => {
  await stage(world, {
    monitors: [{ id: 'shop', locations: ['tw', 'th'], endpoints: ['a', 'b'] }],
    agents: [
      { id: 'tw', location: 'tw', ownerIds: [OWNER] },
      { id: 'th', location: 'th', ownerIds: [OWNER] },
    ],
  });
  const [tw, th] = [new TestAgent('tw'), new TestAgent('th')];
  await Promise.all([tw.saw(world.run(T0), { down: ['a', 'b'] }), th.saw(world.run(T0), { down: ['a'], up: ['b'] })]);
  await Promise.all([drain(world.run(T0), 'tw'), drain(world.run(T0), 'th')]);

  const monitor = await monitorOf(world, 'shop');
  expect(monitor.endpoints).toMatchObject({ a: { status: 'down' }, b: { status: 'up' } });
  const [a, b] = [await endpointOf(world, 'a'), await endpointOf(world, 'b')];
  expect(a.votes).toEqual(monitor.endpoints.a?.votes);
  expect([a.votes.tw?.up, a.votes.th?.up, b.votes.tw?.up, b.votes.th?.up]).toEqual([false, false, false, true]);
  const incidents = await incidentsIn(world);
  expect(incidents.map(({ endpointId, severity }) => [endpointId, severity]).sort()).toEqual([
    ['a', 'critical'],
    ['b', 'minor'],
  ]);
});

describe('what a verdictChange may no longer change', () => {
  const agent = () => new TestAgent('tw');
  beforeEach(() =>
    stage(world, {
      monitors: [
        { id: 'shop', locations: ['tw'], endpoints: ['a', 'b'] },
        { id: 'blog', locations: ['tw'], endpoints: ['c'] },
      ],
      agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
    }),
  );

  it('an endpoint that was deleted meanwhile', async () => {
    const { db } = world.run(T0);
    await agent().saw(world.run(T0), { down: ['a', 'b', 'c'] });
    const gone = { 'endpoints.a': FieldValue.delete() };
    await Promise.all([endpoints.ref(db, 'a').delete(), monitors.ref(db, 'shop').update(gone)]);
    await drain(world.run(T0), 'tw');
    expect(Object.keys((await monitorOf(world, 'shop')).endpoints)).toEqual(['b']);
    expect((await incidentsIn(world)).map((incident) => incident.endpointId).sort()).toEqual(['b', 'c']);
  });

  it('an endpoint that its monitor no longer has, though its own document is still there', async () => {
    const { db } = world.run(T0);
    await agent().saw(world.run(T0), { down: ['a', 'b'] });
    await monitors.ref(db, 'shop').update({ endpoints: {} });
    await drain(world.run(T0), 'tw');
    expect((await monitorOf(world, 'shop')).endpoints).toEqual({});
    expect(await incidentsIn(world)).toEqual([]);
  });

  it('a monitor that was deleted meanwhile', async () => {
    await agent().saw(world.run(T0), { down: ['a', 'c'] });
    await monitors.ref(world.run(T0).db, 'shop').delete();
    await drain(world.run(T0), 'tw');
    expect((await incidentsIn(world)).map((incident) => incident.endpointId)).toEqual(['c']);
  });

  it.each([
    ['another generation', { generation: 2 }],
    ['another agent', { agentId: 'other' }],
  ])('an assignment that has %s by now', async (_, change) => {
    const { db } = world.run(T0);
    await agent().saw(world.run(T0), { down: ['a'] });
    await assignments.ref(db, `tw_${OWNER}`).update(change);
    const before = await endpointOf(world, 'a');
    await drain(world.run(T0), 'tw');
    expect(await endpointOf(world, 'a')).toEqual(before);
    const { docs } = await verdictChanges.collection(db).where('state', '==', 'new').get();
    expect(docs).toEqual([]);
  });

  it('an endpoint that was never given to that agent', async () => {
    const stranger = { id: 'other', ownerId: 'stranger', locations: ['tw' as const], endpoints: ['x'] };
    await stage(world, { monitors: [stranger] });
    await agent().saw(world.run(T0), { down: ['x'] });
    await drain(world.run(T0), 'tw');
    expect(await endpointOf(world, 'x')).toMatchObject({ status: 'pending', votes: {} });
  });
});

it('a report of the former agent still keeps its checks, but no verdict of it counts', async () => {
  await stage(world, {
    monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
    agents: [
      { id: 'old', location: 'tw', ownerIds: [OWNER] },
      { id: 'new', location: 'tw' },
    ],
  });
  const old = new TestAgent('old');
  await old.saw(world.run(T0), { up: ['a'] });
  await drain(world.run(T0), 'old');
  expect(await moveAssignments(world.run(T0), { from: 'old', to: 'new' }, [`tw_${OWNER}`])).toEqual([
    { ownerId: OWNER, handedOver: true },
  ]);

  await old.saw(world.run(T0 + MINUTE_MS), { down: ['a'] });
  await drain(world.run(T0 + MINUTE_MS), 'old');
  const window = windows.read(await windows.ref(world.run(T0).db, windowId('old', T0)).get());
  expect(Object.keys(window?.checks[OWNER] ?? {})).toEqual(['1', '2']);
  expect(await incidentsIn(world)).toEqual([]);

  await new TestAgent('new').saw(world.run(T0 + 2 * MINUTE_MS), { down: ['a'], generation: 2 });
  await drain(world.run(T0 + 2 * MINUTE_MS), 'new');
  expect(await endpointOf(world, 'a')).toMatchObject({ status: 'down', votes: { tw: { generation: 2, agentSeq: 1 } } });
});

it('verdictChanges that cannot be read are parked and keep nothing from its work', async () => {
  const { db } = world.run(T0);
  await stage(world, {
    monitors: [{ id: 'shop', locations: ['tw', 'th'], endpoints: ['a'] }],
    agents: [
      { id: 'tw', location: 'tw', ownerIds: [OWNER] },
      { id: 'th', location: 'th', ownerIds: [OWNER] },
    ],
  });
  await new TestAgent('tw').saw(world.run(T0), { down: ['a'] });
  const [garbled] = (await verdictChanges.collection(db).get()).docs;
  const batch = db.batch();
  for (const name of names('garbled', 200)) {
    batch.create(verdictChanges.ref(db, name), { ...garbled?.data(), location: 'xx' });
  }
  await batch.commit();
  await new TestAgent('th').saw(world.run(T0 + SECOND_MS), { down: ['a'] });

  await sweep(world.run(T0 + MINUTE_MS));
  const { votes } = await endpointOf(world, 'a');
  expect([votes.tw?.up, votes.th?.up]).toEqual([false, false]);
  const parked = await verdictChanges.collection(db).where('state', '==', 'parked').get();
  expect(parked.size).toBe(200);
  expect(parked.docs[0]?.data()).toMatchObject({ attempts: 1, parked: { '*': expect.stringContaining('ZodError') } });
});

it('without a chat no alert is made', async () => {
  await stage(world, {
    monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
    agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
  });
  await new TestAgent('tw').saw(world.run(T0), { down: ['a'] });
  await drain(world.run(T0), 'tw');
  expect(await incidentsIn(world)).toHaveLength(1);
  expect(await alertsIn(world)).toEqual([]);
});
