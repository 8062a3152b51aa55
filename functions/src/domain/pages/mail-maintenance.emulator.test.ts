import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sendMailing } from '../../entry/tasks/send-mailing.ts';
import { mailings, subscribers } from '../../platform/db/collections.ts';
import { createMonitor, monitorBody } from '../../testing/api/monitors.ts';
import { createPage, pageBody } from '../../testing/api/page-calls.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { type SmtpInbox, startSmtpInbox } from '../../testing/smtp-inbox.ts';
import { T0 } from '../../testing/test-project.ts';

const WINDOWS = '/v1/maintenance';
const HASHES = { ann: 'a'.repeat(32), ben: 'b'.repeat(32) };

let api: TestApi;
let inbox: SmtpInbox;
let user: TestUser;
let slug: string;
let shop: string;
let internal: string;
let count = 0;

beforeAll(async () => {
  inbox = await startSmtpInbox();
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'Farwatch <alerts@farwatch.test>');
  vi.stubEnv('APP_URL', 'https://farwatch.test');
  api = await newTestApi();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await inbox.close();
  await api.close();
});
beforeEach(async () => {
  api.clock.nowMs = T0;
  inbox.mails.length = 0;
  user = await api.user();
  count += 1;
  slug = `acme-${count}`;
  shop = (await createMonitor(api, user, monitorBody(['shop']))).id;
  internal = (await createMonitor(api, user, { ...monitorBody(['internal']), name: 'Internal' })).id;
  await createPage(api, user, slug, pageBody([{ name: 'Checkout', monitorId: shop, endpointId: null }]));
  await subscribe('ann');
  api.project.queue.waiting = [];
});

const run = () => api.project.run(api.clock.nowMs);
const startAt = (atMs: number) => new Date(atMs).toISOString().slice(0, 16);

async function subscribe(name: keyof typeof HASHES): Promise<void> {
  const address = { address: `${name}@farwatch.test`, language: 'en' as const, since: api.clock.nowMs };
  const document = subscribers.toDocument({ addresses: { [HASHES[name]]: address } });
  await subscribers.ref(run().db, '0', slug).set(document, { merge: true });
}

/** A window of an hour tomorrow, as it is sent. */
const windowBody = (changes: object = {}) => ({
  ...{ name: 'Secret move', monitors: null, start: startAt(T0 + DAY_MS), timeZone: 'UTC', durationMin: 60, rule: null },
  ...{ mailsSubscribers: true, ...changes },
});

async function plan(changes: object = {}): Promise<string> {
  const { status, body } = await api.call(user, 'POST', WINDOWS, windowBody(changes));
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

/** Runs the mailings' tasks a minute later. Returns recipients and subjects. */
async function mailed(): Promise<string[]> {
  api.clock.nowMs += MINUTE_MS;
  inbox.mails.length = 0;
  for (const task of api.project.queue.waiting.splice(0)) {
    if (task.name === 'sendMailing') await sendMailing(run(), task.input, (async () => undefined) as never);
  }
  return inbox.mails.map(({ to, subject }) => `${[to].flat()[0]?.text}: ${subject}`).sort();
}

test('subscribers are mailed once when maintenance is planned, changed and cancelled', async () => {
  const id = await plan();
  expect(await mailed()).toEqual(['ann@farwatch.test: [Acme] Planned maintenance: 21 Nov 2026, 12:00–13:00']);
  const [mail] = inbox.mails;
  expect(mail?.text).toContain('Checkout');
  expect(mail?.text).toContain(`https://farwatch.test/status/${slug}`);
  expect(`${mail?.text}${mail?.html}${mail?.headerLines.map(({ line }) => line)}`).not.toMatch(
    new RegExp(`Secret|${id}|${shop}`),
  );
  await api.call(user, 'PUT', `${WINDOWS}/${id}`, windowBody({ name: 'Renamed' }));
  expect(await mailed()).toEqual([]);
  await api.call(user, 'PUT', `${WINDOWS}/${id}`, windowBody({ durationMin: 120 }));
  expect(await mailed()).toEqual(['ann@farwatch.test: [Acme] Maintenance changed: 21 Nov 2026, 12:00–14:00']);
  await api.call(user, 'DELETE', `${WINDOWS}/${id}`);
  expect(await mailed()).toEqual(['ann@farwatch.test: [Acme] Maintenance cancelled: 21 Nov 2026, 12:00–14:00']);
});

test('not about what they cannot see or their owner did not choose', async () => {
  await plan({ monitors: [internal] });
  await plan({ mailsSubscribers: false });
  await plan({ mailsSubscribers: undefined });
  expect(await mailed()).toEqual([]);
  expect((await mailings.collection(run().db, slug).get()).size).toBe(0);
});

test('those who are subscribed when it is planned, also if its owner has not seen them yet', async () => {
  api.clock.nowMs += HOUR_MS;
  await subscribe('ben');
  await plan();
  expect(await mailed()).toHaveLength(2);
});

test('a mail that is not true any more is not sent', async () => {
  const id = await plan();
  api.clock.nowMs += MINUTE_MS;
  await api.call(user, 'PUT', `${WINDOWS}/${id}`, windowBody({ start: startAt(T0 + 2 * DAY_MS) }));
  expect(await mailed()).toEqual(['ann@farwatch.test: [Acme] Maintenance changed: 22 Nov 2026, 12:00–13:00']);
});

test('a page sends a few such mails a day', async () => {
  for (let index = 0; index < STATUS_PAGE.maintenanceMailsPerDay + 2; index += 1) {
    await plan({ start: startAt(T0 + DAY_MS + index * HOUR_MS), durationMin: 30 });
  }
  expect((await mailings.collection(run().db, slug).get()).size).toBe(STATUS_PAGE.maintenanceMailsPerDay);
  api.clock.nowMs += DAY_MS;
  await plan({ start: startAt(T0 + 9 * DAY_MS) });
  expect((await mailings.collection(run().db, slug).get()).size).toBe(STATUS_PAGE.maintenanceMailsPerDay + 1);
});
