import type { MaintenanceInput } from '@farwatch/core/contracts/api/maintenance';
import { fitIncidents } from '@farwatch/core/decisions/status-page/fit-incidents';
import { windowId } from '@farwatch/core/documents/window';
import { type AttackRow, p95 } from '@farwatch/core/testing/attack-row';
import { sampleSnapshot } from '@farwatch/core/testing/snapshot-sample';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { sweep } from '../src/entry/jobs/sweep/sweep.ts';
import { drain } from '../src/entry/triggers/drain.ts';
import { OPTIONS } from '../src/options.ts';
import { heartbeats, outboxes, windows } from '../src/platform/db/collections.ts';
import { createMonitor, monitorBody } from '../src/testing/api/monitors.ts';
import type { TestUser } from '../src/testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../src/testing/api/test-api.ts';
import { injectFault, readProxyCounts, resetProxy } from '../src/testing/firestore-proxy.ts';
import { createHeartbeats, newHeartbeatSetup, pingUrlOf, readHeartbeat } from '../src/testing/heartbeat-setup.ts';
import { readAllIncidents } from '../src/testing/read-documents.ts';
import { OWNER, seedProject } from '../src/testing/seed-project.ts';
import { TestAgent } from '../src/testing/test-agent.ts';
import { newTestProject, T0 } from '../src/testing/test-project.ts';
import { newTestSite } from '../src/testing/test-site.ts';

/** The attacks of `npm run bench -- hostile` on the functions' handlers, with Firestore in memory: a line of JSON each. */
const INVALID_ARGUMENT = 3;
/** The database and what is put off log what they refuse. */
console.error = () => undefined;

const SLOW_RULES = [
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
  'FREQ=YEARLY;INTERVAL=3;BYYEARDAY=366,-1',
  'FREQ=MONTHLY;INTERVAL=1000;BYMONTHDAY=31',
];

const ATTACKS = [refusedPart, alternating, firstLooks, stuckWork, slowRules, largePage];
for (const attack of ATTACKS) console.log(JSON.stringify(await attack()));
process.exit(0);

/** How long the work takes each time, ms. */
async function timesOf(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedMs = performance.now();
    await work(index);
    taken.push(performance.now() - startedMs);
  }
  return taken;
}

/** An owner's results are refused by the database, in each report of an agent that has 40 owners. */
async function refusedPart(): Promise<AttackRow> {
  const owners = Array.from({ length: 40 }, (_, index) => `owner${index}`);
  const project = newTestProject();
  await seedProject(project, {
    monitors: owners.map((ownerId) => ({
      ...{ id: `m-${ownerId}`, ownerId, locations: ['tw'] },
      endpoints: [`e-${ownerId}`],
    })),
    agents: [{ id: 'tw', location: 'tw', ownerIds: owners }],
  });
  const agent = new TestAgent('tw');
  const report = (index: number) => {
    const run = project.viaProxy(T0 + index * SECOND_MS);
    const parts = owners.map((id) => [id, agent.buildOwnerReport(run.nowMs, { up: [`e-${id}`] })] as const);
    return agent.send(run, { ...agent.buildReport(run.nowMs), owners: Object.fromEntries(parts) });
  };
  await resetProxy();
  await timesOf(5, report);
  const without = await timesOf(20, (index) => report(5 + index));
  await injectFault({
    ...{ fault: 'refuse', method: 'Commit', touching: 'e-owner17', times: 100_000, status: INVALID_ARGUMENT },
  });
  // In the next window.
  const withAttack = await timesOf(20, (index) => report((10 * MINUTE_MS) / SECOND_MS + index));
  await resetProxy();
  const { db } = project.run(T0);
  const window = windows.read(await windows.ref(db, windowId('tw', T0 + 10 * MINUTE_MS)).get());
  const stored = Object.keys(window?.checks ?? {});
  await project.close();
  return {
    attack: 'a part of each report that the database refuses',
    neighbour: 'a report of 40 owners is answered',
    ...times(without, withAttack, { factor: 25, atLeastMs: 1_000 }),
    counts: [{ of: 'owners of the report who lose results', is: owners.length - stored.length, most: 1 }],
  };
}

