import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { assignments } from '../../platform/db/collections.ts';
import { stored } from '../../testing/api/documents.ts';
import { createMonitor, detailOf } from '../../testing/api/monitors.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import {
  createHeartbeats,
  type HeartbeatSetup,
  newHeartbeatSetup,
  pingUrlOf,
  readHeartbeat,
} from '../../testing/heartbeat-setup.ts';
import { newChat } from '../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { T0 } from '../../testing/test-project.ts';

/** Heartbeats every ten minutes with five minutes of grace, from pings to messages. */

const CHECK = { type: 'heartbeat', periodSec: 600, graceSec: 300 } as const;

let setup: HeartbeatSetup;
let chat: string;
let monitor: MonitorDetail;
let url: string;
let id: string;

beforeEach(async () => {
  useTelegram();
  setup = await newHeartbeatSetup();
  chat = newChat();
  await putChannels(setup.api.project, { a: chatChannel(chat) }, setup.user.uid);
  monitor = await createHeartbeats(setup.api, setup.user, ['backup'], CHECK);
  url = pingUrlOf(monitor, 'backup');
  id = monitor.endpoints[0]?.id ?? '';
});
afterEach(() => expectConsistent(setup.api.project).finally(() => setup.close()));

/** Sweeps each minute up to this one, and sends what is due. */
async function sweepUntil(minute: number): Promise<void> {
  const { api } = setup;
  while (api.clock.nowMs < T0 + minute * MINUTE_MS) {
    api.clock.nowMs += MINUTE_MS;
    await sweep(api.project.run(api.clock.nowMs));
  }
  await api.project.queue.work(api.project.run(api.clock.nowMs));
}

const endpoint = () => stored(setup.api).endpoint(id);
const headlines = async () => (await messagesIn(chat)).map((text) => text.split('\n')[0]);

it('is pending until its first ping, and no agent is assigned', async () => {
  await sweepUntil(60);
  expect(await endpoint()).toMatchObject({ status: 'pending', locations: ['server'] });
  expect((await assignments.collection(setup.api.project.run(T0).db).get()).size).toBe(0);
  expect(await headlines()).toEqual([]);
});

it('a missing ping opens an incident, the next success resolves it, and both are announced', async () => {
  expect((await setup.ping(url)).status).toBe(200);
  expect(await endpoint()).toMatchObject({ status: 'up' });
  await sweepUntil(14);
  expect(await endpoint()).toMatchObject({ status: 'up' });
  await sweepUntil(15);
  const down = await endpoint();
  expect(down).toMatchObject({ status: 'down', since: T0 + 15 * MINUTE_MS, lastError: { error: 'missedPing' } });
  const incident = await stored(setup.api).incident(down?.openIncidentId ?? '');
  expect(incident).toMatchObject({ severity: 'critical', locations: ['server'], outage: { number: 1 } });
  const [message = ''] = await messagesIn(chat);
  expect(message).toContain('backup is down');
  expect(message).toContain('Reason: No ping since 2026-11-20 12:00 UTC');
  expect(message).not.toContain('Locations');
  await sweepUntil(20);
  await setup.ping(url);
  await sweepUntil(21);
  expect(await endpoint()).toMatchObject({ status: 'up', openIncidentId: null });
  expect(await headlines()).toEqual(['🔴 CRITICAL: Jobs › backup is down', '🟢 Jobs › backup is up again']);
});

it('a failed job is down at once, with its exit status and the last line that it wrote', async () => {
  await setup.ping(url);
  await setup.ping(url, '/3', { body: 'disk full\nno space left' });
  await sweepUntil(1);
  expect(await endpoint()).toMatchObject({ status: 'down', lastError: { error: 'jobFailed', statusCode: 3 } });
  const [message = ''] = await messagesIn(chat);
  expect(message).toContain('Reason: The job reported failure (exit status 3)');
  expect(message).toContain('"no space left"');
  await setup.ping(url, '/0');
  await sweepUntil(2);
  expect(await headlines()).toEqual(['🔴 CRITICAL: Jobs › backup is down', '🟢 Jobs › backup is up again']);
});

it('a started job must end within the grace time', async () => {
  await setup.ping(url, '/start');
  await sweepUntil(6);
  expect(await endpoint()).toMatchObject({ status: 'down', lastError: { error: 'jobOverrun' } });
});

