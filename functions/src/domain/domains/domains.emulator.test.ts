import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import { isSame } from '@farwatch/core/values/is-same';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askRegistries } from '../../entry/jobs/ask-registries.ts';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { assignments, domains } from '../../platform/db/collections.ts';
import { stored } from '../../testing/api/documents.ts';
import { createMonitor, detailOf } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { newChat } from '../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { useRdap } from '../../testing/rdap.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { T0 } from '../../testing/test-project.ts';

/** Domains from the edit to messages, against a stand-in for registries. */

const rdap = useRdap();
let api: TestApi;
let user: TestUser;
let chat: string;
let monitor: MonitorDetail;
let id: string;
let name: string;

beforeEach(async () => {
  useTelegram();
  api = await newTestApi();
  user = await api.user();
  chat = newChat();
  await putChannels(api.project, { a: chatChannel(chat) }, user.uid);
  name = `name${chat.replace(/\W/g, '')}.test`;
});
afterEach(() => expectConsistent(api.project).finally(() => api.close()));

const at = (days: number) => new Date(T0 + days * DAY_MS).toISOString();
const endpoint = () => stored(api).endpoint(id);
const domain = async () => domains.read(await domains.ref(api.project.run(T0).db, id).get());
const messages = () => messagesIn(chat);
const work = () => api.project.queue.work(api.project.run(api.clock.nowMs));

/** Creates a monitor of the name; its registry is queried by the task that the edit has enqueued. */
async function watch(hostname = name): Promise<void> {
  const endpoints = [{ url: `domain://${hostname}`, name: 'shop domain' }];
  monitor = await createMonitor(api, user, { name: 'Domains', locations: ['tw'], endpoints });
  id = monitor.endpoints[0]?.id ?? '';
  await work();
}

/** What the hourly job, the sweep and the tasks do until then, daily. */
async function passUntil(day: number): Promise<void> {
  while (api.clock.nowMs < T0 + day * DAY_MS) {
    api.clock.nowMs = Math.min(api.clock.nowMs + DAY_MS, T0 + day * DAY_MS);
    await askRegistries(api.project.run(api.clock.nowMs));
    await sweep(api.project.run(api.clock.nowMs));
    await work();
    await work();
  }
}

describe('a name', () => {
  it('below the registered one is watched by the registration above it', async () => {
    await rdap.register({ name, expiresAt: at(20) });
    await watch(`www.${name}`);
    expect(await domain()).toMatchObject({
      name: `www.${name}`,
      problem: null,
      registration: { expiresAt: T0 + 20 * DAY_MS, registeredAs: name },
    });
    expect(await endpoint()).toMatchObject({ status: 'up' });
  });

  it.each(['co.th', 'com.tw', 'idv.tw', 'com.bd'])(
    'is refused if names are registered only below it: %s',
    async (suffix) => {
      const endpoints = [{ url: `domain://example.${suffix}` }, { url: `domain://${suffix}` }];
      const create = { name: 'Domains', locations: ['tw'], endpoints };
      const refused = await api.call(user, 'POST', '/monitors', create);
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'invalid', details: [{ path: 'endpoints.1.url', message: expect.stringContaining(suffix) }] },
      });
    },
  );
});

