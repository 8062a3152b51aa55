import { shownGroups } from '@farwatch/core/decisions/status-page/component-days';
import { nextDueAt } from '@farwatch/core/documents/history';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CURRENT_ID } from '../../domain/pages/snapshot-id.ts';
import { STEPS } from '../../domain/upgrades/steps.ts';
import { pages, snapshots } from '../../platform/db/collections.ts';
import { reportAndDrain } from '../../testing/api/calls.ts';
import { putAgent } from '../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody, replaceMonitor } from '../../testing/api/monitors.ts';
import { createPage, PAGES, pageBody, snapshotOf } from '../../testing/api/page-calls.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { injectFault, PERMISSION_DENIED, resetProxy } from '../../testing/firestore-proxy.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { T0 } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';
import { sweep } from '../jobs/sweep/sweep.ts';
import { updatePages } from './update-pages.ts';

let api: TestApi;
let user: TestUser;
let agent: TestAgent;
let shop: string;
let ids: { a: string; b: string };
let slug: string;
let count = 0;

beforeAll(async () => {
  api = await newTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.nowMs = T0;
  user = await api.user();
  count += 1;
  slug = `acme-${count}`;
  agent = new TestAgent(`tw${count}`);
  await putAgent(api, agent.id, 'tw', { state: { spool: null, seq: 0 } });
  const monitor = await createMonitor(api, user, monitorBody(['a', 'b']));
  [shop, ids] = [monitor.id, { a: idOf(monitor, 'a'), b: idOf(monitor, 'b') }];
  const components = [
    { name: 'Checkout', monitorId: shop, endpointId: null },
    { name: 'Search', monitorId: shop, endpointId: ids.a },
  ];
  await createPage(api, user, slug, pageBody(components));
  api.project.queue.waiting = [];
  await see({ up: [ids.a, ids.b] });
});

const run = () => api.project.run(api.clock.nowMs);
const updates = () => api.project.queue.waiting.flatMap((task) => (task.name === 'updatePages' ? [task.input] : []));
const work = async () => {
  api.project.queue.waiting = api.project.queue.waiting.filter(({ name }) => name === 'updatePages');
  await api.project.queue.work(run());
};
/** A minute later the agent reports, and the page is brought up to date. */
async function see(seen: { up?: string[]; down?: string[] }): Promise<void> {
  api.clock.nowMs += MINUTE_MS;
  await reportAndDrain(api, agent, user, seen);
  await work();
}
const shown = async () =>
  (await snapshotOf(api, slug))?.groups[0]?.components.map(({ status, since }) => [status, (since - T0) / MINUTE_MS]);

test('a deployment rebuilds a page that an earlier version has built', async () => {
  const { db } = run();
  const stored = snapshots.ref(db, CURRENT_ID, slug);
  const groups = (await snapshotOf(api, slug))?.groups ?? [];
  const withoutSteps = groups.map((group) => ({
    ...group,
    components: group.components.map(({ steps: _, ...component }) => ({
      ...component,
      days: { uptime: [100], downSec: [0] },
    })),
  }));
  await stored.update({ groups: withoutSteps });
  expect((await snapshotOf(api, slug))?.groups[0]?.components[0]?.steps.atMs).toEqual([]);
  await STEPS.find(({ id }) => id === 'page-steps')?.run(run(), null);
  await sweep(run());
  await work();
  for (const { steps } of (await snapshotOf(api, slug))?.groups[0]?.components ?? []) {
    expect(steps.atMs.length).toBeGreaterThan(0);
  }
});

describe('a page follows its monitors', () => {
  test('down and up again', async () => {
    expect(await shown()).toEqual([
      ['up', 1],
      ['up', 1],
    ]);
    await see({ down: [ids.a] });
    expect(await shown()).toEqual([
      ['partial', 2],
      ['down', 2],
    ]);
    await see({ down: [ids.b] });
    expect(await shown()).toEqual([
      ['down', 3],
      ['down', 2],
    ]);
    await see({ up: [ids.a, ids.b] });
    expect(await shown()).toEqual([
      ['up', 4],
      ['up', 4],
    ]);
    const snapshot = await snapshotOf(api, slug);
    const [checkout, search] = (snapshot && shownGroups(snapshot, api.clock.nowMs)[0]?.components) ?? [];
    expect([checkout?.days.downSec, search?.days.downSec]).toEqual([[90], [120]]);
    expect(search?.uptime.hours24).toBeLessThan(100);
  });

  test('a verdict that changes nothing visible enqueues nothing', async () => {
    api.clock.nowMs += MINUTE_MS;
    await reportAndDrain(api, agent, user, { up: [ids.a, ids.b] });
    expect(updates()).toEqual([]);
  });

  test('pauses and new endpoints', async () => {
    api.clock.nowMs += MINUTE_MS;
    await api.call(user, 'POST', `/monitors/${shop}/pause`, { paused: true });
    expect(updates()).toEqual([{ ownerId: user.uid, slugs: [slug], isWhole: false }]);
    await work();
    expect((await shown())?.map(([status]) => status)).toEqual(['paused', 'paused']);
    await api.call(user, 'POST', `/monitors/${shop}/pause`, { paused: false });
    api.clock.nowMs += MINUTE_MS;
    const endpoints = [
      { ...monitorBody(['a']).endpoints[0], id: ids.a, url: 'https://a.farwatch.test/' },
      { url: 'https://c.farwatch.test/' },
    ];
    await replaceMonitor(api, user, shop, { ...monitorBody(['a']), endpoints });
    expect(updates().at(-1)).toEqual({ ownerId: user.uid, slugs: [slug], isWhole: true });
    await work();
    expect((await shown())?.map(([status]) => status)).toEqual(['unknown', 'unknown']);
  });

  test('maintenance, as it is planned and deleted', async () => {
    api.clock.nowMs += MINUTE_MS;
    const start = new Date(T0 + HOUR_MS).toISOString().slice(0, 16);
    const window = { name: 'Backup', monitors: null, start, timeZone: 'UTC', durationMin: 30, rule: null };
    const { body } = await api.call(user, 'POST', '/v1/maintenance', window);
    await work();
    const snapshot = await snapshotOf(api, slug);
    const keys = snapshot?.groups[0]?.components.map(({ key }) => key);
    const times = { startsAt: T0 + HOUR_MS, endsAt: T0 + HOUR_MS + 30 * MINUTE_MS };
    expect(snapshot?.maintenance).toEqual([{ components: keys, ...times }]);
    api.clock.nowMs += MINUTE_MS;
    await api.call(user, 'DELETE', `/v1/maintenance/${(body as { id: string }).id}`);
    await work();
    expect((await snapshotOf(api, slug))?.maintenance).toEqual([]);
  });
});