/** An endpoint is down and up again every 31 s, for three hours of which a day has eight. */
async function alternating(): Promise<AttackRow> {
  const hours = 3;
  const project = newTestProject();
  await seedProject(project, {
    monitors: [
      { id: 'shop', locations: ['tw'], endpoints: ['a'] },
      { id: 'docs', ownerId: 'bo', locations: ['tw'], endpoints: ['b'] },
    ],
    agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER, 'bo'] }],
  });
  const agent = new TestAgent('tw');
  const report = async (nowMs: number, changed: Parameters<TestAgent['buildOwnerReport']>[1]) => {
    const run = project.viaProxy(nowMs);
    const bo = agent.buildOwnerReport(nowMs, { up: ['b'] });
    const own = agent.buildOwnerReport(nowMs, changed);
    await agent.send(run, { ...agent.buildReport(nowMs), owners: { [OWNER]: own, bo } });
    await drain(run, 'tw');
  };
  const every = 31 * SECOND_MS;
  const count = Math.floor((hours * HOUR_MS) / every);
  const state = (index: number) => (index % 2 === 0 ? { down: ['a'] } : { up: ['a'] });
  await report(T0, { up: ['a'] });
  const without = await timesOf(60, (index) => report(T0 + (index + 1) * SECOND_MS, { up: ['a'] }));
  await resetProxy();
  const withAttack = await timesOf(count, (index) => report(T0 + MINUTE_MS + (index + 1) * every, state(index)));
  const { writes } = await readProxyCounts();
  const incidents = (await readAllIncidents(project)).length;
  const { db } = project.run(T0);
  const events = (await db.collection('endpoints/a/events').get()).size;
  await project.close();
  const days = (HOUR_MS * hours) / DAY_MS;
  return {
    attack: 'an endpoint that alternates every 31 s',
    neighbour: 'a report is applied',
    ...times(without, withAttack, { factor: 15, atLeastMs: 1_000 }),
    counts: [
      // The first five incidents and ten events are before it flaps.
      { of: 'incidents a day', is: incidents, most: 6 },
      { of: 'events a day', is: 10 + (events - 10) / days, most: 60 },
      { of: 'documents written a day', is: writes / days, most: 40_000 },
    ],
  };
}

/** A new account has 100 domains, and a neighbour saves one a moment later. */
async function firstLooks(): Promise<AttackRow> {
  const domains = (names: string[]) => ({
    ...{ name: 'Domains', locations: ['tw' as const] },
    endpoints: names.map((name) => ({ url: `domain://${name}.test`, name })),
  });
  const api = await newTestApi();
  const wait = async (user: TestUser, names: string[]) => {
    const ahead = api.project.queue.waiting.length;
    await createMonitor(api, user, domains(names));
    return (ahead * SECOND_MS) / OPTIONS.askRegistry.rateLimits.maxDispatchesPerSecond;
  };
  const without = await wait(await api.user(), ['quiet']);
  api.project.queue.waiting = [];
  const greedy = await api.user();
  await wait(
    greedy,
    Array.from({ length: 100 }, (_, index) => `many${index}`),
  );
  const withAttack = await wait(await api.user(), ['neighbour']);
  await api.close();
  return {
    attack: 'the first looks for 100 domains',
    neighbour: 'a registry is queried, by the rate of the queue',
    ...times([without], [withAttack], { factor: 1, atLeastMs: 20_000 }),
    counts: [],
  };
}

/** Five heartbeats and five outboxes that no schema takes are always due; a neighbour's job is late. */
async function stuckWork(): Promise<AttackRow> {
  const without = await minutesUntilDown(0);
  const withAttack = await minutesUntilDown(5);
  return {
    attack: 'five heartbeats and five outboxes that always fail',
    neighbour: 'a late job is found, on the clock of the test',
    ...times([without], [withAttack], { factor: 1, atLeastMs: 0 }),
    counts: [],
  };
}

async function minutesUntilDown(stuck: number): Promise<number> {
  const { api, user, ping, close } = await newHeartbeatSetup();
  const monitor = await createHeartbeats(api, user, ['job'], { type: 'heartbeat', periodSec: 60, graceSec: 60 });
  const url = pingUrlOf(monitor, 'job');
  await ping(url);
  const { db } = api.project.run(T0);
  const dueAt = Timestamp.fromMillis(T0 - HOUR_MS);
  for (let index = 0; index < stuck; index += 1) {
    await heartbeats.collection(db).doc(`stuck${index}`).set({ dueAt });
    await outboxes
      .collection(db)
      .doc(`stuck${index}_c`)
      .set({ ownerId: `stuck${index}`, channelId: 'c', dueAt });
  }
  let nowMs = T0;
  while ((await readHeartbeat(api, url))?.state !== 'down' && nowMs < T0 + HOUR_MS) {
    nowMs += MINUTE_MS;
    await sweep(api.project.run(nowMs)).catch(() => undefined);
    for (const task of api.project.queue.waiting.splice(0)) {
      api.project.queue.waiting.push(task);
      await api.project.queue.work(api.project.run(nowMs)).catch(() => undefined);
    }
  }
  await close();
  return nowMs - T0;
}

