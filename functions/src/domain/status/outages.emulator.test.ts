import type { AgentLocation } from '@farwatch/core/values/locations';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { notifyOwner } from '../../entry/tasks/notify-owner.ts';
import { drain } from '../../entry/triggers/drain.ts';
import { notifications } from '../../platform/db/collections.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { loseAgent } from '../../testing/lose-agent.ts';
import { newChat } from '../../testing/outbox.ts';
import { readAllIncidents, readEndpoint, readMonitor } from '../../testing/read-documents.ts';
import { OWNER, type SeedOwner, seedProject } from '../../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';

/** From verdicts to messages: which outages are announced, when and how. */

let project: TestProject;
let chatId: string;
let agents: Record<AgentLocation, TestAgent>;
beforeEach(() => {
  useTelegram();
  project = newTestProject();
  chatId = newChat();
});
afterEach(() => expectConsistent(project).finally(() => project.close()));

async function seedMonitorAt(locations: AgentLocation[], owner: Partial<SeedOwner> = {}): Promise<void> {
  await seedProject(project, {
    owners: [{ id: OWNER, chatId, severity: 'high', ...owner }],
    monitors: [{ id: 'shop', locations, endpoints: ['a'] }],
    agents: locations.map((location) => ({ id: location, location, ownerIds: [OWNER] })),
  });
  agents = { tw: new TestAgent('tw'), th: new TestAgent('th'), bd: new TestAgent('bd') };
  for (const from of locations) await reportAndDrain(T0, from, 'up');
}

async function reportAndDrain(atMs: number, from: AgentLocation, what: 'up' | 'down' | 'nothing'): Promise<void> {
  const run = project.run(atMs);
  await agents[from].report(run, what === 'nothing' ? {} : { [what]: ['a'] });
  await drain(run, from);
}

/** Looks at the channels as the task does, waiting for locations for a few seconds. */
const send = (atMs: number) => notifyOwner(project.run(atMs), { ownerId: OWNER }, virtualClock(atMs));
const headlines = async () => (await messagesIn(chatId)).map((text) => text.split('\n')[0]);
const statusOf = async () => (await readEndpoint(project, 'a')).status;

describe('a location is blocked for months, so the incident stays open', () => {
  const WEEK_MS = 7 * DAY_MS;
  const EVERYWHERE: AgentLocation[] = ['tw', 'th', 'bd'];
  beforeEach(async () => {
    await seedMonitorAt(EVERYWHERE);
    await reportAndDrain(T0 + MINUTE_MS, 'bd', 'down');
  });

  async function outage(atMs: number): Promise<void> {
    for (const [index, from] of (['tw', 'th'] as const).entries()) await reportAndDrain(atMs + index, from, 'down');
    await send(atMs + SECOND_MS);
  }
  async function recovery(atMs: number): Promise<void> {
    for (const [index, from] of (['tw', 'th'] as const).entries()) await reportAndDrain(atMs + index, from, 'up');
    await send(atMs + SECOND_MS);
  }

  it('announces each outage and each recovery', async () => {
    await outage(T0 + 60 * DAY_MS);
    await recovery(T0 + 60 * DAY_MS + 5 * MINUTE_MS);
    await outage(T0 + 60 * DAY_MS + WEEK_MS);
    await recovery(T0 + 60 * DAY_MS + WEEK_MS + 3 * MINUTE_MS);
    expect(await headlines()).toEqual([
      '🔴 CRITICAL: shop › a is down',
      '🟢 shop › a is up again',
      '🔴 CRITICAL: shop › a is down',
      '🟢 shop › a is up again',
    ]);
    const [, first = '', , second = ''] = await messagesIn(chatId);
    expect(first).toContain('Down for: 5 min');
    expect(second).toContain('Down for: 3 min');
    expect(await readAllIncidents(project)).toMatchObject([{ status: 'active', outage: { number: 2 } }]);
  });

  it('alerts a recovery even if its outage started more than 30 days ago', async () => {
    await outage(T0 + DAY_MS);
    await recovery(T0 + 46 * DAY_MS);
    expect(await headlines()).toEqual(['🔴 CRITICAL: shop › a is down', '🟢 shop › a is up again']);
  });

  it('an agent lost while its vote is down neither ends the outage nor starts a new one when it returns', async () => {
    const start = T0 + DAY_MS;
    await reportAndDrain(start, 'tw', 'down');
    await send(start + SECOND_MS);
    expect(await headlines()).toEqual(['🔴 MAJOR: shop › a is down']);
    for (const from of ['th', 'bd'] as const) await reportAndDrain(start + 6 * MINUTE_MS, from, 'nothing');
    await loseAgent(project.run(start + 6 * MINUTE_MS), 'tw');
    expect(await statusOf()).toBe('down');
    await send(start + 6 * MINUTE_MS + SECOND_MS);
    await reportAndDrain(start + 9 * MINUTE_MS, 'tw', 'down');
    expect(await statusOf()).toBe('down');
    await send(start + 9 * MINUTE_MS + SECOND_MS);
    expect(await headlines()).toEqual(['🔴 MAJOR: shop › a is down']);
    await reportAndDrain(start + 12 * MINUTE_MS, 'tw', 'up');
    await send(start + 12 * MINUTE_MS);
    expect(await statusOf()).toBe('up');
    expect(await headlines()).toEqual(['🔴 MAJOR: shop › a is down', '🟢 shop › a is up again']);
  });
});

