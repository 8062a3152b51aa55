import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endpoints } from '../db/collections.ts';
import { drain } from '../status/drain.ts';
import { sweep } from '../sweep/sweep.ts';
import { alertsIn, endpointOf } from '../testing/look.ts';
import { newChat } from '../testing/outbox.ts';
import { OWNER, stage } from '../testing/stage.ts';
import { messagesIn, useTelegram } from '../testing/telegram-chat.ts';
import { TestAgent } from '../testing/test-agent.ts';
import { newWorld, T0, type World } from '../testing/world.ts';

/** From the verdict to the message, with a silence period of ten minutes. */

let world: World;
let chatId: string;
let agents: Record<'tw' | 'th', TestAgent>;
beforeEach(async () => {
  useTelegram();
  world = newWorld();
  chatId = newChat();
  await stage(world, {
    owners: [{ id: OWNER, chatId, silenceMin: 10 }],
    monitors: [{ id: 'shop', locations: ['tw', 'th'], endpoints: ['a'] }],
    agents: [
      { id: 'tw', location: 'tw', ownerIds: [OWNER] },
      { id: 'th', location: 'th', ownerIds: [OWNER] },
    ],
  });
  agents = { tw: new TestAgent('tw'), th: new TestAgent('th') };
  for (const from of ['tw', 'th'] as const) await saw(0, from, 'up');
});
afterEach(() => world.close());

const at = (minute: number) => T0 + minute * MINUTE_MS;

async function saw(minute: number, from: 'tw' | 'th', what: 'up' | 'down'): Promise<void> {
  const run = world.run(at(minute));
  await agents[from].saw(run, { [what]: ['a'] });
  await drain(run, from);
}

/** The sweep a little after the full minute, and what it and new alerts hand on; the agents are still there. */
async function pass(minute: number): Promise<void> {
  const run = world.run(at(minute) + SECOND_MS);
  for (const agent of Object.values(agents)) await agent.saw(run, {});
  await sweep(run);
  await world.queue.enqueue('sendAlerts', { ownerId: OWNER });
  await world.queue.work(run);
}

const heard = async () =>
  (await messagesIn(chatId)).map((text) => (text.includes('is up again') ? 'up' : text.split(':')[0]?.split(' ')[1]));
const states = async () => (await alertsIn(world)).map(({ kind, severity, state }) => `${kind} ${severity} ${state}`);

it('an outage and its recovery are told at once', async () => {
  await saw(1, 'tw', 'down');
  await pass(1);
  await saw(2, 'tw', 'up');
  await pass(2);
  expect(await heard()).toEqual(['MINOR', 'up']);
});

it('the next within the period is held back; still open at its end it is told, and its recovery after it', async () => {
  await saw(1, 'tw', 'down');
  await pass(1);
  await saw(2, 'tw', 'up');
  await saw(4, 'th', 'down');
  await pass(4);
  expect(await heard()).toEqual(['MINOR', 'up']);
  expect(await states()).toContain('partial minor deferred');
  await pass(10);
  expect(await heard()).toHaveLength(2);
  await pass(11);
  expect(await heard()).toEqual(['MINOR', 'up', 'MINOR']);
  expect((await endpointOf(world, 'a')).lastAlertAt).toBe(at(11) + SECOND_MS);
  await saw(12, 'th', 'up');
  await pass(12);
  expect(await heard()).toEqual(['MINOR', 'up', 'MINOR', 'up']);
});

it('the next within the period that ends before it is never told, nor is its recovery', async () => {
  await saw(1, 'tw', 'down');
  await pass(1);
  await saw(2, 'tw', 'up');
  await saw(4, 'th', 'down');
  await saw(5, 'th', 'up');
  for (const minute of [5, 11, 12]) await pass(minute);
  expect(await heard()).toEqual(['MINOR', 'up']);
  expect((await states()).sort()).toEqual(['partial minor sent', 'partial minor silenced', 'recovery minor sent']);
});

it('one that grows moreSevere than was told breaks the silence, and drops what was held back', async () => {
  await saw(1, 'tw', 'down');
  await pass(1);
  await saw(2, 'tw', 'up');
  await saw(4, 'th', 'down');
  await saw(5, 'tw', 'down');
  await pass(5);
  expect(await heard()).toEqual(['MINOR', 'up', 'CRITICAL']);
  for (const minute of [11, 12]) await pass(minute);
  expect(await heard()).toHaveLength(3);
  expect(await states()).toContain('partial minor silenced');
  await saw(13, 'tw', 'up');
  await saw(13.5, 'th', 'up');
  await pass(14);
  expect(await heard()).toEqual(['MINOR', 'up', 'CRITICAL', 'up']);
});

it('what is held back of an endpoint that was deleted ends as silenced', async () => {
  await saw(1, 'tw', 'down');
  await pass(1);
  await saw(2, 'tw', 'up');
  await saw(4, 'th', 'down');
  await endpoints.ref(world.run(T0).db, 'a').delete();
  await pass(11);
  expect(await heard()).toEqual(['MINOR', 'up']);
  expect(await states()).toContain('partial minor silenced');
});

it('a recovery that a slow run makes is still behind its outage, and told with it where that still waits', async () => {
  const slow = world.run(at(1));
  await saw(2, 'tw', 'down');
  await agents.tw.saw(world.run(at(3)), { up: ['a'] });
  await drain(slow, 'tw');
  await pass(4);
  expect(await messagesIn(chatId)).toEqual([expect.stringContaining('it failed from Taiwan for')]);
});