describe('time', () => {
  test('a change within ten seconds of the last one waits, and others that it has seen do nothing', async () => {
    const before = (await snapshotOf(api, slug))?.changedAt ?? 0;
    api.clock.nowMs = before + 2 * SECOND_MS;
    await reportAndDrain(api, agent, user, { down: [ids.a] });
    const clock = virtualClock(api.clock.nowMs);
    await updatePages(run(), { ownerId: user.uid, slugs: [slug], isWhole: false }, clock);
    expect((await snapshotOf(api, slug))?.changedAt).toBe(before + 10 * SECOND_MS);
    await updatePages(run(), { ownerId: user.uid, slugs: null, isWhole: false }, virtualClock(api.clock.nowMs));
    expect((await snapshotOf(api, slug))?.changedAt).toBe(before + 10 * SECOND_MS);
    expect((await shown())?.map(([status]) => status)).toEqual(['partial', 'down']);
  });

  test('the sweep has a page built again once a day, which has one more bar then', async () => {
    const first = await snapshotOf(api, slug);
    expect(first).toMatchObject({ today: '2026-11-20' });
    const dueAt = async () => pages.read(await pages.ref(run().db, slug).get())?.dueAt;
    expect(await dueAt()).toBe(T0 + 12 * HOUR_MS);
    api.clock.nowMs = T0 + 12 * HOUR_MS + 1;
    await sweep(run());
    expect(updates()).toContainEqual({ ownerId: user.uid, slugs: [slug], isWhole: false });
    await work();
    const next = await snapshotOf(api, slug);
    expect(next).toMatchObject({ today: '2026-11-21', builtAt: api.clock.nowMs });
    expect(next?.groups[0]?.components[0]?.days.uptime).toHaveLength(1);
    expect(await dueAt()).toBe(nextDueAt(user.uid, T0 + 12 * HOUR_MS) + 55 * MINUTE_MS);
  });

  test('a change on another day than the snapshot’s builds it as a whole', async () => {
    api.clock.nowMs = T0 + DAY_MS;
    await see({ down: [ids.a] });
    expect(await snapshotOf(api, slug)).toMatchObject({ today: '2026-11-21', builtAt: api.clock.nowMs });
    expect((await shown())?.map(([status]) => status)).toEqual(['partial', 'down']);
  });

  test('a lost task is made up for by the sweep', async () => {
    await sweep(run());
    api.clock.nowMs += MINUTE_MS;
    await reportAndDrain(api, agent, user, { down: [ids.a] });
    api.project.queue.waiting = [];
    api.clock.nowMs += MINUTE_MS;
    await sweep(run());
    expect(updates()).toContainEqual({ ownerId: user.uid, slugs: null, isWhole: false });
    await work();
    expect((await shown())?.map(([status]) => status)).toEqual(['partial', 'down']);
  });

  test('a task does nothing to a page that is gone, or another owner’s', async () => {
    const before = await snapshotOf(api, slug);
    await updatePages(run(), { ownerId: 'other', slugs: [slug, 'missing'], isWhole: true }, virtualClock(T0 + HOUR_MS));
    expect(await snapshotOf(api, slug)).toEqual(before);
    await api.call(user, 'DELETE', `${PAGES}/${slug}`);
    await updatePages(run(), { ownerId: user.uid, slugs: [slug], isWhole: true }, virtualClock(T0 + HOUR_MS));
    expect(await snapshotOf(api, slug)).toBeNull();
  });
});

test('a page that can never be written holds up no other page of its owner', async () => {
  const components = [{ name: 'Search', monitorId: shop, endpointId: ids.a }];
  const others = [`${slug}-one`, `${slug}-two`];
  for (const other of others) await createPage(api, user, other, pageBody(components));
  api.clock.nowMs += MINUTE_MS;
  await reportAndDrain(api, agent, user, { down: [ids.a] });
  await resetProxy();
  const touching = `/${slug}-one`;
  await injectFault({ fault: 'refuse', method: 'Commit', touching, times: 1_000, status: PERMISSION_DENIED });
  const viaProxy = api.project.viaProxy(api.clock.nowMs);
  const input = { ownerId: user.uid, slugs: null, isWhole: false };
  await expect(updatePages(viaProxy, input, virtualClock(api.clock.nowMs))).rejects.toThrow();
  await resetProxy();
  const statusOf = async (of: string) => (await snapshotOf(api, of))?.groups[0]?.components.at(-1)?.status;
  expect(await Promise.all([slug, ...others].map(statusOf))).toEqual(['down', 'up', 'down']);
});
