import { type Message, newMessageValues } from '@farwatch/core/documents/message';
import type { StoredNotifications } from '@farwatch/core/documents/notification-settings';
import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { newClaim } from '../../domain/payments/claims.ts';
import { messages, NOTIFICATIONS_ID, notifications } from '../../platform/db/collections.ts';
import { incidentLink } from '../../platform/links/incident-link.ts';
import { collectorUrl } from '../channels/channel-services.ts';
import { createHeartbeats, pingUrlOf } from '../heartbeat-setup.ts';
import { putOrder } from '../payments/orders.ts';
import { type Seen, TestAgent } from '../test-agent.ts';
import { putAgent, putSweep } from './documents.ts';
import { makeKey, startLogin } from './keys.ts';
import { MEMBER_CALLS } from './members.ts';
import { createMonitor, idOf, monitorBody } from './monitors.ts';
import { PAGE_CALLS } from './page-calls.ts';
import { changePassword, type TestUser } from './sign-in.ts';
import type { TestApi } from './test-api.ts';

/** A call that succeeds; by the seeded admin by default. */
type CallInput = { path: string; body?: unknown; user?: TestUser };
export type Call = (seeded: Seeded, api: TestApi) => CallInput | Promise<CallInput>;

const asIs =
  (path: string, body?: unknown): Call =>
  () => ({ path, body });
const ofMonitor =
  (rest = '', body?: unknown): Call =>
  ({ monitorId }) => ({ path: `/monitors/${monitorId}${rest}`, body });
const ofEndpoint =
  (rest = '', body?: unknown): Call =>
  ({ endpointId }) => ({ path: `/endpoints/${endpointId}${rest}`, body });
/** The hour before now. */
const lastHour =
  (pathOf: (ids: Seeded) => string, rest = ''): Call =>
  (seeded, { clock: { nowMs } }) => {
    const [from, to] = [nowMs - HOUR_MS, nowMs].map((atMs) => new Date(atMs).toISOString());
    return { path: `${pathOf(seeded)}?from=${from}&to=${to}${rest}` };
  };
const ofAgent =
  (rest = ''): Call =>
  ({ agentId }) => ({ path: `/agents/${agentId}${rest}` });

/** A chat that the Telegram stand-in knows. */
const CHAT = { botToken: '123456789:token_of_the_test', chatId: '4711' };

/** A separate monitor for a call that changes or removes it, or moves to `otherId`. */
const spare =
  (host: string, call: (ids: { monitorId: string; endpointId: string; otherId: string }) => CallInput): Call =>
  async ({ admin, monitorId: otherId }, api) => {
    const monitor = await createMonitor(api, admin, monitorBody([host, `${host}2`]));
    return call({ monitorId: monitor.id, endpointId: idOf(monitor, host), otherId });
  };

/** A Telegram channel as its calls take it. */
const CHANNEL = { name: 'Chat', settings: CHAT };

/** A separate channel. */
const spareChannel =
  (rest = '', body?: unknown): Call =>
  async ({ admin }, api) => {
    const { body: channel } = await api.call(admin, 'POST', '/v1/channels', { ...CHANNEL, type: 'telegram' });
    return { path: `/v1/channels/${(channel as { id: string }).id}${rest}`, body };
  };

const TRIAL = { url: 'https://tried.farwatch.test/', locations: ['tw'] };

/** A daily maintenance window. */
const WINDOW = {
  name: 'Backup',
  monitors: null,
  start: '2027-01-01T02:00',
  timeZone: 'Asia/Taipei',
  durationMin: 30,
  rule: 'FREQ=DAILY',
};

/** A separate window. `bodyOf`: from its next occurrence. */
const spareWindow =
  (rest = '', bodyOf: (startsAt: string) => unknown = () => undefined): Call =>
  async ({ admin }, api) => {
    const { body } = await api.call(admin, 'POST', '/v1/maintenance', WINDOW);
    const { id, occurrences } = body as { id: string; occurrences: { startsAt: string }[] };
    return { path: `/v1/maintenance/${id}${rest}`, body: bodyOf(occurrences[0]?.startsAt ?? '') };
  };

/** A separate agent that is not registered yet. */
const spareAgent =
  (rest = ''): Call =>
  async ({ admin }, api) => {
    const { body } = await api.call(admin, 'POST', '/agents', { name: 'Spare' });
    return { path: `/agents/${(body as { id: string }).id}${rest}` };
  };

