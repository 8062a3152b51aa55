import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { agents, assignments } from '../db/collections.ts';
import { expectConsistent } from '../testing/expect-consistent.ts';
import { loseAgent } from '../testing/lose-agent.ts';
import { stage } from '../testing/stage.ts';
import { resetWire, wireCounts } from '../testing/wire.ts';
import { newWorld, T0, type World } from '../testing/world.ts';
import { rebalance } from './rebalance.ts';

const OWNERS = Array.from({ length: 150 }, (_, index) => `owner-${index}`);
/** To look at an owner's endpoints anew, of which none was checked yet. */
const CALLS_OF_A_REVIEW = 2;
let world: World;

/** An agent of many owners, which was just reset, beside one with nothing. */
beforeEach(async () => {
  world = newWorld();
  const monitor = (ownerId: string) => ({
    id: `m-${ownerId}`,
    ownerId,
    locations: ['tw' as const],
    endpoints: [ownerId],
  });
  await stage(world, {
    monitors: OWNERS.map(monitor),
    agents: [
      { id: 'old', location: 'tw', ownerIds: OWNERS },
      { id: 'new', location: 'tw' },
    ],
  });
  await agents.ref(world.run(T0).db, 'old').update({ joined: false });
});
afterEach(() => world.close());

const leftWithOld = async () =>
  (await assignments.collection(world.run(T0).db).where('agentId', '==', 'old').get()).docs.map((doc) => doc.id);

it('what an agent had moves with a write for each owner, and a few for both agents', async () => {
  await resetWire();
  await rebalance(world.wired(T0), 'tw');
  const { writes } = await wireCounts();
  expect(await leftWithOld()).toEqual([]);
  expect(writes).toBeLessThan(OWNERS.length + 15);
  await expectConsistent(world);
});

it('an assignment that cannot be read keeps no other where it was', async () => {
  const id = `tw_${OWNERS[7]}`;
  await assignments.ref(world.run(T0).db, id).update({ liveSeq: 'none' });
  await expect(rebalance(world.run(T0), 'tw')).rejects.toThrow('liveSeq');
  expect(await leftWithOld()).toEqual([id]);
});

it('whether its votes count is set for a hundred owners at a time', async () => {
  await agents.ref(world.run(T0).db, 'old').update({ joined: true });
  await agents.ref(world.run(T0).db, 'new').delete();
  await resetWire();
  await loseAgent(world.wired(T0 + 6 * MINUTE_MS), 'old');
  expect((await wireCounts()).calls).toBeLessThan(OWNERS.length * CALLS_OF_A_REVIEW + 50);
  const live = assignments.collection(world.run(T0).db).where('live', '==', true);
  expect((await live.count().get()).data().count).toBe(0);
});
