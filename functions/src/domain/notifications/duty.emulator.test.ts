import type { Preview } from '@farwatch/core/contracts/api/channels';
import type { IncidentAlerts } from '@farwatch/core/contracts/api/incidents';
import { resolveIncident } from '@farwatch/core/decisions/status/incident';
import type { Channel } from '@farwatch/core/documents/channel';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { notifyOwner } from '../../entry/tasks/notify-owner.ts';
import { endpoints, rotations, users } from '../../platform/db/collections.ts';
import { addMember } from '../../testing/api/members.ts';
import { addRotation } from '../../testing/api/rotations.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { newChat, outageIncident, putIncidents, readLog } from '../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { messagesIn, setTelegramMode, type TelegramMode, useTelegram } from '../../testing/telegram-chat.ts';
import { T0 } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';
import { readDuty } from './read-duty.ts';
import { saveSettings } from './save-settings.ts';

/** Channels of people that get failures only while their person is on duty. T0 is 12:00 UTC. */

/** The most that one channel's first message reads without a rotation: once more if its lease is looked at again. */
const READS = 17;
/** A notifier run decides before and after it has sent: each time it reads the rotation and its member. */
const OF_ROTATION = 4;

const at = (minute: number) => T0 + minute * MINUTE_MS;
const iso = (minute: number) => new Date(at(minute)).toISOString();

let api: TestApi;
let ann: TestUser;
let bob: TestUser;
let rotation: string;
let chats: { ann: string; bob: string; all: string };

/** Ann, the owner, is on duty from 12:00 to 13:00, then Bob, and so on. */
beforeEach(async () => {
  useTelegram();
  api = await newTestApi();
  api.clock.nowMs = at(0);
  ann = await api.user({ displayName: 'Ann' });
  await seedProject(api.project, {
    monitors: [{ id: 'shop', ownerId: ann.uid, locations: ['tw'], endpoints: ['a'] }],
  });
  await users.ref(api.project.run(T0).db, ann.uid).update({ displayName: 'Ann' });
  bob = await addMember(api, ann, 'viewer');
  const people = [ann.uid, bob.uid];
  rotation = await addRotation(api, ann, { people, unit: 'hours', start: '2026-11-20T12:00', timeZone: 'UTC' });
  chats = { ann: newChat(), bob: newChat(), all: newChat() };
  return async () => {
    await setTelegramMode({ mode: 'ok' });
    await api.close();
  };
});

const onDuty = (personId: string, changes: Partial<Channel> = {}) => ({ personId, onDutyIn: rotation, ...changes });
const putAll = (changes: { ann?: Partial<Channel>; bob?: Partial<Channel> } = {}) =>
  putChannels(
    api.project,
    {
      ann: chatChannel(chats.ann, onDuty(ann.uid, changes.ann)),
      bob: chatChannel(chats.bob, onDuty(bob.uid, changes.bob)),
      all: chatChannel(chats.all),
    },
    ann.uid,
  );

const running = (minute: number, endpointId = 'a') =>
  outageIncident(at(minute), {
    ownerId: ann.uid,
    endpointId,
    monitorId: 'shop',
    severity: 'major',
    peakSeverity: 'major',
  });

async function serveAt(minute: number): Promise<void> {
  api.clock.nowMs = at(minute);
  await sweep(api.project.run(at(minute)));
  await api.project.queue.work(api.project.run(at(minute)));
}

async function down(minute: number): Promise<void> {
  await putIncidents(api.project, { one: running(minute) });
  await endpoints.ref(api.project.run(T0).db, 'a').update({ openIncidentId: 'one' });
  await serveAt(minute + 1);
}

async function up(since: number, minute: number): Promise<void> {
  const over = resolveIncident(running(since), 'recovered', at(minute));
  await putIncidents(api.project, { one: { ...over, changedAt: at(minute) } });
  await serveAt(minute);
}

/** How many messages each has got. */
const sentTo = async () => ({
  ann: (await messagesIn(chats.ann)).length,
  bob: (await messagesIn(chats.bob)).length,
  all: (await messagesIn(chats.all)).length,
});
const call = (user: TestUser, method: string, path: string, body?: unknown) =>
  api.call(user, method, path, body, { 'X-Account': ann.uid });