describe('three locations detect an outage within seconds', () => {
  beforeEach(() => seedMonitorAt(['tw', 'th', 'bd']));
  const at = (sec: number) => T0 + DAY_MS + sec * SECOND_MS;

  it('sends one alert with all locations as soon as all have reported', async () => {
    await reportAndDrain(at(0), 'tw', 'down');
    await reportAndDrain(at(2), 'th', 'down');
    await reportAndDrain(at(3), 'bd', 'down');
    await send(at(3));
    expect(await headlines()).toEqual(['🔴 CRITICAL: shop › a is down']);
    expect((await messagesIn(chatId))[0]).toContain('Locations: Taiwan, Thailand, Bangladesh');
    await send(at(60));
    expect(await headlines()).toHaveLength(1);
  });

  it('waits eight seconds for a location that does not report', async () => {
    await reportAndDrain(at(0), 'tw', 'down');
    await reportAndDrain(at(2), 'th', 'down');
    const clock = virtualClock(at(2));
    await notifyOwner(project.run(at(2)), { ownerId: OWNER }, clock);
    expect(await headlines()).toEqual(['🔴 MAJOR: shop › a is down']);
    expect(clock.now()).toBe(at(10));
  });

  it('does not wait for a location that reports up', async () => {
    await reportAndDrain(at(0), 'tw', 'down');
    await reportAndDrain(at(2), 'th', 'down');
    await reportAndDrain(at(3), 'bd', 'up');
    const clock = virtualClock(at(2.5));
    await notifyOwner(project.run(at(2.5)), { ownerId: OWNER }, clock);
    expect(await headlines()).toEqual(['🔴 MAJOR: shop › a is down']);
    expect(clock.now()).toBe(at(3));
  });

  it('lets only one task wait', async () => {
    await reportAndDrain(at(0), 'tw', 'down');
    await reportAndDrain(at(2), 'th', 'down');
    const clock = virtualClock(at(2));
    const asleep = Promise.withResolvers<void>();
    const wakeUp = Promise.withResolvers<void>();
    const sleepingClock = {
      now: clock.now,
      sleep: async (ms: number) => {
        asleep.resolve();
        await wakeUp.promise;
        await clock.sleep(ms);
      },
    };
    const waiting = notifyOwner(project.run(at(2)), { ownerId: OWNER }, sleepingClock);
    await asleep.promise;
    const failingClock = { now: () => at(2), sleep: () => Promise.reject(new Error('a second task waits')) };
    await notifyOwner(project.run(at(2)), { ownerId: OWNER }, failingClock);
    expect(await headlines()).toEqual([]);
    wakeUp.resolve();
    await waiting;
    expect(await headlines()).toEqual(['🔴 MAJOR: shop › a is down']);
  });

  it('sends one message with the duration if the outage ends while its message waits', async () => {
    await reportAndDrain(at(0), 'tw', 'down');
    await reportAndDrain(at(2), 'th', 'down');
    await reportAndDrain(at(6), 'th', 'up');
    await reportAndDrain(at(6.5), 'tw', 'up');
    await send(at(7));
    expect(await headlines()).toEqual(['🟢 shop › a is up again: it was down for 4 s']);
    await send(at(60));
    expect(await headlines()).toHaveLength(1);
  });

  it('sends one message if the filter also admits partial failures', async () => {
    const all = { 'thresholds.severity': 'all' };
    await notifications.ref(project.run(T0).db, 'notifications', OWNER).update(all);
    await reportAndDrain(at(0), 'tw', 'down');
    await reportAndDrain(at(1), 'th', 'down');
    await reportAndDrain(at(2), 'bd', 'down');
    await send(at(2));
    for (const from of ['tw', 'th', 'bd'] as const) await reportAndDrain(at(30), from, 'up');
    await send(at(31));
    expect(await headlines()).toEqual(['🔴 CRITICAL: shop › a is down', '🟢 shop › a is up again']);
  });
});

