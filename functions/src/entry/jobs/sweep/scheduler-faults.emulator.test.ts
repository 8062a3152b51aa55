import type { LocationCode } from '@farwatch/core/values/locations';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { comparableDocuments, type Documents } from '../../../testing/documents.ts';
import { expectConsistent } from '../../../testing/expect-consistent.ts';
import { faultsLeft, holdNext, resetProxy } from '../../../testing/firestore-proxy.ts';
import { newChat, readSent } from '../../../testing/outbox.ts';
import { readAllIncidents, readEndpoint } from '../../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../../../testing/telegram-chat.ts';
import { type Seen, TestAgent } from '../../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../../testing/test-project.ts';
import { sweep } from './sweep.ts';

/** The result is the same however the scheduler runs the sweep, without any triggers. */

const LOCATIONS = ['tw', 'th', 'bd'] as const;
/**
 * The reports of each minute: two outages that end, and an agent that falls silent and returns. Only one location at a
 * time reports a change, since simultaneous sweeps apply simultaneous changes in any order.
 */
const MINUTES: Partial<Record<LocationCode, Seen>>[] = [
  { tw: { up: ['a', 'b'] }, th: { up: ['a', 'b'] }, bd: { up: ['a', 'b'] } },
  { tw: { down: ['a'] }, th: {} },
  { tw: {}, th: { down: ['a'] } },
  { tw: {}, th: {} },
  { tw: {}, th: { up: ['a'] } },
  { tw: { up: ['a'] }, th: {} },
  { tw: {}, th: {} },
  { tw: {}, th: { down: ['b'] } },
  { tw: {}, th: {} },
  { tw: {}, th: { up: ['b'] }, bd: { up: ['a', 'b'] } },
  { tw: {}, th: {} },
  { tw: {}, th: {} },
];

const chatId = newChat();

let project: TestProject;
let expected: { documents: Documents; headlines: (string | undefined)[] };
/** The number of messages in the chat before the simulated minutes. */
let receivedBefore = 0;

/** Simulates the minutes; `sweepAt` runs the sweep of a minute. */
async function pass(sweepAt: (atMs: number, minute: number) => Promise<unknown>): Promise<void> {
  useTelegram();
  project = newTestProject();
  receivedBefore = (await messagesIn(chatId)).length;
  await resetProxy();
  await seedProject(project, {
    // Whether partial failures are alerted depends on when sweeps run.
    owners: [{ id: OWNER, chatId, severity: 'high' }],
    monitors: [{ id: 'shop', locations: [...LOCATIONS], endpoints: ['a', 'b'] }],
    agents: LOCATIONS.map((location) => ({ id: location, location, ownerIds: [OWNER] })),
  });
  const agents = { tw: new TestAgent('tw'), th: new TestAgent('th'), bd: new TestAgent('bd') };
  for (const [minute, seen] of MINUTES.entries()) {
    const atMs = T0 + minute * MINUTE_MS;
    for (const location of LOCATIONS)
      if (seen[location]) await agents[location].report(project.run(atMs), seen[location]);
    await sweepAt(atMs + 30 * SECOND_MS, minute);
    await project.queue.work(project.run(atMs + 31 * SECOND_MS));
  }
}

/** The first lines of the messages since then. */
async function readHeadlines(): Promise<(string | undefined)[]> {
  return (await messagesIn(chatId)).slice(receivedBefore).map((text) => text.split('\n')[0]);
}

beforeAll(async () => {
  await pass((atMs) => sweep(project.run(atMs)));
  expected = { documents: await comparableDocuments(project), headlines: await readHeadlines() };
  expect((await readSent(project)).map(({ kind }) => kind)).toContain('outage');
  await project.close();
});
afterEach(() => expectConsistent(project).finally(() => project.close()));

/** The calls of a sweep at which another sweep starts: an agent's drain, its end. */
const INTERRUPTED_AT = ['/leases/drain_tw', '/sweeps/state'];

it.each<[string, (atMs: number) => Promise<unknown>]>([
  [
    'twice each minute, one after the other',
    async (atMs) => [await sweep(project.run(atMs)), await sweep(project.run(atMs))],
  ],
  ['twice each minute, at the same time', (atMs) => Promise.all([sweep(project.run(atMs)), sweep(project.run(atMs))])],
  ...INTERRUPTED_AT.map((touching): [string, (atMs: number) => Promise<unknown>] => [
    `again while the one before is at ${touching}`,
    async (atMs) => {
      const held = await holdNext(touching);
      const first = sweep(project.viaProxy(atMs));
      // Not every sweep makes this call.
      const isHeld = await Promise.race([held.arrived().then(() => true), first.then(() => false)]);
      if (isHeld) await sweep(project.run(atMs));
      await held.release();
      await first;
      await resetProxy();
    },
  ]),
])('%s', async (_, sweepAt) => {
  await pass(sweepAt);
  expect(await faultsLeft()).toEqual([]);
  expect(await comparableDocuments(project)).toEqual(expected.documents);
  expect(await readHeadlines()).toEqual(expected.headlines);
});

it('in every third minute only: sends each message once', async () => {
  await pass(async (atMs, minute) => minute % 3 === 2 && sweep(project.run(atMs)));
  for (const id of ['a', 'b']) expect((await readEndpoint(project, id)).status).toBe('up');
  expect((await readAllIncidents(project)).map(({ status }) => status)).toEqual(['resolved', 'resolved']);
  expect((await readHeadlines()).filter((line) => line?.includes(' a '))).toEqual([
    '🔴 MAJOR: shop › a is down',
    '🟢 shop › a is up again',
  ]);
});
