import type { PublicationAnswer } from '@farwatch/core/contracts/api/publications';
import { incidentSample, outageSample } from '@farwatch/core/testing/samples';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { incidentKey, readIncident } from '../../entry/site/read-below.ts';
import { incidents, mailings, pages, publications } from '../../platform/db/collections.ts';
import { reportAndDrain } from '../../testing/api/calls.ts';
import { putAgent } from '../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody, replaceMonitor } from '../../testing/api/monitors.ts';
import { createPage, PAGES, pageBody, post, snapshotOf } from '../../testing/api/page-calls.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { T0 } from '../../testing/test-project.ts';
import { postAutomatically } from './post-automatically.ts';

let api: TestApi;
let user: TestUser;
let agent: TestAgent;
let shop: string;
let endpointId: string;
let slug: string;
let key: string;
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
  const monitor = await createMonitor(api, user, monitorBody(['a']));
  [shop, endpointId] = [monitor.id, idOf(monitor, 'a')];
  const component = { name: 'Checkout', monitorId: shop, endpointId: null };
  const page = await createPage(api, user, slug, pageBody([component], { postsAutomatically: true }));
  key = page.groups[0]?.components[0]?.key ?? '';
  await see(1, { up: [endpointId] });
});

const run = () => api.project.run(api.clock.nowMs);
const work = async () => {
  api.project.queue.waiting = api.project.queue.waiting.filter(({ name }) => name === 'updatePages');
  await api.project.queue.work(run());
};
/** What the agent reports at that minute, and the work that follows. */
async function see(minute: number, seen: { up?: string[]; down?: string[] }): Promise<void> {
  api.clock.nowMs = T0 + minute * MINUTE_MS;
  await reportAndDrain(api, agent, user, seen);
  await work();
}
/** The sweep of that minute, and the work that it enqueues. */
async function sweepAt(minute: number): Promise<void> {
  api.clock.nowMs = T0 + minute * MINUTE_MS;
  await sweep(run());
  await work();
}
const call = (method: string, rest: string, body?: unknown) =>
  api.call(user, method, `${PAGES}/${slug}/incidents${rest}`, body);
const posted = async () => ((await call('GET', '')).body as { incidents: PublicationAnswer[] }).incidents;
const shown = async () => (await snapshotOf(api, slug))?.incidents;

test('an outage of five minutes is posted, mailed, and resolved with its recovery', async () => {
  await see(10, { down: [endpointId] });
  await sweepAt(14);
  expect(await posted()).toEqual([]);
  await sweepAt(15);
  const [first] = await posted();
  expect(first).toMatchObject({
    title: 'Problems with Checkout',
    components: [key],
    automatic: true,
    startedAt: new Date(T0 + 10 * MINUTE_MS).toISOString(),
    resolvedAt: null,
    updates: [{ state: 'investigating' }],
  });
  expect(await shown()).toMatchObject([{ id: first?.id, resolvedAt: null }]);
  await sweepAt(16);
  expect(await posted()).toEqual([first]);
  await see(18, { up: [endpointId] });
  expect(await shown()).toMatchObject([{ resolvedAt: T0 + 18 * MINUTE_MS, updates: [{}, { state: 'resolved' }] }]);
  expect((await mailings.collection(run().db, slug).get()).size).toBe(2);
  await see(30, { down: [endpointId] });
  await sweepAt(35);
  expect((await posted()).map(({ resolvedAt }) => resolvedAt === null)).toEqual([true, false]);
});

test('one that its owner deletes is neither posted again nor seen, nor are its texts kept', async () => {
  await see(10, { down: [endpointId] });
  await sweepAt(15);
  const [first] = await posted();
  api.clock.nowMs = T0 + 16 * MINUTE_MS;
  expect((await call('DELETE', `/${first?.id}`)).status).toBe(200);
  for (const minute of [17, 25]) {
    await pages.ref(run().db, slug).update(pages.toUpdate({ dueAt: T0 + minute * MINUTE_MS }));
    await sweepAt(minute);
  }
  expect([await posted(), await shown()]).toEqual([[], []]);
  expect((await mailings.collection(run().db, slug).get()).size).toBe(1);
  expect(await readIncident(run(), incidentKey(slug, first?.id ?? ''))).toBeNull();
  const stored = await publications.collection(run().db, slug).get();
  expect(JSON.stringify(stored.docs.map((each) => each.data()))).not.toContain('Checkout');
});

