import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OWNER, stage } from '../testing/stage.ts';
import { TestAgent } from '../testing/test-agent.ts';
import { failNext, faultsLeft, resetWire } from '../testing/wire.ts';
import { newWorld, T0, type World } from '../testing/world.ts';

let world: World;
beforeEach(async () => {
  await resetWire();
  world = newWorld();
  await stage(world, {
    monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
    agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
  });
});
afterEach(() => world.close());

it('a report whose commit lost its answer is not told as one that was there before', async () => {
  const agent = new TestAgent('tw');
  await failNext({ fault: 'lose', method: 'Commit', touching: '/agentStates/' });
  const report = agent.report(T0, { up: ['a'] });
  expect(await agent.send(world.wired(T0), report)).toMatchObject({ seq: 1, applied: true });
  expect(await faultsLeft()).toEqual([]);
  expect(await agent.send(world.wired(T0 + MINUTE_MS), report)).toMatchObject({ seq: 1, applied: false });
});