/** 100 windows whose rules take the longest to expand, listed again and again. */
async function slowRules(): Promise<AttackRow> {
  const api = await newTestApi();
  const greedy = await api.user();
  const { id } = await createMonitor(api, greedy, monitorBody(['a']));
  const [neighbour, other] = [await api.user(), await api.user()];
  await createMonitor(api, neighbour, monitorBody(['b']));
  for (let index = 0; index < 100; index += 1) {
    const window: MaintenanceInput = {
      ...{ name: `w${index}`, monitors: [id], timeZone: 'Asia/Taipei', durationMin: 60 },
      ...{ start: '2026-11-20T02:30', rule: SLOW_RULES[index % SLOW_RULES.length] ?? null },
    };
    api.clock.nowMs += 10 * SECOND_MS;
    const { status } = await api.call(greedy, 'POST', '/v1/maintenance', window);
    if (status !== 201) throw new Error(`a window was answered with ${status}`);
  }
  const row = await whileCalling(
    api,
    () => api.call(greedy, 'GET', '/v1/maintenance'),
    (index) => api.call(index % 2 === 0 ? neighbour : other, 'GET', '/monitors'),
  );
  await api.close();
  return {
    attack: '100 maintenance windows with slow rules, listed again and again',
    neighbour: 'monitors are listed by the same instance',
    ...times(row.without, row.withAttack, { factor: 10, atLeastMs: 1_500 }),
    counts: [],
  };
}

/** The neighbour's calls while nothing else happens, and while the attacker calls, one call after the other. */
async function whileCalling(api: TestApi, attack: () => Promise<unknown>, call: (index: number) => Promise<unknown>) {
  const calm = async (index: number) => {
    api.clock.nowMs += SECOND_MS;
    await call(index);
  };
  await timesOf(10, calm);
  const without = await timesOf(30, calm);
  const state = { isOver: false };
  const attacking = (async () => {
    while (!state.isOver) await attack();
  })();
  const withAttack = await timesOf(30, calm);
  state.isOver = true;
  await attacking;
  return { without, withAttack };
}

/** A page of 100 components whose days are all different, and incidents of all bytes that it may have. */
async function largePage(): Promise<AttackRow> {
  const text = 'x'.repeat(STATUS_PAGE.updateLength);
  const update = { state: 'investigating' as const, text, at: T0 - HOUR_MS };
  const incidents = fitIncidents(
    Array.from({ length: STATUS_PAGE.openIncidents }, (_, index) => ({
      ...{ id: `long${index}`, title: 'Slow', components: [], startedAt: T0 - HOUR_MS, resolvedAt: null },
      updates: Array.from({ length: STATUS_PAGE.updates }, () => update),
    })),
  );
  const site = await newTestSite();
  await site.putPage('small');
  await site.putPage('large', { ...sampleSnapshot({ components: STATUS_PAGE.components, nowMs: T0 }), incidents });
  const view = async (slug: string) => {
    const { status, text } = await site.get(`/status/${slug}`);
    if (status !== 200) throw new Error(`a page was answered with ${status}`);
    return text.length;
  };
  const calm = async () => {
    // Beyond the time for which an instance keeps a page.
    site.clock.nowMs += 11 * SECOND_MS;
    await view('small');
  };
  await timesOf(10, calm);
  const without = await timesOf(30, calm);
  const state = { isOver: false, bytes: 0 };
  const attacking = Array.from({ length: 5 }, async () => {
    while (!state.isOver) state.bytes = await view('large');
  });
  const withAttack = await timesOf(30, calm);
  state.isOver = true;
  await Promise.all(attacking);
  await site.close();
  return {
    attack: 'a status page at its budget, five views at a time',
    neighbour: 'another page is shown by the same instance',
    ...times(without, withAttack, { factor: 15, atLeastMs: 1_500 }),
    counts: [{ of: 'kB of HTML', is: state.bytes / 1_000, most: 1_000 }],
  };
}

type Allowed = { factor: number; atLeastMs: number };

/** The 95th percentiles, and the most that the second may be: a multiple of the first, or a time that nobody notices. */
function times(without: readonly number[], withAttack: readonly number[], { factor, atLeastMs }: Allowed) {
  const withoutMs = p95(without);
  return { withoutMs, withMs: p95(withAttack), mostMs: Math.max(factor * withoutMs, atLeastMs), memory: null };
}
