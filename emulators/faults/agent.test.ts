import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageContent } from '@farwatch/core/documents/message';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tick } from '../src/clock.ts';
import { type CountingTarget, startCountingTarget } from './testing/counting-target.ts';
import { until } from './testing/until.ts';
import { SILENT_MS, startWorld, type World } from './testing/world.ts';

/** Long enough for a busy machine. */
const WAIT_MS = 90_000;
/** The simulator shows the same in `npm test`, without a product. */
const MINUTES = { tags: 'minutes' };

let world: World;
let target: CountingTarget;
/** Part of every path, so that each test and each attempt has its own URLs and visits. */
let attempt = 0;

beforeAll(async () => {
  [world, target] = await Promise.all([startWorld('faults'), startCountingTarget()]);
});

afterAll(async () => {
  await world?.stop();
  await target?.close();
});

beforeEach(() => {
  attempt += 1;
});

afterEach(async () => {
  target.switch(true);
  await world.retireAgents();
  expect(await world.contradictions()).toEqual([]);
});

const uniquePath = (path: string) => `${path}-${attempt}`;

/** Creates a monitor of one URL at one location and waits until it is up; returns the endpoint's id. */
async function addEndpoint(path: string, location: 'tw' | 'th' | 'bd'): Promise<string> {
  const monitorId = await world.addMonitor(`Watches ${path}`, [location], [target.urlOf(path)]);
  const monitor = await world.db.doc(`monitors/${monitorId}`).get();
  const [endpointId] = Object.keys(monitor.get('endpoints') as object);
  if (!endpointId) throw new Error('The monitor has no endpoint');
  await until(`${path} is up`, WAIT_MS, () => hasStatus(endpointId, 'up'));
  return endpointId;
}

/** Resolves when the next verdict change has been stored. */
function nextVerdictChange(): Promise<void> {
  return new Promise((resolve, reject) => {
    let isFirst = true;
    const stop = world.db.collection('verdictChanges').onSnapshot((snapshot) => {
      const isNew = !isFirst && snapshot.docChanges().some(({ type }) => type === 'added');
      isFirst = false;
      if (!isNew) return;
      stop();
      resolve();
    }, reject);
  });
}

async function hasStatus(endpointId: string, status: string): Promise<boolean> {
  return (await world.db.doc(`endpoints/${endpointId}`).get()).get('status') === status;
}

/** Waits until every visit of the target has arrived as a check, and expects no duplicates. */
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

describe('an agent killed between a check and its acknowledgement', MINUTES, () => {
  it.each([
    ['before the report reached the server', 'tw', 'cut'],
    ['after the report was applied, before the answer came', 'th', 'muteAnswers'],
  ] as const)('reports it once after its restart: %s', async (_, location, fault) => {
    const path = uniquePath(`/killed-${location}`);
    const { agent, relay } = await world.addAgent(`Killed ${location}`, location);
    const endpointId = await addEndpoint(path, location);
    await world.setInterval(location, 3600);
    await sleep(1_000);
    relay[fault]();
    target.switch(false);
    const before = target.visits(path);
    await world.db.doc(`commands/${agent.id}`).update({ [`checkNow.${endpointId}`]: Date.now() });
    await until('the outage was checked twice', WAIT_MS, () => target.visits(path) >= before + 2);
    if (fault === 'muteAnswers') await until('the report was applied', WAIT_MS, () => hasStatus(endpointId, 'down'));
    else await sleep(1_000);
    await agent.kill();
    expect(await hasStatus(endpointId, 'down')).toBe(fault === 'muteAnswers');
    relay.restore();
    await agent.start();
    await until('the outage is known', WAIT_MS, () => hasStatus(endpointId, 'down'));
    await expectAllArrived(endpointId, path);
  });
});

describe('functions that are down for a minute', MINUTES, () => {
  it('receive every check made meanwhile once, and report the outage', async () => {
    const { agent, relay } = await world.addAgent('Cut off', 'bd');
    const path = uniquePath('/minute');
    const endpointId = await addEndpoint(path, 'bd');
    await world.setInterval('bd', 2);
    await sleep(3_000);
    relay.cut();
    const before = target.visits(path);
    await sleep(20_000);
    target.switch(false);
    await sleep(40_000);
    expect(target.visits(path) - before).toBeGreaterThan(20);
    expect(await hasStatus(endpointId, 'up')).toBe(true);
    relay.restore();
    await until('the outage is known', WAIT_MS, () => hasStatus(endpointId, 'down'));
    await agent.stop();
    await agent.start();
    const count = await expectAllArrived(endpointId, path);
    console.log(`Functions down for a minute: ${count} checks made, ${count} arrived`);
  });
});