test('an outage whose post is too old to be shown does not keep another one from being posted', async () => {
  const [first, second] = [10, 12].map((minute) => T0 + minute * MINUTE_MS);
  const other = await createMonitor(api, user, monitorBody(['b']));
  const components = [
    { key, name: 'Checkout', monitorId: shop, endpointId: null },
    { name: 'Search', monitorId: other.id, endpointId: null },
  ];
  const body = pageBody(components, { postsAutomatically: true });
  expect((await api.call(user, 'PUT', `${PAGES}/${slug}`, { ...body, version: 0 })).status).toBe(200);
  const outages = { long: [shop, endpointId, first], new: [other.id, idOf(other, 'b'), second] } as const;
  for (const [id, [monitorId, endpoint, startedAt = T0]] of Object.entries(outages)) {
    const fields = { ownerId: user.uid, monitorId, endpointId: endpoint, triggeredAt: startedAt };
    const incident = incidentSample({ ...fields, outage: outageSample({ startedAt }) });
    await incidents.ref(run().db, `${id}${slug}`).set(incidents.toDocument(incident));
  }
  api.clock.nowMs = T0 + 13 * MINUTE_MS;
  const old = await post(api, user, slug, { incidentId: `long${slug}`, state: 'resolved' });
  api.clock.nowMs += STATUS_PAGE.recentMs;
  await postAutomatically(run(), slug);
  expect(await posted()).toMatchObject([{ title: 'Problems with Search', automatic: true }, { id: old.id }]);
});

test('a shorter outage is not posted', async () => {
  await see(10, { down: [endpointId] });
  await see(14, { up: [endpointId] });
  await sweepAt(15);
  expect(await posted()).toEqual([]);
});

test('once its owner has written to it, only the owner resolves a post', async () => {
  await see(10, { down: [endpointId] });
  await sweepAt(15);
  const [first] = await posted();
  api.clock.nowMs = T0 + 16 * MINUTE_MS;
  await call('POST', `/${first?.id}/updates`, { state: 'identified', text: 'A disk is full.' });
  await see(18, { up: [endpointId] });
  await sweepAt(19);
  expect(await posted()).toMatchObject([
    { automatic: false, resolvedAt: null, updates: [{}, { state: 'identified' }] },
  ]);
});

test.each(['the incident', 'the component'])(
  'none is posted if the owner has posted about %s already',
  async (what) => {
    await see(10, { down: [endpointId] });
    const own = await incidents.collection(run().db).where('ownerId', '==', user.uid).get();
    const about = what === 'the incident' ? { incidentId: own.docs[0]?.id } : { components: [key] };
    api.clock.nowMs = T0 + 12 * MINUTE_MS;
    await post(api, user, slug, about);
    await sweepAt(15);
    await sweepAt(16);
    expect(await posted()).toMatchObject([{ automatic: false }]);
  },
);

test('none is posted in maintenance, but five minutes after it if the outage still runs', async () => {
  const start = new Date(T0 + 9 * MINUTE_MS).toISOString().slice(0, 16);
  const window = { name: 'Backup', monitors: null, start, timeZone: 'UTC', durationMin: 20, rule: null };
  expect((await api.call(user, 'POST', '/v1/maintenance', window)).status).toBe(201);
  await see(10, { down: [endpointId] });
  for (const minute of [15, 16, 29, 33]) await sweepAt(minute);
  expect(await posted()).toEqual([]);
  await sweepAt(34);
  expect(await posted()).toMatchObject([{ automatic: true }]);
});

test('none is posted on a page that does not want it', async () => {
  const body = pageBody([{ key, name: 'Checkout', monitorId: shop, endpointId: null }]);
  expect((await api.call(user, 'PUT', `${PAGES}/${slug}`, { ...body, version: 0 })).status).toBe(200);
  await see(10, { down: [endpointId] });
  await sweepAt(15);
  expect(await posted()).toEqual([]);
});

// The last test: a paused monitor leaves its agent free, so another test could get that one instead of its own.
test.each(['re-addressed', 'paused'])('a failing monitor that is %s closes its post without a mail', async (what) => {
  await see(10, { down: [endpointId] });
  await sweepAt(15);
  api.clock.nowMs = T0 + 18 * MINUTE_MS;
  if (what === 'paused') await api.call(user, 'POST', `/monitors/${shop}/pause`, { paused: true });
  else {
    const endpoints = [{ id: endpointId, name: 'a', url: 'https://b.farwatch.test/' }];
    await replaceMonitor(api, user, shop, { ...monitorBody(['a']), endpoints });
  }
  await work();
  await sweepAt(19);
  const text = 'Monitoring of Checkout was stopped or changed, so this incident is closed.';
  expect(await posted()).toMatchObject([{ updates: [{}, { state: 'resolved', text }] }]);
  expect((await mailings.collection(run().db, slug).get()).size).toBe(1);
});
