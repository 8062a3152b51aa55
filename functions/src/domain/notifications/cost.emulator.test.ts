import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DOCUMENT_BYTES, documentBytes } from '../../../commands/large-documents.ts';
import { drain } from '../../entry/triggers/drain.ts';
import { useChannelServices } from '../../testing/channels/channel-services.ts';
import { type Counts, readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { newChat, readLog } from '../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';

/** What outages cost in documents, beyond the changes of status. */

const services = useChannelServices();
let project: TestProject;
let chats: string[];

beforeEach(async () => {
  useTelegram();
  await resetProxy();
  project = newTestProject();
});
afterEach(() => project.close());

const PER_MONITOR = 500;

async function seedChannels(count: number, endpoints: string[]): Promise<void> {
  chats = Array.from({ length: count }, newChat);
  await seedProject(project, {
    monitors: Array.from({ length: Math.ceil(endpoints.length / PER_MONITOR) }, (_, index) => ({
      id: `shop${index}`,
      locations: [...LOCATION_CODES],
      endpoints: endpoints.slice(index * PER_MONITOR, (index + 1) * PER_MONITOR),
    })),
    agents: LOCATION_CODES.map((location) => ({ id: location, location, ownerIds: [OWNER] })),
  });
  await putChannels(project, Object.fromEntries(chats.map((chat, index) => [`c${index}`, chatChannel(chat)])));
  await reportAll(T0, { up: endpoints });
}

/** All agents report within two seconds, and the tasks run. Returns what these cost; `drains` that of the drains before. */
async function reportAll(atMs: number, seen: { up?: string[]; down?: string[] }): Promise<Counts & { drains: Counts }> {
  await resetProxy();
  const agents = LOCATION_CODES.map((id) => new TestAgent(id, `${id}-${atMs}`));
  for (const [index, agent] of agents.entries()) {
    const run = project.run(atMs + index * SECOND_MS);
    await agent.report(run, seen);
    await drain(project.viaProxy(run.nowMs), agent.id);
  }
  const drains = await readProxyCounts();
  await resetProxy();
  await project.queue.work(project.viaProxy(atMs + 3 * SECOND_MS));
  return { ...(await readProxyCounts()), drains };
}

describe.each([
  { channels: 1, reads: 32, writes: 7 },
  { channels: 3, reads: 82, writes: 19 },
])('an outage and its recovery, with $channels channels', ({ channels, reads, writes }) => {
  it(`take at most ${reads} reads and ${writes} writes`, async () => {
    await seedChannels(channels, ['a']);
    const down = await reportAll(T0 + MINUTE_MS, { down: ['a'] });
    const up = await reportAll(T0 + 5 * MINUTE_MS, { up: ['a'] });
    const sum = { reads: down.reads + up.reads, writes: down.writes + up.writes };
    console.log(`an outage with ${channels} channels: ${sum.reads} reads, ${sum.writes} writes`);
    for (const chat of chats) expect(await messagesIn(chat)).toHaveLength(2);
    expect(sum.writes).toBeLessThanOrEqual(writes);
    expect(sum.reads).toBeLessThanOrEqual(reads);
  });
});

it('two hundred endpoints down at once are a few digests, each stored before the next', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `site${String(index).padStart(3, '0')}`);
  await seedChannels(1, ids);
  const { reads, writes } = await reportAll(T0 + MINUTE_MS, { down: ids });
  console.log(`200 endpoints down at once: ${reads} reads, ${writes} writes`);
  const received = await messagesIn(chats[0] ?? '');
  expect(received).toHaveLength(8);
  for (const id of ids) expect(received.filter((text) => text.includes(id))).toHaveLength(1);
  const log = await readLog(project);
  expect(log.map(({ state, contents }) => `${state} ${contents.length}`)).toEqual(Array(8).fill('sent 25'));
  // Two looks before the first digest and one after the last; those of a new channel read open incidents, too.
  expect(reads).toBeLessThanOrEqual(200 * 6 + 100);
  expect(writes).toBeLessThanOrEqual(8 * 3 + 3);
});

it('two hundred endpoints down at once are a request each to a pager, and cost as much as in digests', {
  tags: ['minutes'],
}, async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `site${String(index).padStart(3, '0')}`);
  await seedChannels(0, ids);
  const routingKey = crypto.randomUUID().replaceAll('-', '').replace(/^./, 'R');
  await putChannels(project, { pager: { ...chatChannel('pager'), type: 'pagerduty', settings: { routingKey } } });
  const { reads, writes } = await reportAll(T0 + MINUTE_MS, { down: ids });
  console.log(`200 endpoints down at once, with a pager: ${reads} reads, ${writes} writes`);
  const received = (await services.received('pagerduty')).map(({ request }) => request as { routing_key: string });
  expect(received.filter((each) => each.routing_key === routingKey)).toHaveLength(200);
  expect(reads).toBeLessThanOrEqual(200 * 6 + 100);
  expect(writes).toBeLessThanOrEqual(8 * 3 + 3);
});

it('two thousand endpoints down at once, and up again, are a digest each, and cost in proportion to two hundred', {
  tags: ['minutes'],
}, async () => {
  const ids = Array.from({ length: 2000 }, (_, index) => `site${String(index).padStart(4, '0')}`);
  await seedChannels(1, ids);
  const costs = {
    down: await reportAll(T0 + MINUTE_MS, { down: ids }),
    up: await reportAll(T0 + 5 * MINUTE_MS, { up: ids }),
  };
  console.log('2,000 endpoints down at once, then up:', costs);
  const received = await messagesIn(chats[0] ?? '');
  console.log(received.map((text) => text.split('\n').at(0)).join('\n'));
  expect(received).toHaveLength(2);
  const log = await readLog(project);
  expect(log.reduce((sum, { contents }) => sum + contents.length, 0)).toBe(4000);
  const reported = new Set(log.flatMap(({ contents }) => contents.map((each) => `${each.kind} ${each.endpointId}`)));
  expect(reported.size).toBe(4000);
  const { docs } = await project.run(T0).db.collection('outboxes').get();
  const bytes = Math.max(...docs.map((each) => documentBytes(each.ref, each.data())));
  console.log(`Bytes of the outbox: ${bytes}`);
  expect(bytes).toBeLessThan(0.8 * DOCUMENT_BYTES);
});