describe('a registry that answers', () => {
  it('is queried at once when the monitor is saved, then weekly, by no agent', async () => {
    await rdap.register({ name, expiresAt: at(300) });
    await watch();
    expect(await endpoint()).toMatchObject({ status: 'up', locations: ['server'] });
    expect(await domain()).toMatchObject({
      name,
      problem: null,
      registration: { expiresAt: T0 + 300 * DAY_MS, registrar: 'Example Registrar, Inc.' },
      askAt: T0 + 7 * DAY_MS,
    });
    expect((await assignments.collection(api.project.run(T0).db).get()).size).toBe(0);
    await passUntil(6);
    expect(await rdap.timesQueried(name)).toBe(1);
    await passUntil(14);
    expect(await rdap.timesQueried(name)).toBe(3);
    expect(await messages()).toEqual([]);
  });

  it('warns 30, 14, 7 and 1 days before the expiry, once each, and again after a renewal', async () => {
    await rdap.register({ name, expiresAt: at(33) });
    await watch();
    const warned: [number, string][] = [];
    for (let day = 1; day <= 32; day += 1) {
      const before = (await messages()).length;
      await passUntil(day);
      for (const text of (await messages()).slice(before)) warned.push([33 - day, text.split('\n')[0] ?? '']);
    }
    const headline = (days: number) => `🟡 The registration of Domains › shop domain expires in ${days} days`;
    expect(warned).toEqual([
      [30, headline(30)],
      [14, headline(14)],
      [7, headline(7)],
      [1, '🟡 The registration of Domains › shop domain expires within a day'],
    ]);
    expect((await messages())[0]).toContain('Expires: 2026-12-23 12:00 UTC');
    const open = (await endpoint())?.openCertificateIncidentId ?? '';
    expect(await stored(api).incident(open)).toMatchObject({
      type: 'domain',
      status: 'active',
      severity: 'informational',
    });
    await rdap.register({ name, expiresAt: at(75) });
    await passUntil(33);
    expect(await endpoint()).toMatchObject({ status: 'up', openCertificateIncidentId: null });
    expect(await messages()).toHaveLength(4);
    await passUntil(61);
    expect((await messages()).slice(4).map((text) => text.split('\n')[0])).toEqual([headline(30), headline(14)]);
  });

  it('is down once it has expired, and up again when it is renewed', async () => {
    await rdap.register({ name, expiresAt: at(0.5) });
    await watch();
    await passUntil(0.5);
    expect(await endpoint()).toMatchObject({
      status: 'down',
      since: T0 + DAY_MS / 2,
      lastError: { error: 'domainExpired' },
    });
    const [, down = ''] = await messages();
    expect(down).toContain('🔴 CRITICAL: Domains › shop domain is down');
    expect(down).toContain('Reason: The registration of the domain has expired');
    expect(down).not.toContain('Locations');
    await rdap.register({ name, expiresAt: at(366) });
    await passUntil(2);
    expect(await endpoint()).toMatchObject({ status: 'up', openIncidentId: null, openCertificateIncidentId: null });
    expect((await messages()).at(-1)).toContain('🟢 Domains › shop domain is up again');
    expect(await messages()).toHaveLength(3);
  });

  it('announces another registrar or other name servers once, also to a channel of that monitor alone', async () => {
    await rdap.register({ name, expiresAt: at(50) });
    await watch();
    const other = newChat();
    const channels = {
      a: chatChannel(chat, { monitors: [monitor.id] }),
      b: chatChannel(other, { monitors: ['other'] }),
    };
    await putChannels(api.project, channels, user.uid);
    await passUntil(1);
    await rdap.register({ name, expiresAt: at(50), registrar: 'Thief Ltd', nameServers: ['ns.thief.test'] });
    await passUntil(5);
    const [changed = '', ...more] = await messages();
    expect(more).toEqual([]);
    expect(changed.split('\n')).toEqual([
      '🟠 The registration of Domains › shop domain has changed',
      'If this was not you, check your account at the registrar now.',
      `domain://${name}`,
      'Monitor: Domains',
      'Registrar: Example Registrar, Inc. → Thief Ltd',
      'Name servers: ns1.example.net, ns2.example.net → ns.thief.test',
    ]);
    expect(await messagesIn(other)).toEqual([]);
    expect(await endpoint()).toMatchObject({ status: 'up' });
  });
});

it('200 new domains of an account are queried 30 at once, then one a minute, so that another account waits for 30', async () => {
  const names = Array.from({ length: 200 }, (_, index) => ({ url: `domain://many${index}.test`, name: `${index}` }));
  await createMonitor(api, user, { name: 'Many', locations: ['tw'], endpoints: names });
  const other = await createMonitor(api, await api.user(), {
    name: 'One',
    locations: ['tw'],
    endpoints: [{ url: `domain://${name}`, name: 'one' }],
  });
  const waiting = api.project.queue.waiting.filter(({ name: task }) => task === 'askRegistry');
  const others = { name: 'askRegistry', input: { endpointId: other.endpoints[0]?.id } };
  expect(waiting.findIndex((task) => isSame(task, others))).toBe(30);
  await work();
  const queued: number[] = [];
  for (let hour = 1; hour <= 4; hour += 1) {
    api.clock.nowMs = T0 + hour * HOUR_MS;
    // A second run of the job enqueues nothing more.
    for (let run = 1; run <= 2; run += 1) await askRegistries(api.project.run(api.clock.nowMs));
    queued.push(api.project.queue.waiting.length);
    await work();
  }
  expect(queued).toEqual([60, 60, 50, 0]);
});