it('after a gap between sweeps nothing is late at once: pings may have been lost', async () => {
  await setup.ping(url);
  await sweepUntil(1);
  setup.api.clock.nowMs = T0 + 30 * MINUTE_MS;
  await sweepUntil(33);
  expect(await endpoint()).toMatchObject({ status: 'up' });
  await sweepUntil(37);
  expect(await endpoint()).toMatchObject({ status: 'down' });
});

it('paused it is never late, and resumed it waits for the next ping', async () => {
  const { api, user } = setup;
  const pause = async (paused: boolean) =>
    detailOf(await api.call(user, 'POST', `/monitors/${monitor.id}/pause`, { paused }));
  await setup.ping(url);
  await pause(true);
  await sweepUntil(30);
  expect(await endpoint()).toMatchObject({ status: 'paused' });
  expect((await setup.ping(url, '/fail')).status).toBe(200);
  expect(await endpoint()).toMatchObject({ status: 'paused' });
  await pause(false);
  await sweepUntil(60);
  expect(await endpoint()).toMatchObject({ status: 'pending' });
  await setup.ping(url);
  expect(await endpoint()).toMatchObject({ status: 'up' });
  await sweepUntil(75);
  expect(await endpoint()).toMatchObject({ status: 'down' });
});

it('an edit of the schedule counts from the last ping, of the name keeps the key', async () => {
  const { api, user } = setup;
  const change = (body: object) => api.call(user, 'PUT', `/endpoints/${id}`, body);
  await setup.ping(url);
  expect((await change({ check: { type: 'heartbeat', periodSec: 3600, graceSec: 300 } })).status).toBe(200);
  await sweepUntil(60);
  expect(await endpoint()).toMatchObject({ status: 'pending' });
  await sweepUntil(65);
  expect(await endpoint()).toMatchObject({ status: 'down' });
  const renamed = await change({ url: 'heartbeat://Nightly Backup' });
  expect(renamed.body).toMatchObject({ url: 'heartbeat://nightly-backup', pingUrl: url });
  expect(await readHeartbeat(api, url)).toMatchObject({ slug: 'nightly-backup', state: 'new' });
});

it('moves with its endpoint, and is deleted with it', async () => {
  const { api, user } = setup;
  await setup.ping(url);
  const body = { name: 'Other', locations: ['th' as const], endpoints: [{ url: 'heartbeat://other', name: 'other' }] };
  const other = await createMonitor(api, user, body);
  const more = await createHeartbeats(api, user, ['spare', 'kept']);
  const ids = more.endpoints.map((each) => each.id);
  const moved = await api.call(user, 'POST', `/monitors/${more.id}/endpoints/move`, {
    endpointIds: ids.slice(0, 1),
    targetId: other.id,
  });
  expect(moved.status).toBe(200);
  expect(await readHeartbeat(api, pingUrlOf(more, 'spare'))).toMatchObject({ monitorId: other.id, state: 'new' });
  expect((await setup.ping(pingUrlOf(more, 'spare'))).status).toBe(200);
  expect((await api.call(user, 'DELETE', `/monitors/${monitor.id}`)).status).toBe(200);
  expect(await readHeartbeat(api, url)).toBeNull();
  const answer = await setup.ping(url);
  expect([answer.status, await answer.text()]).toEqual([404, 'not found']);
});

it('refuses a schedule that matches no time, and two schedules', async () => {
  const { api, user } = setup;
  const change = (check: object) =>
    api.call(user, 'PUT', `/endpoints/${id}`, { check: { type: 'heartbeat', ...check } });
  expect(await change({ cron: '0 0 30 2 *' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'check.cron' }] },
  });
  expect((await change({ cron: '0 0 * * *', periodSec: 600 })).status).toBe(400);
  expect((await change({ periodSec: 59 })).status).toBe(400);
  expect((await change({ cron: '0 0 * * *', timeZone: 'Asia/Unknown' })).status).toBe(400);
  const { body } = await change({ cron: '0 3 * * *', timeZone: 'Asia/Taipei' });
  expect(body).toMatchObject({ check: { cron: '0 3 * * *', timeZone: 'Asia/Taipei' } });
  expect((await readHeartbeat(api, url))?.dueAt).toBeNull();
  await setup.ping(url);
  expect((await readHeartbeat(api, url))?.dueAt).toBe(Date.UTC(2026, 10, 20, 19) + HOUR_MS);
});