describe('functions that are killed while they work', MINUTES, () => {
  it('are completed by the sweep, which alerts of an outage and its end', async () => {
    await world.addAgent('Goes on', 'bd');
    const path = uniquePath('/killed-functions');
    const endpointId = await addEndpoint(path, 'bd');
    await world.setInterval('bd', 2);
    const announced = async (kind: string) => {
      const isMeant = (each: MessageContent) => each.endpointId === endpointId && each.kind === kind;
      const { docs } = await world.db.collection('messages').get();
      const found = docs.filter((doc) => doc.get('contents').some(isMeant));
      return found.map((doc) => `${doc.get('channelId')} ${doc.get('state')}`).sort();
    };
    for (const [isUp, afterMs, kind] of [
      [false, 0, 'outage'],
      [true, 150, 'recovery'],
    ] as const) {
      const reported = nextVerdictChange();
      target.switch(isUp);
      await reported;
      await sleep(afterMs); // into the drain, the task, or the message
      await world.killFunctions();
      await until(`${path} is ${isUp ? 'up' : 'down'}`, WAIT_MS, async () => {
        await tick(world.functions, 'sweep', Date.now()).catch(() => {});
        return hasStatus(endpointId, isUp ? 'up' : 'down');
      });
      await until(`${kind} is announced by both channels`, WAIT_MS, async () => {
        await tick(world.functions, 'sweep', Date.now());
        return (await announced(kind)).length >= 2;
      });
    }
    for (const kind of ['outage', 'recovery']) expect(await announced(kind)).toEqual(['email sent', 'telegram sent']);
    const chat = (await world.messages()).filter((text) => text.includes(path)).join('\n');
    expect(chat).toMatch(/is down[\s\S]*is up again/);
  });
});

describe('an agent that starts again while the functions are down', MINUTES, () => {
  it('checks its previous assignments; every check arrives once when the functions are back, and the outage is known', async () => {
    const { agent, relay } = await world.addAgent('Starts cut off', 'th');
    const path = uniquePath('/started');
    const endpointId = await addEndpoint(path, 'th');
    await world.setInterval('th', 2);
    const steady = target.visits(path);
    await until('it is checked often', 20_000, () => target.visits(path) >= steady + 3);
    relay.cut();
    await sleep(1_000); // between two checks: a running check is lost by the kill
    await agent.kill();
    const before = target.visits(path);
    await agent.start();
    await until('it is checked while cut off', 20_000, () => target.visits(path) >= before + 3);
    target.switch(false);
    const down = target.visits(path);
    await until('the outage was checked', 20_000, () => target.visits(path) >= down + 3);
    expect(await hasStatus(endpointId, 'up')).toBe(true);
    relay.restore();
    await until('the outage is known', 60_000, () => hasStatus(endpointId, 'down'));
    await world.setInterval('th', 3600);
    await sleep(3_000);
    await agent.stop();
    await agent.start();
    await expectAllArrived(endpointId, path);
  });
});

describe('an agent that never returns', MINUTES, () => {
  it('is replaced by another one in its country, which finds an outage that started meanwhile', async () => {
    const first = await world.addAgent('Goes', 'tw');
    const endpointId = await addEndpoint(uniquePath('/replaced'), 'tw');
    const assignment = world.db.doc('assignments/tw_demoUser');
    const assignedAgent = async () => (await assignment.get()).get('agentId') as string;
    await until('the first agent has it', WAIT_MS, async () => (await assignedAgent()) === first.agent.id);
    const second = await world.addAgent('Stays', 'tw');
    await first.agent.kill();
    target.switch(false);
    await world.setSilence(first.agent.id, SILENT_MS);
    await tick(world.functions, 'sweep', Date.now());
    await until('the other agent has it', WAIT_MS, async () => (await assignedAgent()) === second.agent.id);
    await until('the outage is known', WAIT_MS, () => hasStatus(endpointId, 'down'));
  });
});