async function incidentIdOf({ admin }: Seeded, api: TestApi): Promise<string> {
  const { body } = await api.call(admin, 'GET', '/incidents');
  return (body as { data: { id: string }[] }).data[0]?.id ?? '';
}

const ofIncident =
  (bodyOf: (id: string) => unknown, rest: string): Call =>
  async (seeded, api) => ({ path: `/v1/incidents${rest}`, body: bodyOf(await incidentIdOf(seeded, api)) });

/** Through the link of a message about the open incident. */
const ofLink =
  (rest = '', body?: unknown): Call =>
  async (seeded, api) => {
    const incidentId = await incidentIdOf(seeded, api);
    const target = { incidentId, ownerId: seeded.admin.uid, channelId: 'telegram' };
    const link = await incidentLink(api.project.run(api.clock.nowMs), '', target);
    return { path: `${link.replace('/a/', '/v1/shared-incidents/')}${rest}`, body };
  };

/** A call of every route on the seeded data, by the route's method and path. */
export const CALLS: Record<string, Call> = {
  'get /me': asIs('/me'),
  'get /health': async (_seeded, api) => {
    await putSweep(api, api.clock.nowMs);
    return { path: '/health' };
  },
  'get /health/system': asIs('/health/system'),
  'put /me': asIs('/me', { language: 'cn' }),
  'get /account/copy': asIs('/account/copy'),
  'post /account/close': async (_seeded, api) => ({ path: '/account/close', user: await api.user() }),
  'post /account/keep': asIs('/account/keep'),
  'post /account/password-changed': async (_seeded, api) => ({
    path: '/account/password-changed',
    user: await changePassword(api.auth, await api.user()),
  }),
  'get /v1/keys': async ({ admin }, api) => {
    await makeKey(api, admin, 'read');
    return { path: '/v1/keys' };
  },
  'post /v1/keys': asIs('/v1/keys', { name: 'Script', scope: 'read', expiresInDays: 30 }),
  'delete /v1/keys/:id': async ({ admin }, api) => ({ path: `/v1/keys/${(await makeKey(api, admin, 'read')).id}` }),
  'post /v1/keys/revoke': async ({ admin }, api) => ({
    path: '/v1/keys/revoke',
    body: { key: (await makeKey(api, admin, 'read')).key },
  }),
  'post /v1/logins': asIs('/v1/logins', { host: 'laptop', scope: 'write' }),
  'post /v1/logins/key': async ({ admin }, api) => {
    const { deviceCode, userCode: code } = await startLogin(api);
    await api.call(admin, 'POST', '/v1/logins/decision', { code, isConfirmed: true, scope: 'write' });
    return { path: '/v1/logins/key', body: { deviceCode } };
  },
  'get /v1/logins': async (_seeded, api) => ({ path: `/v1/logins?code=${(await startLogin(api)).userCode}` }),
  'post /v1/logins/decision': async (_seeded, api) => ({
    path: '/v1/logins/decision',
    body: { code: (await startLogin(api)).userCode, isConfirmed: true, scope: 'read' },
  }),
  ...MEMBER_CALLS,
  'get /v1/activity': async ({ admin }, api) => {
    await makeKey(api, admin, 'read');
    return { path: '/v1/activity' };
  },
  'get /v1/messages': async ({ admin }, api) => {
    await putMessage(api, admin, null);
    return { path: '/v1/messages' };
  },
  'post /v1/messages/:id/resend': async ({ admin }, api) => {
    const channelId = await putWebhook(api, admin, 'https://198.51.100.7/hook');
    const id = await putMessage(api, admin, null, { channelId, channelType: 'webhook' });
    return { path: `/v1/messages/${id}/resend` };
  },
  'get /v1/incidents/:id/alerts': async (seeded, api) => ({
    path: `/v1/incidents/${await incidentIdOf(seeded, api)}/alerts`,
  }),
  'get /v1/incidents/:id': async (seeded, api) => ({ path: `/v1/incidents/${await incidentIdOf(seeded, api)}` }),
  'get /v1/endpoints/:id/domain': async ({ admin }, api) => {
    const input = { ...monitorBody([]), endpoints: [{ url: 'domain://farwatch.test' }] };
    const { body } = await api.call(admin, 'POST', '/monitors', input, { 'Idempotency-Key': 'domain' });
    const [endpoint] = (body as { endpoints: { id: string }[] }).endpoints;
    return { path: `/v1/endpoints/${endpoint?.id}/domain` };
  },
  'get /settings': asIs('/settings'),
  'put /settings/account': asIs('/settings/account', { displayName: 'Ann B' }),
  'put /settings/monitors': asIs('/settings/monitors', { monitorInterval: 15 }),
  'get /monitors': asIs('/monitors'),
  'get /monitors/endpoint-limits': asIs('/monitors/endpoint-limits'),
  'get /monitors/:id': ofMonitor(),
  'post /monitors': asIs('/monitors', monitorBody(['made'])),
  'put /monitors/:id': spare('replaced', ({ monitorId }) => ({
    path: `/monitors/${monitorId}`,
    body: monitorBody(['other']),
  })),
  'post /monitors/:id/change': ofMonitor('/change', { addTags: ['shop'] }),
  'delete /monitors/:id': spare('deleted', ({ monitorId }) => ({ path: `/monitors/${monitorId}` })),
  'post /monitors/:id/test': ofMonitor('/test', {}),
  'post /monitors/:id/pause': spare('pausedMonitor', ({ monitorId }) => ({
    path: `/monitors/${monitorId}/pause`,
    body: { paused: true },
  })),
  'post /monitors/:id/endpoints/pause': spare('pausedSeveral', ({ monitorId, endpointId }) => ({
    path: `/monitors/${monitorId}/endpoints/pause`,
    body: { endpointIds: [endpointId], paused: true },
  })),
  'post /monitors/:id/endpoints/move': spare('moved', ({ monitorId, endpointId, otherId: targetId }) => ({
    path: `/monitors/${monitorId}/endpoints/move`,
    body: { endpointIds: [endpointId], targetId },
  })),
  'post /endpoints/:id/pause': spare('pausedOne', ({ endpointId }) => ({
    path: `/endpoints/${endpointId}/pause`,
    body: { paused: true },
  })),
  'get /v1/monitors/managed': asIs('/v1/monitors/managed'),
  'get /v1/account/managed': asIs('/v1/account/managed'),
  'get /monitors/:id/endpoints': ofMonitor('/endpoints'),
  'post /monitors/:id/endpoints': ofMonitor('/endpoints', { url: 'https://added.farwatch.test/' }),
  'post /monitors/:id/endpoints/delete': spare('listed', ({ monitorId, endpointId }) => ({
    path: `/monitors/${monitorId}/endpoints/delete`,
    body: { endpointIds: [endpointId] },
  })),
  'get /endpoints/batch/metrics': ({ endpointId }) => ({ path: `/endpoints/batch/metrics?endpointIds=${endpointId}` }),
  'get /endpoints/:id': ofEndpoint(),
  'put /endpoints/:id': spare('changed', ({ endpointId }) => ({
    path: `/endpoints/${endpointId}`,
    body: { name: 'New' },
  })),
  'delete /endpoints/:id': spare('dropped', ({ endpointId }) => ({ path: `/endpoints/${endpointId}` })),
  'post /endpoints/:id/replace-ping-url': async ({ admin }, api) => {
    const monitor = await createHeartbeats(api, admin, ['replaced']);
    const path = `/endpoints/${idOf(monitor, 'replaced')}/replace-ping-url`;
    return { path, body: { pingUrl: pingUrlOf(monitor, 'replaced') } };
  },
  'post /endpoints/:id/test': ofEndpoint('/test', {}),
  'post /v1/trials': asIs('/v1/trials', TRIAL),
  'get /v1/trials/:id': async ({ admin }, api) => {
    const { body } = await api.call(admin, 'POST', '/v1/trials', TRIAL);
    return { path: `/v1/trials/${(body as { id: string }).id}` };
  },
  'get /v1/locations': asIs('/v1/locations'),
  'get /endpoints/:id/history': ofEndpoint('/history'),
  'get /endpoints/:id/checks': ofEndpoint('/checks'),
  'get /endpoints/:id/availability': ofEndpoint('/availability'),
  'get /endpoints/:id/status-history': ofEndpoint('/status-history'),
  'get /v1/endpoints/:id/history': lastHour(
    ({ endpointId }) => `/v1/endpoints/${endpointId}/history`,
    '&resolution=hour',
  ),
  'get /v1/monitors/:id/uptime': lastHour(({ monitorId }) => `/v1/monitors/${monitorId}/uptime`),
  'get /v1/uptime': asIs('/v1/uptime'),
  'get /metrics': asIs('/metrics'),
  'get /v1/metrics/push': asIs('/v1/metrics/push'),
  'put /v1/metrics/push': asIs('/v1/metrics/push', {
    target: { url: 'https://collector.farwatch.test/v1/metrics', headers: [{ name: 'X-Key', value: 'secret' }] },
  }),
  'post /v1/metrics/push/test': async () => ({
    path: '/v1/metrics/push/test',
    body: { url: await collectorUrl(), headers: [] },
  }),
  'get /v1/reports': lastHour(() => '/v1/reports'),
  'get /v1/reports/csv': lastHour(() => '/v1/reports/csv', '&table=monitors'),
  'get /v1/summary-settings': asIs('/v1/summary-settings'),
  'put /v1/summary-settings': asIs('/v1/summary-settings', {
    weekly: true,
    monthly: false,
    timeZone: 'Asia/Taipei',
    channels: [],
  }),
  'post /v1/summary-settings/preview': asIs('/v1/summary-settings/preview', {}),
  'post /v1/summary-settings/test': asIs('/v1/summary-settings/test', {}),
  'get /dashboard/summary': asIs('/dashboard/summary'),
  'get /incidents': asIs('/incidents'),
  'get /incidents/monitor/:id': ({ monitorId }) => ({ path: `/incidents/monitor/${monitorId}` }),
  'get /v1/incidents/export': asIs('/v1/incidents/export'),
  'post /v1/incidents/acknowledge': ofIncident((id) => ({ ids: [id], note: 'On it' }), '/acknowledge'),
  'post /v1/incidents/unacknowledge': ofIncident((id) => ({ ids: [id] }), '/unacknowledge'),
  'post /v1/incidents/snooze': ofIncident((id) => ({ ids: [id], minutes: 30 }), '/snooze'),
  'post /v1/incidents/note': ofIncident((id) => ({ id, note: 'Restarted' }), '/note'),
  'get /v1/shared-incidents/:token': ofLink(),
  'post /v1/shared-incidents/:token/acknowledge': ofLink('/acknowledge', { name: 'Bob', note: 'On it' }),
  'post /v1/shared-incidents/:token/unacknowledge': ofLink('/unacknowledge', { name: 'Bob' }),
  'post /v1/shared-incidents/:token/snooze': ofLink('/snooze', { name: 'Bob', minutes: 30 }),
  'get /v1/maintenance': asIs('/v1/maintenance'),
  'post /v1/maintenance': asIs('/v1/maintenance', WINDOW),
  'put /v1/maintenance/:id': spareWindow('', () => ({ ...WINDOW, durationMin: 60 })),
  'put /v1/maintenance/:id/ending': spareWindow('/ending', (startsAt) => ({ startsAt, endsAt: startsAt })),
  'delete /v1/maintenance/:id': spareWindow(),
  ...PAGE_CALLS,
  'get /agents': asIs('/agents'),
  'get /agents/available-locations': asIs('/agents/available-locations'),
  'get /agents/location-performance': asIs('/agents/location-performance'),
  'post /agents': asIs('/agents', { name: 'Bangkok', countryCode: 'th' }),
  'delete /agents/:id': spareAgent(),
  'post /agents/:id/registration-code': spareAgent('/registration-code'),
  'post /agents/:id/trigger-sync': spareAgent('/trigger-sync'),
  'get /agents/:id/stats': ofAgent('/stats'),
  'get /agents/:id/endpoints': ofAgent('/endpoints'),
  'get /agents/:id/availability': ofAgent('/availability'),
  'get /agents/:id/availability/segments': ofAgent('/availability/segments'),
  'get /v1/notifications/settings': asIs('/v1/notifications/settings'),
  'put /v1/notifications/settings': asIs('/v1/notifications/settings', {
    telegram: { enabled: true, ...CHAT },
    thresholds: { severity: 'high', silencePeriod: 15 },
  }),
  'post /v1/notifications/telegram/verify': asIs('/v1/notifications/telegram/verify', CHAT),
  'post /v1/notifications/telegram/chats': asIs('/v1/notifications/telegram/chats', { botToken: CHAT.botToken }),
  'get /v1/push-key': asIs('/v1/push-key'),
  'post /v1/line-senders': asIs('/v1/line-senders', { channelSecret: 'a'.repeat(32), accessToken: null }),

  'get /v1/channels': asIs('/v1/channels'),
  'post /v1/channels': asIs('/v1/channels', { ...CHANNEL, type: 'telegram' }),
  'post /v1/channels/test': asIs('/v1/channels/test', { type: 'telegram', settings: CHAT }),
  'post /v1/channels/preview': ({ monitorId }, { clock }) => ({
    path: '/v1/channels/preview',
    body: {
      monitorId,
      locations: ['tw'],
      severity: 'critical',
      startsAt: new Date(clock.nowMs).toISOString(),
      durationMin: null,
    },
  }),
  'put /v1/channels/:id/timing': spareChannel('/timing', { timing: { delayMin: 5 } }),
  'put /v1/channels/:id': spareChannel('', CHANNEL),
  'delete /v1/channels/:id': spareChannel(),
  'post /v1/channels/:id/test': spareChannel('/test', {}),
  'get /payments': async ({ admin }, api) => {
    await putOrder(api.project, 'listed', { payment: { ownerId: admin.uid } });
    return { path: '/payments' };
  },
  'post /payments/claim': async (_seeded, api) => {
    const { claim, claimHash } = newClaim('claimed');
    const record = { claimHash, claimUntil: api.clock.nowMs + 1 };
    await putOrder(api.project, 'claimed', { payment: { ownerId: null }, record });
    return { path: '/payments/claim', body: { claim } };
  },
};

