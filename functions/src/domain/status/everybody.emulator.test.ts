import { INCIDENT_SHARDS } from '@farwatch/core/documents/incident';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { FieldValue } from 'firebase-admin/firestore';
import { beforeEach, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { drain } from '../../entry/triggers/drain.ts';
import { incidents } from '../../platform/db/collections.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { newChat } from '../../testing/outbox.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';

/** All endpoints of all accounts fail at once, at all locations, and recover (docs/scale.md, An outage of everybody). */

const OWNERS = Array.from({ length: 24 }, (_, index) => `owner-${index}`);
const LOCATIONS = ['tw', 'th', 'bd'] as const;
const idsOf = (ownerId: string, count: number) => Array.from({ length: count }, (_, index) => `${ownerId}-e${index}`);

let project: TestProject;
let chats: Map<string, string>;
let agents: TestAgent[];

async function seed(count: number): Promise<void> {
  await seedProject(project, {
    owners: [...chats].map(([id, chatId]) => ({ id, chatId })),
    monitors: OWNERS.map((id) => ({
      id: `m-${id}`,
      ownerId: id,
      locations: [...LOCATIONS],
      endpoints: idsOf(id, count),
    })),
    agents: LOCATIONS.map((location) => ({ id: location, location, ownerIds: OWNERS })),
  });
  await report(count, T0, 'up');
  for (const { id } of agents) await drain(project.run(T0), id);
}

async function report(count: number, atMs: number, verdict: 'up' | 'down'): Promise<void> {
  for (const agent of agents) {
    const all = agent.buildReport(atMs);
    for (const id of OWNERS) all.owners[id] = agent.buildOwnerReport(atMs, { [verdict]: idsOf(id, count) });
    await agent.send(project.run(atMs), all);
  }
}

beforeEach(() => {
  useTelegram();
  project = newTestProject();
  chats = new Map(OWNERS.map((id) => [id, newChat()]));
  agents = LOCATIONS.map((id) => new TestAgent(id));
  return () => project.close();
});

/** Documents for each account. */
async function costOf(work: () => Promise<unknown>): Promise<{ reads: number; writes: number }> {
  await resetProxy();
  await work();
  const { reads, writes } = await readProxyCounts();
  return { reads: Math.round(reads / OWNERS.length), writes: Math.round(writes / OWNERS.length) };
}

async function costsFrom(count: number, atMs: number, verdict: 'up' | 'down') {
  await report(count, atMs, verdict);
  const run = project.viaProxy(atMs);
  return {
    applied: await costOf(async () => {
      for (const { id } of agents) await drain(run, id);
    }),
    announced: await costOf(() => project.queue.work(project.viaProxy(atMs + 11 * SECOND_MS))),
    swept: await costOf(() => sweep(project.viaProxy(atMs + 30 * SECOND_MS))),
  };
}

it.each([1, 10])('costs each account of %s endpoints the same few documents and one message', async (count) => {
  await seed(count);
  const down = await costsFrom(count, T0 + MINUTE_MS, 'down');
  const { docs } = await incidents.collection(project.run(T0).db).get();
  // As an older version has left them: they get their part with the next change.
  await Promise.all(docs.map(({ ref }) => ref.update({ shard: FieldValue.delete() })));
  const up = await costsFrom(count, T0 + 11 * MINUTE_MS, 'up');
  // The numbers that docs/scale.md adds up: 26 reads and 6 writes for an account, 8 and 7 for each endpoint.
  const until = (kind: 'reads' | 'writes') => down.applied[kind] + down.announced[kind];
  expect(until('writes')).toBe(6 + 7 * count);
  expect(until('reads')).toBeLessThanOrEqual(26 + 8 * count);
  expect(up.applied.writes + up.announced.writes).toBe(6 + 7 * count);
  for (const chat of chats.values()) expect(await messagesIn(chat)).toHaveLength(2);
  expect(docs).toHaveLength(OWNERS.length * count);
  const byShard = INCIDENT_SHARDS.map((shard) => docs.filter((doc) => doc.get('shard') === shard).length);
  expect(Math.max(...byShard)).toBeLessThan(docs.length / 3);
  const after = await incidents.collection(project.run(T0).db).get();
  expect(after.docs.map((doc) => doc.get('shard'))).toEqual(docs.map((doc) => doc.get('shard')));
});

it('an account of many monitors takes two of the tasks that all accounts share, and another one its own', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `many-${index}`);
  await seedProject(project, {
    monitors: [
      ...many.map((id) => ({ id: `m-${id}`, ownerId: 'many', locations: ['tw' as const], endpoints: [id] })),
      { id: 'm-one', ownerId: 'one', locations: ['tw'], endpoints: ['one'] },
    ],
    agents: [{ id: 'tw', location: 'tw', ownerIds: ['many', 'one'] }],
  });
  const agent = new TestAgent('tw');
  const all = agent.buildReport(T0);
  all.owners.many = agent.buildOwnerReport(T0, { down: many });
  all.owners.one = agent.buildOwnerReport(T0, { down: ['one'] });
  await agent.send(project.run(T0), all);
  await drain(project.run(T0), 'tw');
  expect((await incidents.collection(project.run(T0).db).get()).size).toBe(many.length + 1);
  const tasks = project.queue.waiting.flatMap(({ name, input }) => (name === 'notifyOwner' ? [input.ownerId] : []));
  expect(tasks.toSorted()).toEqual(['many', 'many', 'one']);
});
