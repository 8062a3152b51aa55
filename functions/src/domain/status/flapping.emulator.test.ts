import { transitionsOf } from '@farwatch/core/decisions/history/event-order';
import { endpointAvailability } from '@farwatch/core/decisions/status/availability';
import { endpointHistories, endpointHistory } from '@farwatch/core/decisions/status/monitor-history';
import { FLAPPING } from '@farwatch/core/values/limits';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { notifyOwner } from '../../entry/tasks/notify-owner.ts';
import { drain } from '../../entry/triggers/drain.ts';
import { statusEvents } from '../../platform/db/collections.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { newChat } from '../../testing/outbox.ts';
import { readAllIncidents, readEndpoint, readMonitor } from '../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';

/** docs/status.md, Flapping: from verdicts to messages and history. */

const ALTERNATES_MS = 31 * SECOND_MS;

let project: TestProject;
let chatId: string;
let agent: TestAgent;
let nowMs: number;
beforeEach(async () => {
  useTelegram();
  project = newTestProject();
  chatId = newChat();
  await seedProject(project, {
    owners: [{ id: OWNER, chatId }],
    monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
    agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
  });
  agent = new TestAgent('tw');
  nowMs = T0;
  await report('up');
});
afterEach(() => expectConsistent(project).finally(() => project.close()));

async function report(what: 'up' | 'down'): Promise<void> {
  const run = project.run(nowMs);
  await agent.report(run, { [what]: ['a'] });
  await drain(run, 'tw');
  await notifyOwner(project.run(nowMs + SECOND_MS), { ownerId: OWNER }, virtualClock(nowMs + SECOND_MS));
}

/** Alternates until a time, and leaves the endpoint up. */
async function alternate(untilMs: number): Promise<number> {
  let outages = 0;
  for (; nowMs + 2 * ALTERNATES_MS <= untilMs; outages += 1) {
    nowMs += ALTERNATES_MS;
    await report('down');
    nowMs += ALTERNATES_MS;
    await report('up');
  }
  return outages;
}

async function becomeStable(): Promise<void> {
  nowMs += FLAPPING.stableAfterMs;
  await sweep(project.run(nowMs));
  await notifyOwner(project.run(nowMs), { ownerId: OWNER }, virtualClock(nowMs));
}

const headlines = async () => (await messagesIn(chatId)).map((text) => text.split('\n')[0]);

const entries = async () => {
  const { docs } = await statusEvents.collection(project.run(T0).db, 'a').get();
  return docs.flatMap((doc) => statusEvents.read(doc) ?? []);
};

describe('an endpoint that alternates', () => {
  it('is one incident, announced twice, until it has been up for half an hour', async () => {
    const outages = await alternate(T0 + HOUR_MS);
    const upAt = nowMs;
    const [open, ...others] = (await readAllIncidents(project)).filter(({ status }) => status === 'active');
    expect(open).toMatchObject({ flapping: { outages, until: null }, stableAt: upAt + FLAPPING.stableAfterMs });
    expect(others).toEqual([]);
    expect((await readMonitor(project, 'shop')).incidents.at(-1)?.flapping?.outages).toBe(outages);
    await becomeStable();
    const incidents = await readAllIncidents(project);
    expect(incidents).toHaveLength(FLAPPING.outages);
    expect(incidents.at(-1)).toMatchObject({ status: 'resolved', resolvedAt: upAt });
    expect((await readMonitor(project, 'shop')).incidents.at(-1)?.flapping).toBeUndefined();
    const announced = await headlines();
    expect(announced.slice(0, 8)).toEqual(
      Array.from({ length: 4 }, () => ['🔴 CRITICAL: shop › a is down', '🟢 shop › a is up again']).flat(),
    );
    expect(announced.slice(8)).toEqual([
      '🔴 CRITICAL: shop › a keeps going up and down, 5 outages so far',
      `🟢 shop › a is up again and stable: it went down ${outages} times within 59 min 25 s`,
    ]);
  });

  it('has an entry of its status history for each hour, and an exact availability', async () => {
    const outages = await alternate(T0 + 3 * HOUR_MS);
    const found = await entries();
    expect(found).toHaveLength(2 * FLAPPING.outages + 2);
    const downMs = outages * ALTERNATES_MS;
    const [endpoint, monitor] = [await readEndpoint(project, 'a'), await readMonitor(project, 'shop')];
    const histories = [
      endpointHistory(endpoint, endpoint.transitions, []),
      ...endpointHistories(monitor).values(),
      endpointHistory(endpoint, transitionsOf(found), []),
    ];
    for (const history of histories)
      expect(endpointAvailability(history, nowMs)).toMatchObject({ downMs, knownMs: nowMs - T0 });
  });

  it('is announced as down once it has been so for half an hour', async () => {
    await alternate(T0 + 10 * MINUTE_MS);
    nowMs += ALTERNATES_MS;
    await report('down');
    await becomeStable();
    nowMs += MINUTE_MS;
    await report('up');
    expect((await headlines()).slice(9)).toEqual(['🔴 CRITICAL: shop › a is down', '🟢 shop › a is up again']);
    expect((await readAllIncidents(project)).filter(({ status }) => status === 'active')).toEqual([]);
  });

  it('continues with an outage before it is stable', async () => {
    await alternate(T0 + 10 * MINUTE_MS);
    nowMs += FLAPPING.stableAfterMs - MINUTE_MS;
    await alternate(nowMs + 2 * MINUTE_MS);
    await sweep(project.run(nowMs));
    expect(await readAllIncidents(project)).toHaveLength(FLAPPING.outages);
    expect(await headlines()).toHaveLength(9);
  });
});