describe('a failure', () => {
  it('goes to who is on duty, and its end only to them', async () => {
    await putAll();
    await down(5);
    expect(await sentTo()).toEqual({ ann: 1, bob: 0, all: 1 });
    const { body } = await api.call(ann, 'GET', '/v1/incidents/one/alerts');
    const ofBob = (body as IncidentAlerts).channels.find(({ channelId }) => channelId === 'bob');
    expect([ofBob?.silence, ofBob?.until]).toEqual(['offDuty', iso(60)]);
    await up(5, 20);
    expect(await sentTo()).toEqual({ ann: 2, bob: 0, all: 2 });
    const log = await readLog(api.project);
    expect(log.find(({ channelId }) => channelId === 'bob')).toMatchObject({ state: 'skipped', code: 'offDuty' });
  });

  it('that lasts is announced at the hand-over, and both are notified of its end', async () => {
    await putAll();
    await down(50);
    await serveAt(59);
    expect(await sentTo()).toEqual({ ann: 1, bob: 0, all: 1 });
    await serveAt(60);
    expect(await sentTo()).toEqual({ ann: 1, bob: 1, all: 1 });
    await up(50, 70);
    expect(await sentTo()).toEqual({ ann: 2, bob: 2, all: 2 });
  });

  it('goes to who takes over at once, and again to nobody when they give it back', async () => {
    await putAll();
    await down(5);
    const overrides = [{ uid: bob.uid, endsAt: iso(30) }];
    expect((await call(bob, 'POST', `/v1/rotations/${rotation}/overrides`, { overrides })).status).toBe(201);
    await serveAt(7);
    expect(await sentTo()).toEqual({ ann: 1, bob: 1, all: 1 });
    await serveAt(31);
    await up(5, 40);
    expect(await sentTo()).toEqual({ ann: 2, bob: 2, all: 2 });
  });
});

describe('nobody is silenced', () => {
  it('by a rotation that is deleted while a failure is held', async () => {
    await putAll();
    await down(5);
    expect((await api.call(ann, 'DELETE', `/v1/rotations/${rotation}`)).status).toBe(200);
    await serveAt(7);
    expect(await sentTo()).toEqual({ ann: 1, bob: 1, all: 1 });
  });

  it('by a rotation whose document is gone or cannot be read', async () => {
    await putAll();
    await rotations.ref(api.project.run(T0).db, rotation).update({ every: 'x' });
    await down(5);
    expect(await sentTo()).toEqual({ ann: 1, bob: 1, all: 1 });
    await rotations.ref(api.project.run(T0).db, rotation).delete();
    await up(5, 20);
    expect(await sentTo()).toEqual({ ann: 2, bob: 2, all: 2 });
  });

  it('when a person leaves the account while a failure is held for them', async () => {
    await putAll();
    await down(5);
    expect(await sentTo()).toEqual({ ann: 1, bob: 0, all: 1 });
    expect((await api.call(ann, 'DELETE', `/v1/members/${bob.uid}`)).status).toBe(200);
    await serveAt(7);
    expect(await sentTo()).toEqual({ ann: 1, bob: 1, all: 1 });
  });

  it.each<[string, Partial<Channel>]>([
    ['is off', { enabled: false }],
    ['gets no failures', { events: ['recovery'] }],
    ['is for another rotation', { onDutyIn: 'another' }],
  ])('while the channel of who is on duty %s', async (_, changes) => {
    await putAll({ ann: changes });
    await down(5);
    expect((await sentTo()).bob).toBe(1);
  });
});

describe('while the channel of who is on duty does not deliver', () => {
  /** Nobody but Ann and Bob is notified, and Ann's chat answers like that. */
  async function putBoth(mode: TelegramMode['mode']): Promise<void> {
    await setTelegramMode({ mode, chat_id: chats.ann });
    await putChannels(
      api.project,
      { ann: chatChannel(chats.ann, onDuty(ann.uid)), bob: chatChannel(chats.bob, onDuty(bob.uid)) },
      ann.uid,
    );
  }

  const failing = async () => users.read(await users.ref(api.project.run(T0).db, ann.uid).get())?.failingChannels;
  const ofAnn = () => ({ ann: `Chat ${chats.ann}` });
  const headlines = async (chat: string) => (await messagesIn(chat)).map((text) => text.split('\n')[0] ?? '');
  const failingFrom = (minute: number, endpointId: string) =>
    putIncidents(api.project, { [endpointId]: running(minute, endpointId) });

  it('the others get failures at once, also the one at which it stopped, until it delivers again', async () => {
    await putBoth('blocked');
    await down(5);
    await serveAt(6);
    expect(await failing()).toEqual(ofAnn());
    const first = (await headlines(chats.bob)).sort();
    expect(first).toEqual([expect.stringMatching(/ is down$/), expect.stringContaining(`through Chat ${chats.ann}`)]);
    await failingFrom(10, 'b');
    await serveAt(11);
    expect(await sentTo()).toEqual({ ann: 0, bob: 3, all: 0 });

    await setTelegramMode({ mode: 'ok' });
    await saveSettings(api.project.run(at(15)), ann.uid, (stored) => stored, 'ann');
    await api.project.queue.work(api.project.run(at(15)));
    expect(await failing()).toEqual({});
    expect(await sentTo()).toEqual({ ann: 2, bob: 3, all: 0 });
    await failingFrom(20, 'c');
    await serveAt(21);
    expect(await sentTo()).toEqual({ ann: 3, bob: 3, all: 0 });
    await up(5, 30);
    expect(await sentTo()).toEqual({ ann: 4, bob: 4, all: 0 });
  });

  it('and has not for a day, the others get failures at once until it does', async () => {
    await putBoth('error');
    await down(5);
    for (let hours = 1; hours <= 27; hours += 1) await serveAt(hours * 60 + 30);
    expect(await failing()).toEqual(ofAnn());
    const before = await sentTo();
    await failingFrom(28 * 60 + 5, 'b');
    await serveAt(28 * 60 + 6);
    expect(await sentTo()).toEqual({ ...before, ann: 0, bob: before.bob + 1 });

    await setTelegramMode({ mode: 'ok' });
    await serveAt(30 * 60 + 1);
    expect(await failing()).toEqual({});
    const after = await sentTo();
    await failingFrom(30 * 60 + 5, 'c');
    await serveAt(30 * 60 + 6);
    expect(await sentTo()).toEqual({ ...after, ann: after.ann + 1 });
  });

  it('this is stored before the others are looked at', async () => {
    await putBoth('blocked');
    await putIncidents(api.project, { one: running(5) });
    const run = api.project.run(at(6));
    const known: unknown[] = [];
    const enqueue: typeof run.tasks.enqueue = async (...given) => {
      known.push(await failing());
      await run.tasks.enqueue(...given);
    };
    await notifyOwner({ ...run, tasks: { enqueue } }, { ownerId: ann.uid }, virtualClock(at(6)));
    expect(known).toEqual([ofAnn()]);
  });

  it('the preview and the page of the incident say so', async () => {
    await putBoth('blocked');
    await setTelegramMode({ mode: 'blocked' });
    await down(5);
    const outage = { monitorId: 'shop', locations: ['tw'], severity: 'major', startsAt: iso(10), durationMin: null };
    const { body } = await api.call(ann, 'POST', '/v1/channels/preview', outage);
    expect((body as Preview).messages).toContainEqual(expect.objectContaining({ channelId: 'bob', at: iso(10) }));
    await failingFrom(10, 'b');
    const page = await api.call(ann, 'GET', '/v1/incidents/b/alerts');
    const ofBob = (page.body as IncidentAlerts).channels.find(({ channelId }) => channelId === 'bob');
    expect(ofBob?.silence).not.toBe('offDuty');
  });
});

