import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoAgent } from '../src/agents/demo-agent.ts';
import { tick } from '../src/clock.ts';
import { type CountingTarget, startCountingTarget } from './testing/counting-target.ts';
import { until } from './testing/until.ts';
import { startWorld, type World } from './testing/world.ts';

/** Long enough for a machine that does much else. */
const WAIT_MS = 90_000;
/** Longer than an agent may be silent and count as active. */
const SILENT_MS = 5 * 60_000 + 1_000;

let world: World;
let target: CountingTarget;

beforeAll(async () => {
  [world, target] = await Promise.all([startWorld('faults'), startCountingTarget()]);
});

afterAll(async () => {
  await world?.stop();
  await target?.close();
});

/** A monitor of one URL at one location, already seen up; returns the endpoint's id. */
async function watched(path: string, location: 'tw' | 'th' | 'bd'): Promise<string> {
  const monitorId = await world.addMonitor(`Watches ${path}`, [location], [target.urlOf(path)]);
  const monitor = await world.db.doc(`monitors/${monitorId}`).get();
  const [endpointId] = Object.keys(monitor.get('endpoints') as object);
  if (!endpointId) throw new Error('The monitor has no endpoint');
  await until(`${path} is up`, WAIT_MS, () => hasStatus(endpointId, 'up'));
  return endpointId;
}

async function hasStatus(endpointId: string, status: string): Promise<boolean> {
  return (await world.db.doc(`endpoints/${endpointId}`).get()).get('status') === status;
}

/** Stops an agent and has it known to be silent at once, so that what it holds goes to the next. */
async function retire(agent: DemoAgent): Promise<void> {
  await agent.stop();
  await world.age(agent.id, SILENT_MS);
  await tick(world.functions, 'sweep', Date.now());
}

/** Every visit of the target has arrived as a check, once. */
async function expectAllArrived(endpointId: string, path: string): Promise<number> {
  const arrived = await until(`all checks of ${path} arrived`, WAIT_MS, async () => {
    const visits = target.visits(path);
    const checks = await world.arrived(endpointId);
    return checks.length >= visits && visits === target.visits(path) ? checks : null;
  });
  expect(new Set(arrived.map((check) => check.at)).size).toBe(arrived.length);
  expect(arrived.length).toBe(target.visits(path));
  return arrived.length;
}

describe('an agent killed between a check and its acknowledgement', () => {
  it.each([
    ['before the report reached the server', 'tw', 'cut'],
    ['after the report was applied, before the answer came', 'th', 'muteAnswers'],
  ] as const)('sends it once after its restart: %s', async (_, location, fault) => {
    const path = `/killed-${location}`;
    const { agent, relay } = await world.addAgent(`Killed ${location}`, location);
    const endpointId = await watched(path, location);
    await world.hurry(location, 3600);
    await sleep(1_000);
    relay[fault]();
    target.switch(false);
    const before = target.visits(path);
    await world.db.doc(`commands/${agent.id}`).update({ [`checkNow.${endpointId}`]: Date.now() });
    await until('the outage was seen twice', WAIT_MS, () => target.visits(path) >= before + 2);
    if (fault === 'muteAnswers') await until('the report was applied', WAIT_MS, () => hasStatus(endpointId, 'down'));
    else await sleep(1_000);
    await agent.kill();
    expect(await hasStatus(endpointId, 'down')).toBe(fault === 'muteAnswers');
    relay.restore();
    await agent.start();
    await until('the outage is known', WAIT_MS, () => hasStatus(endpointId, 'down'));
    await expectAllArrived(endpointId, path);
    target.switch(true);
    await retire(agent);
  });
});

describe('functions that are down for a minute', () => {
  it('leave nothing missing: every check made meanwhile arrives, once, and the outage in it is told', async () => {
    const { agent, relay } = await world.addAgent('Cut off', 'bd');
    const endpointId = await watched('/minute', 'bd');
    await world.hurry('bd', 2);
    await sleep(3_000);
    relay.cut();
    const before = target.visits('/minute');
    await sleep(20_000);
    target.switch(false);
    await sleep(40_000);
    expect(target.visits('/minute') - before).toBeGreaterThan(20);
    expect(await hasStatus(endpointId, 'up')).toBe(true);
    relay.restore();
    await until('the outage is known', WAIT_MS, () => hasStatus(endpointId, 'down'));
    await agent.stop();
    await agent.start();
    const count = await expectAllArrived(endpointId, '/minute');
    console.log(`Functions down for a minute: ${count} checks made, ${count} arrived`);
    target.switch(true);
    await retire(agent);
  });
});

describe('an agent that starts again while the functions are down', () => {
  it('checks what it was assigned before; every check arrives once the functions are back, once, and the outage is told', async () => {
    const { agent, relay } = await world.addAgent('Starts cut off', 'th');
    const endpointId = await watched('/started', 'th');
    await world.hurry('th', 2);
    const steady = target.visits('/started');
    await until('it is checked often', 20_000, () => target.visits('/started') >= steady + 3);
    relay.cut();
    await sleep(1_000); // between two checks: one that runs when it is killed is lost
    await agent.kill();
    const before = target.visits('/started');
    await agent.start();
    await until('it is checked while cut off', 20_000, () => target.visits('/started') >= before + 3);
    target.switch(false);
    const down = target.visits('/started');
    await until('the outage was seen', 20_000, () => target.visits('/started') >= down + 3);
    expect(await hasStatus(endpointId, 'up')).toBe(true);
    relay.restore();
    await until('the outage is known', 60_000, () => hasStatus(endpointId, 'down'));
    await world.hurry('th', 3600);
    await sleep(3_000);
    await agent.stop();
    await agent.start();
    await expectAllArrived(endpointId, '/started');
    target.switch(true);
    await retire(agent);
  });
});

describe('an agent that is gone for good', () => {
  it('is replaced by another of its country, and an outage that begins meanwhile is seen', async () => {
    const first = await world.addAgent('Goes', 'tw');
    const endpointId = await watched('/replaced', 'tw');
    const assignment = world.db.doc('assignments/tw_demoUser');
    const holder = async () => (await assignment.get()).get('agentId') as string;
    await until('the first agent holds it', WAIT_MS, async () => (await holder()) === first.agent.id);
    const second = await world.addAgent('Stays', 'tw');
    await first.agent.kill();
    target.switch(false);
    await world.age(first.agent.id, SILENT_MS);
    await tick(world.functions, 'sweep', Date.now());
    expect(await holder()).toBe(second.agent.id);
    await until('the outage is seen', WAIT_MS, () => hasStatus(endpointId, 'down'));
    target.switch(true);
    await retire(second.agent);
  });
});