describe('a lost agent is not a verdict', () => {
  const at = (minute: number) => T0 + DAY_MS + minute * MINUTE_MS;

  it('when only the blocked one of two locations is left, the status is unknown and no outage is alerted', async () => {
    await seedMonitorAt(['tw', 'bd']);
    await reportAndDrain(at(0), 'bd', 'down');
    await reportAndDrain(at(6), 'bd', 'nothing');
    await sweep(project.run(at(6)));
    await sweep(project.run(at(12)));
    expect(await statusOf()).toBe('unknown');
    expect(await readAllIncidents(project)).toMatchObject([{ severity: 'minor', peakSeverity: 'minor', outage: null }]);
    await send(at(12));
    expect(await headlines()).toEqual([]);
  });

  it('counts a new down verdict of the remaining location', async () => {
    await seedMonitorAt(['tw', 'bd']);
    await reportAndDrain(at(6), 'bd', 'nothing');
    await loseAgent(project.run(at(6)), 'tw');
    await reportAndDrain(at(7), 'bd', 'down');
    expect(await statusOf()).toBe('down');
    await send(at(7));
    expect(await headlines()).toEqual(['🔴 CRITICAL: shop › a is down']);
  });

  it('alerts the recovery of an outage that ends during a coverage gap, with one incident', async () => {
    await seedMonitorAt(['tw', 'th']);
    await loseAgent(project.run(at(6)), 'th');
    await reportAndDrain(at(7), 'tw', 'down');
    await send(at(7));
    await loseAgent(project.run(at(13)), 'tw');
    await reportAndDrain(at(14), 'th', 'up');
    expect(await statusOf()).toBe('unknown');
    await reportAndDrain(at(15), 'th', 'up');
    await send(at(15));
    expect(await statusOf()).toBe('up');
    expect(await readAllIncidents(project)).toMatchObject([
      { status: 'active', outage: { number: 1, endedAt: at(15) } },
    ]);
    expect((await readMonitor(project, 'shop')).incidents).toHaveLength(1);
    expect(await headlines()).toEqual(['🔴 CRITICAL: shop › a is down', '🟢 shop › a is up again']);
  });

  it('continues an outage after a coverage gap, and alerts it once', async () => {
    await seedMonitorAt(['tw']);
    await reportAndDrain(at(0), 'tw', 'down');
    await send(at(0));
    await loseAgent(project.run(at(6)), 'tw');
    expect(await statusOf()).toBe('unknown');
    await reportAndDrain(at(20), 'tw', 'down');
    expect(await statusOf()).toBe('down');
    await send(at(20));
    await reportAndDrain(at(30), 'tw', 'up');
    await send(at(30));
    expect(await headlines()).toEqual(['🔴 CRITICAL: shop › a is down', '🟢 shop › a is up again']);
  });
});
