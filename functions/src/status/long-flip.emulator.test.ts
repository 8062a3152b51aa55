import { SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endpointOf } from '../testing/look.ts';
import { stage } from '../testing/stage.ts';
import { TestAgent } from '../testing/test-agent.ts';
import { holdNext, resetWire } from '../testing/wire.ts';
import { newWorld, T0, type World } from '../testing/world.ts';
import { drain } from './drain.ts';

const OWNERS = Array.from({ length: 30 }, (_, index) => `owner-${index}`);
const LAST = 'owner-29';
let world: World;
beforeEach(async () => {
  world = newWorld();
  await stage(world, {
    monitors: OWNERS.map((ownerId) => ({ id: `m-${ownerId}`, ownerId, locations: ['tw'], endpoints: [ownerId] })),
    agents: [{ id: 'tw', location: 'tw', ownerIds: OWNERS }],
  });
});
afterEach(() => world.close());

it('a verdictChange of many owners is applied by one drain, however long it takes', async () => {
  const agent = new TestAgent('tw');
  const report = agent.report(T0);
  for (const ownerId of OWNERS) report.owners[ownerId] = agent.part(T0, { down: [ownerId] });
  await agent.send(world.run(T0), report);
  let aheadMs = 0;
  const clock = () => T0 + aheadMs;
  await resetWire();
  const early = await holdNext('endpoints/owner-7');
  const drained = drain(world.wired(T0), 'tw', clock);
  await early.arrived();
  const late = await holdNext(`endpoints/${LAST}`);
  aheadMs = 40 * SECOND_MS;
  await early.release();
  await late.arrived();
  aheadMs = 80 * SECOND_MS;
  await drain(world.run(T0), 'tw', clock);
  expect((await endpointOf(world, LAST)).status).toBe('pending');
  await late.release();
  await drained;
  expect((await endpointOf(world, LAST)).status).toBe('down');
});