/** An admin with a monitor, an endpoint with checks and an open incident, and the agent that checks it. */
export type Seeded = { admin: TestUser; monitorId: string; endpointId: string; agentId: string };

export async function seedApi(api: TestApi): Promise<Seeded> {
  const admin = await api.user({ admin: true, displayName: 'Ann' });
  const agentId = 'tw1';
  await putAgent(api, agentId, 'tw', { agent: { ownerId: admin.uid }, state: { spool: null, seq: 0 } });
  await enableAlerts(api, admin);
  const monitor = await createMonitor(api, admin, monitorBody(['a', 'b']));
  const [endpointId, other] = [idOf(monitor, 'a'), idOf(monitor, 'b')];
  const agent = new TestAgent(agentId);
  await reportAndDrain(api, agent, admin, { up: [endpointId, other] });
  api.clock.nowMs += MINUTE_MS;
  await reportAndDrain(api, agent, admin, { up: [other], down: [endpointId] });
  return { admin, monitorId: monitor.id, endpointId, agentId };
}

/** Creates a webhook channel that is verified, and returns its id. */
export async function putWebhook(api: TestApi, user: TestUser, url: string): Promise<string> {
  const body = { type: 'webhook', name: 'Hook', settings: { url } };
  const { body: channel } = await api.call(user, 'POST', '/v1/channels', body);
  const { id } = channel as { id: string };
  const settings = notifications.ref(api.project.run(api.clock.nowMs).db, NOTIFICATIONS_ID, user.uid);
  const verifiedAt = new Date(api.clock.nowMs);
  await settings.update({ [`channels.${id}.verifiedAt`]: verifiedAt });
  return id;
}

