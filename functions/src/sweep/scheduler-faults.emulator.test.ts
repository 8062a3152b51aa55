import type { LocationCode } from '@farwatch/core/values/locations';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type Documents, essence } from '../testing/documents.ts';
import { expectConsistent } from '../testing/expect-consistent.ts';
import { alertsIn, endpointOf, incidentsIn } from '../testing/look.ts';
import { newChat } from '../testing/outbox.ts';
import { OWNER, stage } from '../testing/stage.ts';
import { messagesIn, useTelegram } from '../testing/telegram-chat.ts';
import { type Seen, TestAgent } from '../testing/test-agent.ts';
import { faultsLeft, holdNext, resetWire } from '../testing/wire.ts';
import { newWorld, T0, type World } from '../testing/world.ts';
import { sweep } from './sweep.ts';

/** However the scheduler runs the sweep, and nothing else does any work, the same comes of it. */

const LOCATIONS = ['tw', 'th', 'bd'] as const;
/**
 * What is reported in each minute: an outage that is over, and an agent that falls silent and returns. Only one location at
 * a time sees a change, since sweeps at the same time apply in any order what came together.
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

let world: World;
let expected: { documents: Documents; said: (string | undefined)[] };
/** How much the chat had heard before the minutes passed. */
let receivedBefore = 0;

/** Lets the minutes pass; `sweepAt` runs the sweep of a minute however it likes. */
async function pass(sweepAt: (atMs: number, minute: number) => Promise<unknown>): Promise<void> {
  useTelegram();
  world = newWorld();
  receivedBefore = (await messagesIn(chatId)).length;
  await resetWire();
  await stage(world, {
    // What one location alone sees is told or not by when the sweeps come.
    owners: [{ id: OWNER, chatId, severity: 'high' }],
    monitors: [{ id: 'shop', locations: [...LOCATIONS], endpoints: ['a', 'b'] }],
    agents: LOCATIONS.map((location) => ({ id: location, location, ownerIds: [OWNER] })),
  });
  const agents = { tw: new TestAgent('tw'), th: new TestAgent('th'), bd: new TestAgent('bd') };
  for (const [minute, seen] of MINUTES.entries()) {
    const atMs = T0 + minute * MINUTE_MS;
    for (const location of LOCATIONS) if (seen[location]) await agents[location].saw(world.run(atMs), seen[location]);
    await sweepAt(atMs + 30 * SECOND_MS, minute);
    await world.queue.work(world.run(atMs + 31 * SECOND_MS));
  }
}

/** The first lines of what the chat has heard since. */
async function said(): Promise<(string | undefined)[]> {
  return (await messagesIn(chatId)).slice(receivedBefore).map((text) => text.split('\n')[0]);
}

beforeAll(async () => {
  await pass((atMs) => sweep(world.run(atMs)));
  expected = { documents: await essence(world), said: await said() };
  expect((await alertsIn(world)).map(({ kind, state }) => `${kind} ${state}`)).toContain('outage sent');
  await world.close();
});
afterEach(() => expectConsistent(world).finally(() => world.close()));

/** The parts of a sweep at which another begins: what it reads of its own, the alerts' queue, an agent's drain, its end. */
const MOMENTS = ['/leases/drain_tw', '/sweeps/state'];

it.each<[string, (atMs: number) => Promise<unknown>]>([
  [
    'twice each minute, one after the other',
    async (atMs) => [await sweep(world.run(atMs)), await sweep(world.run(atMs))],
  ],
  ['twice each minute, at the same time', (atMs) => Promise.all([sweep(world.run(atMs)), sweep(world.run(atMs))])],
  ...MOMENTS.map((touching): [string, (atMs: number) => Promise<unknown>] => [
    `again while the one before is at ${touching}`,
    async (atMs) => {
      const held = await holdNext(touching);
      const first = sweep(world.wired(atMs));
      // Not every sweep comes there.
      const isHeld = await Promise.race([held.arrived().then(() => true), first.then(() => false)]);
      if (isHeld) await sweep(world.run(atMs));
      await held.release();
      await first;
      await resetWire();
    },
  ]),
])('%s', async (_, sweepAt) => {
  await pass(sweepAt);
  expect(await faultsLeft()).toEqual([]);
  expect(await essence(world)).toEqual(expected.documents);
  expect(await said()).toEqual(expected.said);
});

it('in every third minute only: all that was to be told is told, once', async () => {
  await pass(async (atMs, minute) => minute % 3 === 2 && sweep(world.run(atMs)));
  for (const id of ['a', 'b']) expect((await endpointOf(world, id)).status).toBe('up');
  expect((await incidentsIn(world)).map(({ status }) => status)).toEqual(['resolved', 'resolved']);
  const unfinished = (await alertsIn(world)).filter(({ state }) => state === 'waiting' || state === 'deferred');
  expect(unfinished).toEqual([]);
  expect((await said()).filter((line) => line?.includes(' a '))).toEqual(['🟢 a is up again: it was down for 2 min']);
});
