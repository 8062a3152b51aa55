import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drain } from '../../entry/triggers/drain.ts';
import { type Counts, readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { newChat, readLog } from '../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';

/** What outages cost in documents, beyond the changes of status. */

let project: TestProject;
let chats: string[];

beforeEach(async () => {
  useTelegram();
  await resetProxy();
  project = newTestProject();
});
afterEach(() => project.close());

async function seedChannels(count: number, endpoints: string[]): Promise<void> {
  chats = Array.from({ length: count }, newChat);
  await seedProject(project, {
    monitors: [{ id: 'shop', locations: [...LOCATION_CODES], endpoints }],
    agents: LOCATION_CODES.map((location) => ({ id: location, location, ownerIds: [OWNER] })),
  });
  await putChannels(project, Object.fromEntries(chats.map((chat, index) => [`c${index}`, chatChannel(chat)])));
  await reportAll(T0, { up: endpoints });
}

/** All agents report within two seconds, and the tasks run. Returns what these cost. */
async function reportAll(atMs: number, seen: { up?: string[]; down?: string[] }): Promise<Counts> {
  const agents = LOCATION_CODES.map((id) => new TestAgent(id, `${id}-${atMs}`));
  for (const [index, agent] of agents.entries()) {
    const run = project.run(atMs + index * SECOND_MS);
    await agent.report(run, seen);
    await drain(run, agent.id);
  }
  await resetProxy();
  await project.queue.work(project.viaProxy(atMs + 3 * SECOND_MS));
  return readProxyCounts();
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
  // Two looks before the first digest and one after each; those of a new channel read open incidents, too.
  expect(reads).toBeLessThanOrEqual(200 * 20 + 100);
  expect(writes).toBeLessThanOrEqual(8 * 3 + 3);
});
