import type { LocalFailure } from '@farwatch/core/values/local-failure';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectConsistent } from '../testing/expect-consistent.ts';
import { alertsIn, endpointOf, incidentsIn } from '../testing/look.ts';
import { OWNER, stage } from '../testing/stage.ts';
import { TestAgent } from '../testing/test-agent.ts';
import { newWorld, T0, type World } from '../testing/world.ts';
import { drain } from './drain.ts';

let world: World;
const [taiwan, thailand] = [new TestAgent('tw1'), new TestAgent('th1')];
beforeEach(async () => {
  world = newWorld();
  await stage(world, {
    owners: [{ id: OWNER, chatId: '9' }],
    monitors: [{ id: 'shop', locations: ['tw', 'th'], endpoints: ['a'] }],
    agents: [
      { id: 'tw1', location: 'tw', ownerIds: [OWNER] },
      { id: 'th1', location: 'th', ownerIds: [OWNER] },
    ],
  });
});
afterEach(() => expectConsistent(world).finally(() => world.close()));

const minutes = (count: number) => T0 + count * MINUTE_MS;

async function saw(agent: TestAgent, minute: number, seen: { up?: string[]; down?: string[] }): Promise<void> {
  await agent.saw(world.run(minutes(minute)), seen);
  await drain(world.run(minutes(minute)), agent.id);
}

async function withdraws(agent: TestAgent, minute: number, reason: LocalFailure): Promise<void> {
  const report = agent.report(minutes(minute));
  const withdrawn = { a: { reason, since: minutes(minute - 5), rev: 0 } };
  report.owners = { [OWNER]: { ...agent.part(minutes(minute), {}), withdrawn } };
  await agent.send(world.run(minutes(minute)), report);
  await drain(world.run(minutes(minute)), agent.id);
}

it('a location that can no longer judge loses its vote, pages nobody, and votes again with its next verdict', async () => {
  await saw(taiwan, 0, { up: ['a'] });
  await saw(thailand, 0, { up: ['a'] });
  await withdraws(taiwan, 6, 'no-ipv6');
  expect(await endpointOf(world, 'a')).toMatchObject({
    status: 'up',
    votes: { tw: { up: true, withdrawn: 'no-ipv6' }, th: { up: true } },
  });
  await withdraws(thailand, 7, 'sinkhole');
  expect(await endpointOf(world, 'a')).toMatchObject({ status: 'unknown', since: minutes(2) });
  expect([await incidentsIn(world), await alertsIn(world)]).toEqual([[], []]);
  await saw(taiwan, 9, { up: ['a'] });
  const { status, votes } = await endpointOf(world, 'a');
  expect([status, votes.tw?.withdrawn, votes.th?.withdrawn]).toEqual(['up', undefined, 'sinkhole']);
});