describe('a registry without an answer', () => {
  it.each([
    ['any.bd', 'noRdap', 7],
    ['unregistered.test', 'notFound', 7],
    ['no-expiration.test', 'noExpiration', 7],
    ['refusing.test', 'refused', 1],
    ['upgrading.test', 'refused', 1],
    ['unimplemented.test', 'refused', 1],
  ])('%s is not known, never down, and no notice reports missing agents', async (hostname, problem, days) => {
    await watch(hostname);
    expect(await endpoint()).toMatchObject({ status: 'unknown', openIncidentId: null });
    expect(await domain()).toMatchObject({ problem, askAt: T0 + days * DAY_MS });
    await passUntil(8);
    expect(await endpoint()).toMatchObject({ status: 'unknown', openIncidentId: null });
    expect(await messages()).toEqual([]);
  });

  it.each([
    ['busy.test', 'busy', 2],
    ['failing.test', 'unavailable', 1],
    ['garbage.test', 'unreadable', 1],
    ['dropping.test', 'unavailable', 1],
  ])('%s stays pending, is tried again, and is unknown after the third failure', async (hostname, problem, hours) => {
    await watch(hostname);
    expect(await endpoint()).toMatchObject({ status: 'pending' });
    expect(await domain()).toMatchObject({ problem, registration: null, failures: 1, askAt: T0 + hours * HOUR_MS });
    await passUntil(0.25);
    expect(await domain()).toMatchObject({ failures: 2 });
    expect(await endpoint()).toMatchObject({ status: 'pending' });
    await passUntil(1);
    expect(await domain()).toMatchObject({ failures: 3 });
    expect(await endpoint()).toMatchObject({ status: 'unknown', openIncidentId: null });
    expect(await messages()).toEqual([]);
  });

  it('keeps what was known, also beyond the expiry', async () => {
    await rdap.register({ name, expiresAt: at(2) });
    await watch();
    const known = await domain();
    await rdap.switchTo(name, 'busy');
    await passUntil(4);
    expect(await endpoint()).toMatchObject({ status: 'up' });
    expect(await domain()).toMatchObject({ problem: 'busy', registration: known?.registration });
    expect(await rdap.timesQueried(name)).toBeGreaterThan(2);
  });
});

describe('an edit', () => {
  it('pauses and resumes it', async () => {
    await rdap.register({ name, expiresAt: at(300) });
    await watch();
    const pause = async (paused: boolean) =>
      detailOf(await api.call(user, 'POST', `/monitors/${monitor.id}/pause`, { paused }));
    await pause(true);
    await passUntil(8);
    expect(await rdap.timesQueried(name)).toBe(1);
    expect(await endpoint()).toMatchObject({ status: 'paused' });
    await pause(false);
    await work();
    expect(await endpoint()).toMatchObject({ status: 'up' });
  });

  it('of the name queries that, and deletes it with the endpoint', async () => {
    await rdap.register({ name, expiresAt: at(300) });
    await watch('unregistered.test');
    api.clock.nowMs += MINUTE_MS;
    expect((await api.call(user, 'PUT', `/endpoints/${id}`, { url: `domain://${name}` })).status).toBe(200);
    await work();
    expect(await endpoint()).toMatchObject({ status: 'up', url: `domain://${name}` });
    expect((await api.call(user, 'PUT', `/endpoints/${id}`, { url: 'https://shop.farwatch.test' })).status).toBe(200);
    expect(await domain()).toBeNull();
  });

  it('moves it with its endpoint', async () => {
    await rdap.register({ name, expiresAt: at(300) });
    await watch();
    const body = {
      name: 'Other',
      locations: ['th' as const],
      endpoints: [{ url: 'domain://soon.test', name: 'soon' }],
    };
    const other = await createMonitor(api, user, body);
    const target = { endpointIds: [id], targetId: other.id };
    const [{ id: spare = '' } = {}] = (await createMonitor(api, user, { ...body, name: 'Third' })).endpoints;
    api.clock.nowMs += MINUTE_MS;
    await api.call(user, 'POST', `/monitors/${monitor.id}/endpoints`, {
      endpoints: [{ url: 'domain://expired.test' }],
    });
    await api.call(user, 'POST', `/monitors/${monitor.id}/endpoints/move`, target);
    await work();
    expect(spare).not.toBe('');
    expect(await domain()).toMatchObject({
      monitorId: other.id,
      registration: { registrar: 'Example Registrar, Inc.' },
    });
    expect(await endpoint()).toMatchObject({ status: 'up', monitorId: other.id });
  });
});
