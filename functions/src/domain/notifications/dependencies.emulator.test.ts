import { MINUTE_MS } from '@farwatch/core/values/time';
import { beforeEach, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { drain } from '../../entry/triggers/drain.ts';
import { commands, incidents, monitors } from '../../platform/db/collections.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { newChat, readLog } from '../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { readAssignment } from '../../testing/read-documents.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { T0 } from '../../testing/test-project.ts';

/** A gateway, and three monitors with five endpoints, two of which depend on it; all are checked from one place, and a link from another. */

const MONITORS = { gateway: ['gate'], shop: ['cart', 'home'], blog: ['news', 'feed'], away: ['mail'] };
const DEPENDENT = ['cart', 'home', 'news', 'feed'];
const at = (minute: number) => T0 + minute * MINUTE_MS;

let api: TestApi;
let user: TestUser;
let chat: string;
let agent: TestAgent;

beforeEach(async () => {
  useTelegram();
  api = await newTestApi();
  user = await api.user();
  chat = newChat();
  agent = new TestAgent('tw1');
  const all = Object.entries(MONITORS).map(([id, endpoints]) => {
    return { id, ownerId: user.uid, locations: ['tw' as const], endpoints };
  });
  await seedProject(api.project, {
    monitors: [...all, { id: 'link', ownerId: user.uid, locations: ['th'], endpoints: ['fibre'] }],
    agents: [
      { id: 'tw1', location: 'tw', ownerIds: [user.uid] },
      { id: 'th1', location: 'th', ownerIds: [user.uid] },
    ],
  });
  await putChannels(api.project, { a: chatChannel(chat) }, user.uid);
  for (const id of ['shop', 'blog']) expect((await dependOn(id, ['gateway'])).status).toBe(200);
  await see(0, { up: Object.values(MONITORS).flat() });
  return () => api.close();
});

async function dependOn(id: string, dependsOn: string[]) {
  const { body } = await api.call(user, 'GET', `/monitors/${id}`);
  const { name, endpoints } = body as { name: string; endpoints: { id: string; name: string; url: string }[] };
  const kept = endpoints.map((each) => ({ id: each.id, name: each.name, url: each.url }));
  return api.call(user, 'PUT', `/monitors/${id}`, { name, locations: ['tw'], endpoints: kept, dependsOn });
}

type Seen = { up?: string[]; down?: string[] };

/** The agent reports these at that minute, and what is due within seconds is sent. */
async function see(minute: number, seen: Seen): Promise<void> {
  await report(minute, seen);
  await work(minute);
}

async function report(minute: number, seen: Seen): Promise<void> {
  await agent.report(api.project.run(at(minute)), { ...seen, ownerId: user.uid });
  await drain(api.project.run(at(minute)), agent.id);
}

async function work(minute: number): Promise<void> {
  api.clock.nowMs = at(minute);
  await api.project.queue.work(api.project.run(at(minute)));
}

async function sweepAt(minute: number): Promise<void> {
  await sweep(api.project.run(at(minute)));
  await work(minute);
}

const headlines = async () => (await messagesIn(chat)).map((text) => text.split('\n')[0]?.replace(/^\S+ /, ''));
const skipped = async () => {
  const log = await readLog(api.project);
  return log.flatMap(({ state, code, contents }) => (state === 'skipped' ? contents.map(() => code) : []));
};

it.each([
  ['before it', [...DEPENDENT], ['gate']],
  ['after it', ['gate'], [...DEPENDENT]],
  ['with it', ['gate', ...DEPENDENT], []],
])(
  'a gateway fails, and four endpoints %s: one message, five incidents, one recovery',
  async (_when, first, second) => {
    await report(1, { down: first });
    if (second.length > 0) await report(1.1, { down: second });
    await work(1.1);
    await sweepAt(2);
    for (const minute of [3, 9]) await sweepAt(minute);
    expect(await headlines()).toEqual(['CRITICAL: gateway › gate is down']);
    const { docs } = await incidents.collection(api.project.run(T0).db).where('ownerId', '==', user.uid).get();
    expect(docs).toHaveLength(5);
    expect((await messagesIn(chat))[0]).toContain('Monitors that depend on it: 2');
    await see(10, { up: ['gate', 'cart', 'home'] });
    await see(10.5, { up: ['news', 'feed'] });
    for (const minute of [11, 12, 20]) await sweepAt(minute);
    expect(await headlines()).toEqual(['CRITICAL: gateway › gate is down', 'gateway › gate is up again']);
    expect(await skipped()).toEqual(DEPENDENT.map(() => 'dependency'));
  },
);

it('what still fails after the gateway’s recovery is announced, and so is its end', async () => {
  await see(1, { down: ['gate', 'cart', 'home'] });
  for (const minute of [2, 9]) await sweepAt(minute);
  await see(10, { up: ['gate', 'home'] });
  for (const minute of [11, 12, 13]) await sweepAt(minute);
  expect((await headlines()).slice(2)).toEqual(['CRITICAL: shop › cart is down']);
  await see(14, { up: ['cart'] });
  await sweepAt(15);
  expect((await headlines()).slice(3)).toEqual(['shop › cart is up again']);
});

it.each([
  ['is paused', () => api.call(user, 'POST', '/monitors/gateway/pause', { paused: true })],
  ['is deleted', () => api.call(user, 'DELETE', '/monitors/gateway')],
  ['is no longer what it depends on', () => dependOn('shop', [])],
])('a failure is announced if its cause %s', async (_what, change) => {
  await see(1, { down: ['gate', 'cart'] });
  await sweepAt(5);
  api.clock.nowMs = at(6);
  expect((await change()).status).toBe(200);
  for (const minute of [7, 8, 12, 13]) await sweepAt(minute);
  expect(await headlines()).toContain('CRITICAL: shop › cart is down');
});

it('a failure without a cause is announced', async () => {
  await see(1, { down: ['cart', 'mail'] });
  await sweepAt(2);
  expect((await headlines()).sort()).toEqual(['CRITICAL: away › mail is down', 'CRITICAL: shop › cart is down']);
});

it('a cause that the failing agent does not check is checked elsewhere at once', async () => {
  const elsewhere = new TestAgent('th1');
  await elsewhere.reportAndDrain(api.project.run(T0), { up: ['fibre'], ownerId: user.uid });
  await dependOn('away', ['link']);
  const requested = async () => {
    const { db } = api.project.run(T0);
    return commands.read(await commands.ref(db, 'th1').get())?.checkNow;
  };
  await see(1, { down: ['cart'] });
  expect(await requested()).toEqual({});
  await report(2, { down: ['mail'] });
  expect(await requested()).toEqual({ fibre: at(2) });
  await elsewhere.reportAndDrain(api.project.run(at(2.05)), { down: ['fibre'], ownerId: user.uid });
  await work(2.05);
  await sweepAt(3);
  expect((await headlines()).slice(1)).toEqual(['CRITICAL: link › fibre is down']);
});

it('an incident says that it is covered', async () => {
  await see(1, { down: ['gate', 'cart'] });
  await sweepAt(5);
  const open = incidents.collection(api.project.run(T0).db).where('endpointId', '==', 'cart');
  const [incident] = (await open.get()).docs;
  const { body } = await api.call(user, 'GET', `/v1/incidents/${incident?.id}/alerts`);
  expect(body).toMatchObject({
    channels: expect.arrayContaining([expect.objectContaining({ silence: 'dependency' })]),
  });
});

it.each([
  ['itself', 'gateway', ['gateway']],
  ['one of its endpoints', 'gateway', ['gateway/gate']],
  ['what depends on it', 'gateway', ['away', 'shop']],
  ['what does not exist', 'away', ['none']],
  ['an endpoint that does not exist', 'away', ['gateway/none']],
  ['more than five', 'away', ['a', 'b', 'c', 'd', 'e', 'f']],
])('a monitor cannot depend on %s', async (_what, id, dependsOn) => {
  const { status, body } = await dependOn(id, dependsOn);
  expect([status, body]).toMatchObject([400, { details: [{ path: expect.stringMatching(/^dependsOn/) }] }]);
});

it('a monitor cannot depend on another owner’s', async () => {
  const other = await api.user();
  await seedProject(api.project, {
    monitors: [{ id: 'theirs', ownerId: other.uid, locations: ['tw'], endpoints: ['x'] }],
  });
  expect((await dependOn('away', ['theirs'])).status).toBe(400);
});

it('of two monitors that are made to depend on each other at once, one is refused', async () => {
  const answers = await Promise.all([dependOn('gateway', ['away']), dependOn('away', ['gateway'])]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

const readMonitor = async (id: string) => monitors.read(await monitors.ref(api.project.run(T0).db, id).get());
/** What a monitor depends on; its agent knows the same. */
async function stored(id: string): Promise<string[] | undefined> {
  const { dependsOn } = (await readMonitor(id)) ?? {};
  const assignment = await readAssignment(api.project, 'tw', user.uid);
  const assigned = Object.values(assignment?.endpoints ?? {}).filter(({ monitorId }) => monitorId === id);
  expect(assigned.map((each) => each.dependsOn)).toEqual(assigned.map(() => dependsOn));
  return dependsOn;
}

it('what is deleted is in no list any more, and the monitor has a new version', async () => {
  await dependOn('shop', ['gateway', 'away']);
  const before = await readMonitor('shop');
  await api.call(user, 'DELETE', '/monitors/gateway');
  expect([await stored('shop'), await stored('blog')]).toEqual([['away'], []]);
  expect((await readMonitor('shop'))?.version).toBe((before?.version ?? 0) + 1);
});

const MOVE = '/monitors/shop/endpoints/move';

it('a deleted endpoint is in no list any more, while its monitor and the other endpoints are', async () => {
  await dependOn('blog', ['shop/cart', 'shop/home', 'shop']);
  await dependOn('away', ['gateway']);
  await api.call(user, 'DELETE', '/endpoints/cart');
  expect([await stored('blog'), await stored('away')]).toEqual([['shop/home', 'shop'], ['gateway']]);
});

it('what depends on an endpoint depends on it in the monitor that it moves to', async () => {
  await dependOn('blog', ['shop/cart', 'shop/home', 'shop']);
  expect((await api.call(user, 'POST', MOVE, { endpointIds: ['cart'], targetId: 'away' })).status).toBe(200);
  expect(await stored('blog')).toEqual(['away/cart', 'shop/home', 'shop']);
});

it.each([
  ['its own', ['shop/cart', 'shop/home'], 'blog', 'blog', ['shop/home']],
  ['one of a monitor that depends on it', ['shop/cart'], 'blog', 'away', []],
])('no monitor comes to depend on itself: an endpoint that it depends on becomes %s', async (...given) => {
  const [, dependsOn, id, targetId, expected] = given;
  await dependOn(id, dependsOn);
  if (targetId !== id) await dependOn(targetId, [id]);
  expect((await api.call(user, 'POST', MOVE, { endpointIds: ['cart'], targetId })).status).toBe(200);
  expect(await stored(id)).toEqual(expected);
  if (targetId !== id) expect(await stored(targetId)).toEqual([id]);
});