test('a channel that stopped is reported to who is off duty, too', async () => {
  await putAll();
  await setTelegramMode({ mode: 'blocked', chat_id: chats.all });
  await down(5);
  await serveAt(6);
  expect(await sentTo()).toEqual({ ann: 2, bob: 1, all: 0 });
  expect(await messagesIn(chats.bob)).toEqual([expect.stringContaining(`through Chat ${chats.all}`)]);
});

test('the preview names whose channels would send, and who is off duty', async () => {
  await putAll();
  const outage = { monitorId: 'shop', locations: ['tw'], severity: 'major', startsAt: iso(5) };
  const short = await api.call(ann, 'POST', '/v1/channels/preview', { ...outage, durationMin: 10 });
  const { messages, silent } = short.body as Preview;
  expect(messages.map(({ channelId, kind, person }) => [channelId, kind, person])).toEqual([
    ['ann', 'outage', 'Ann'],
    ['all', 'outage', undefined],
    ['ann', 'recovery', 'Ann'],
    ['all', 'recovery', undefined],
  ]);
  expect(silent).toEqual([expect.objectContaining({ channelId: 'bob', reason: 'offDuty' })]);
  const long = await api.call(ann, 'POST', '/v1/channels/preview', { ...outage, durationMin: 90 });
  const ofBob = (long.body as Preview).messages.filter(({ channelId }) => channelId === 'bob');
  expect(ofBob.map(({ kind, at: sentAt, person }) => [kind, sentAt, person])).toEqual([
    ['outage', iso(60), 'A viewer'],
    ['recovery', iso(95), 'A viewer'],
  ]);
});

describe('an alert reads', () => {
  /** What the notifier run of a failure reads if the owner's channel follows a rotation, or none. */
  async function readsOf(onDutyIn: string | null): Promise<number> {
    const channel = chatChannel(chats.ann, { personId: ann.uid, ...(onDutyIn !== null && { onDutyIn }) });
    await putChannels(api.project, { ann: channel }, ann.uid);
    await putIncidents(api.project, { one: running(5) });
    await endpoints.ref(api.project.run(T0).db, 'a').update({ openIncidentId: 'one' });
    await sweep(api.project.run(at(6)));
    await resetProxy();
    await api.project.queue.work(api.project.viaProxy(at(6)));
    expect(await sentTo()).toMatchObject({ ann: 1 });
    return (await readProxyCounts()).reads;
  }

  it.each([
    ['nothing of an account without a rotation', null, READS],
    ['the rotation and its member more with one', 'rotation', READS + OF_ROTATION],
  ])('%s', async (_, name, expected) => expect(await readsOf(name && rotation)).toBeLessThanOrEqual(expected));

  it('each rotation and member once, however many channels name them', async () => {
    const run = api.project.viaProxy(at(6));
    const channels = Array.from({ length: 10 }, (_, index) => onDuty(index % 2 === 0 ? ann.uid : bob.uid));
    await resetProxy();
    expect((await readDuty(run, ann.uid, channels, null))?.people).toEqual(new Set([ann.uid, bob.uid]));
    expect(await readProxyCounts()).toMatchObject({ reads: 2 });
    await resetProxy();
    expect(await readDuty(run, ann.uid, [{ personId: ann.uid }, {}], null)).toBeNull();
    expect(await readProxyCounts()).toMatchObject({ calls: 0 });
  });
});