/** Stores a message of a channel about an incident, null for about none, and returns its id. */
export async function putMessage(
  api: TestApi,
  { uid }: TestUser,
  incidentId: string | null,
  changes: Partial<Message> = {},
): Promise<string> {
  const { db, nowMs } = api.project.run(api.clock.nowMs);
  const values = newMessageValues({ occurredAt: nowMs, endpoint: 'a', monitor: 'Shop', locations: ['tw'] });
  const about = { kind: 'outage', severity: 'critical', endpointId: null, outage: 1 } as const;
  const message: Message = {
    ownerId: uid,
    channelId: 'telegram',
    channelType: 'telegram',
    channelName: 'Telegram',
    state: 'sent',
    code: null,
    reason: null,
    contents: [{ ...about, incidentId, ended: [], values }],
    createdAt: nowMs,
    expireAt: nowMs + HOUR_MS,
    ...changes,
  };
  return (await messages.collection(db).add(messages.toDocument(message))).id;
}

/** The agent reports what it saw of this user's endpoints, and its verdict changes are applied. */
export async function reportAndDrain(api: TestApi, agent: TestAgent, user: TestUser, seen: Seen): Promise<void> {
  await agent.reportAndDrain(api.project.run(api.clock.nowMs), { ownerId: user.uid, ...seen });
}

/** Enables alerts of this user, with a silence period of 30 minutes. */
export async function enableAlerts(api: TestApi, user: TestUser): Promise<void> {
  const settings: StoredNotifications = {
    telegram: { enabled: true, botToken: '1:token', chatId: '1', verified: true },
    channels: {},
    telegramTiming: IMMEDIATE,
    thresholds: { severity: 'all', silencePeriod: 30 },
  };
  const { db } = api.project.run(api.clock.nowMs);
  await notifications.ref(db, NOTIFICATIONS_ID, user.uid).create(notifications.toDocument(settings));
}
