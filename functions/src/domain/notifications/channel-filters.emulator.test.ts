import type { IncidentAlerts } from '@farwatch/core/contracts/api/incidents';
import { resolveIncident } from '@farwatch/core/decisions/status/incident';
import type { Channel } from '@farwatch/core/documents/channel';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { beforeEach, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { endpoints } from '../../platform/db/collections.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { newChat, outageIncident, putIncidents, readLog } from '../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { T0 } from '../../testing/test-project.ts';

/** Channels that cover monitors by their tags, or get only some events. */

const at = (minute: number) => T0 + minute * MINUTE_MS;

let api: TestApi;
let user: TestUser;
let chat: string;

beforeEach(async () => {
  useTelegram();
  api = await newTestApi();
  user = await api.user();
  chat = newChat();
  const monitor = { id: 'shop', ownerId: user.uid, locations: ['tw' as const], endpoints: ['a'] };
  await seedProject(api.project, { monitors: [monitor] });
  return () => api.close();
});

const running = () =>
  outageIncident(at(1), {
    ownerId: user.uid,
    endpointId: 'a',
    monitorId: 'shop',
    severity: 'major',
    peakSeverity: 'major',
  });

async function start(changes: Partial<Channel>): Promise<void> {
  const { project } = api;
  await putChannels(project, { a: chatChannel(chat, changes) }, user.uid);
  await putIncidents(project, { one: running() });
  await endpoints.ref(project.run(T0).db, 'a').update({ openIncidentId: 'one' });
}

async function sweepAt(minute: number): Promise<void> {
  api.clock.nowMs = at(minute);
  await sweep(api.project.run(at(minute)));
  await api.project.queue.work(api.project.run(at(minute)));
}

async function end(minute: number): Promise<void> {
  await putIncidents(api.project, {
    one: { ...resolveIncident(running(), 'recovered', at(minute)), changedAt: at(minute) },
  });
  await sweepAt(minute);
}

const headlines = async () => (await messagesIn(chat)).map((text) => text.split('\n')[0]);
const silence = async () => {
  const { body } = await api.call(user, 'GET', '/v1/incidents/one/alerts');
  const { channels } = body as IncidentAlerts;
  return channels.find(({ channelId }) => channelId === 'a')?.silence;
};
const tag = (changes: object) => api.call(user, 'POST', '/monitors/shop/change', changes);

it('a monitor that gets a channel’s tag while it is down is announced there, and is forgotten without it', async () => {
  await start({ tags: ['eu'] });
  await sweepAt(2);
  expect([await headlines(), await silence()]).toEqual([[], 'monitor']);
  expect((await tag({ addTags: ['EU'] })).status).toBe(200);
  await sweepAt(3);
  expect(await headlines()).toEqual(['🔴 MAJOR: Shops › a is down']);
  expect((await tag({ removeTags: ['eu'] })).status).toBe(200);
  await sweepAt(4);
  await end(5);
  expect(await headlines()).toHaveLength(1);
});

it('a channel for tags gets the recovery of what it announced', async () => {
  await tag({ addTags: ['eu'] });
  await start({ tags: ['eu', 'us'] });
  await sweepAt(2);
  await end(9);
  expect(await headlines()).toEqual(['🔴 MAJOR: Shops › a is down', '🟢 Shops › a is up again']);
});

it('a channel that gets only recoveries learns when the outage started, and why it got nothing before', async () => {
  await start({ events: ['recovery'] });
  await sweepAt(2);
  expect([await headlines(), await silence()]).toEqual([[], 'events']);
  await end(41);
  const [text = ''] = await messagesIn(chat);
  expect(text).toContain('is up again: it was down for 40 min');
  expect(text).toMatch(/Began: .* UTC/);
});

it('a recovery that a channel does not get is logged', async () => {
  await start({ events: ['failure'] });
  await sweepAt(2);
  await end(9);
  expect(await headlines()).toHaveLength(1);
  expect((await readLog(api.project)).map(({ state, code }) => [state, code])).toEqual([
    ['sent', null],
    ['skipped', 'events'],
  ]);
});
