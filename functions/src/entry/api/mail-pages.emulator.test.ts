import type { Channel } from '@farwatch/core/documents/channel';
import type { StoredNotifications } from '@farwatch/core/documents/notification-settings';
import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendConfirmation } from '../../domain/channels/email/confirm-address.ts';
import { stopSummariesLink, unsubscribeLink } from '../../domain/channels/email/mail-links.ts';
import { NOTIFICATIONS_ID, notifications, users } from '../../platform/db/collections.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { type SmtpInbox, startSmtpInbox } from '../../testing/smtp-inbox.ts';

const OTHER = 'team@farwatch.test';

let api: TestApi;
let inbox: SmtpInbox;
let user: TestUser;
beforeAll(async () => {
  [api, inbox] = [await newTestApi(), await startSmtpInbox()];
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'alerts@farwatch.test');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([api.close(), inbox.close()]);
});
beforeEach(async () => {
  user = await api.user();
  await api.call(user, 'GET', '/me');
  inbox.mails.length = 0;
});

const run = () => api.project.run(api.clock.nowMs);
const settingsRef = () => notifications.ref(run().db, NOTIFICATIONS_ID, user.uid);

async function stored(): Promise<StoredNotifications | null> {
  return notifications.read(await settingsRef().get());
}

async function storeOther(changes: Partial<Channel> = {}): Promise<void> {
  const settings = { address: OTHER };
  const common = {
    severity: null,
    monitors: null,
    tags: null,
    events: null,
    alsoSlow: false,
    language: null,
    timing: IMMEDIATE,
    createdAt: api.clock.nowMs,
  };
  const team: Channel = {
    type: 'email',
    name: 'Team',
    enabled: true,
    settings,
    verifiedAt: null,
    ...common,
    ...changes,
  };
  await settingsRef().update({ channels: { team } });
}

/** Opens a link, or posts to it as a mail program or a page's button does. */
async function open(url: string, method = 'GET') {
  const body = method === 'POST' ? { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) } : {};
  const response = await fetch(url, { method, redirect: 'error', ...body });
  const page = await response.text();
  return { status: response.status, title: /<h1>(.*?)<\/h1>/.exec(page)?.[1], hasButton: page.includes('<button') };
}

describe('unsubscribing', () => {
  const linkTo = (channelId: string, address: string) =>
    unsubscribeLink(run(), api.origin, { ownerId: user.uid, channelId, address, language: 'en' });

  test('from the mail that every account gets: GET shows a question, POST stops it and reports when', async () => {
    const link = await linkTo('email', user.email);
    expect(await open(link)).toEqual({ status: 200, title: 'Stop alerts by email?', hasButton: true });
    expect(await stored()).toBeNull();
    expect(await open(link, 'POST')).toEqual({ status: 200, title: 'Unsubscribed', hasButton: false });
    const { body: activity } = await api.call(user, 'GET', '/v1/activity');
    expect(activity).toMatchObject({ entries: [{ actor: 'link', kind: 'channel', subjectId: 'email' }] });
    const unsubscribedAt = api.clock.nowMs;
    const settings = { address: user.email };
    // Without the address, which stays the account's.
    expect((await stored())?.channels).toMatchObject({ email: { enabled: false, settings: {}, unsubscribedAt } });
    expect(await open(link, 'POST')).toMatchObject({ status: 200 });
    const listed = async () => ((await api.call(user, 'GET', '/v1/channels')).body as { channels: object[] }).channels;
    const iso = new Date(unsubscribedAt).toISOString();
    expect(await listed()).toMatchObject([{ enabled: false, unsubscribedAt: iso, state: { status: 'off' } }]);
    await api.call(user, 'PUT', '/v1/channels/email', { name: 'Email', enabled: true, settings });
    expect(await listed()).toMatchObject([{ enabled: true, state: { status: 'working' } }]);
    expect((await stored())?.channels.email).not.toHaveProperty('unsubscribedAt');
  });

  test('leaves a channel alone that sends elsewhere now, and what is not the link’s', async () => {
    await sendConfirmation(run(), confirmation());
    await storeOther();
    expect(await open(await linkTo('team', 'earlier@farwatch.test'), 'POST')).toMatchObject({ status: 200 });
    expect((await stored())?.channels.team).toMatchObject({ enabled: true });
    const forged = (await linkTo('team', OTHER)).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(await open(forged, 'POST')).toMatchObject({ status: 404, title: 'This link is not valid' });
    expect((await stored())?.channels.team).toMatchObject({ enabled: true });
  });

  test('creates nothing for an account that is deleted', async () => {
    const link = await unsubscribeLink(run(), api.origin, {
      ...{ ownerId: 'deleted', channelId: 'email', address: 'gone@farwatch.test', language: 'en' },
    });
    expect(await open(link, 'POST')).toMatchObject({ status: 200 });
    expect((await notifications.ref(run().db, NOTIFICATIONS_ID, 'deleted').get()).exists).toBe(false);
  });
});

describe('stopping summaries', () => {
  const linkTo = (address: string) =>
    stopSummariesLink(run(), api.origin, { ownerId: user.uid, channelId: 'email', address, language: 'en' });
  const chosen = async () => users.read(await users.ref(run().db, user.uid).get())?.summaries?.channels;

  test('GET shows a question and changes nothing, POST stops them, again too, and alerts go on', async () => {
    const link = await linkTo(user.email);
    expect(await open(link)).toEqual({ status: 200, title: 'Stop summaries by email?', hasButton: true });
    expect(await chosen()).toEqual(['email']);
    for (const _ of [1, 2]) {
      expect(await open(link, 'POST')).toEqual({ status: 200, title: 'Summaries are off', hasButton: false });
      expect(await chosen()).toEqual([]);
    }
    expect(await stored()).toBeNull();
    const { body } = await api.call(user, 'GET', '/v1/channels');
    expect(body).toMatchObject({ channels: [{ id: 'email', enabled: true }] });
  });

  test('by a link of another address or purpose changes nothing', async () => {
    expect(await open(await linkTo('earlier@farwatch.test'), 'POST')).toMatchObject({ status: 200 });
    const alerts = await unsubscribeLink(run(), api.origin, {
      ...{ ownerId: user.uid, channelId: 'email', address: user.email, language: 'en' },
    });
    const forged = await open(alerts.replace('unsubscribe', 'summaries'), 'POST');
    expect(forged).toMatchObject({ status: 404, title: 'This link is not valid' });
    expect(await chosen()).toEqual(['email']);
  });
});

const confirmation = () => ({
  ...{ ownerId: user.uid, channelId: 'team', address: OTHER, account: user.email },
  ...{ language: 'cn' as const, appUrl: api.origin },
});

describe('confirming an address', () => {
  async function linkIn(): Promise<string> {
    expect(await sendConfirmation(run(), confirmation())).toEqual({ outcome: 'sent' });
    const [mail] = inbox.mails.slice(-1);
    expect(mail).toMatchObject({ to: { text: OTHER }, subject: '请确认用此邮箱接收告警' });
    return /http\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  }

  test('needs the button of its page', async () => {
    const link = await linkIn();
    await storeOther();
    expect(await open(link)).toEqual({ status: 200, title: '确认此邮箱？', hasButton: true });
    expect((await stored())?.channels.team?.verifiedAt).toBeNull();
    expect(await open(link, 'POST')).toEqual({ status: 200, title: '邮箱已确认', hasButton: false });
    expect((await stored())?.channels.team?.verifiedAt).toBe(api.clock.nowMs);
  });

  test('is refused for another address, after a day, and by a link that unsubscribes', async () => {
    const link = await linkIn();
    await storeOther({ settings: { address: 'new@farwatch.test' } });
    expect(await open(link, 'POST')).toMatchObject({ status: 410, title: '此链接已不再需要' });
    const other = await unsubscribeLink(run(), api.origin, confirmation());
    expect(await open(other.replace('unsubscribe', 'confirm'), 'POST')).toMatchObject({ status: 404 });
    api.clock.nowMs += DAY_MS + 1;
    expect(await open(link, 'POST')).toMatchObject({ status: 410, title: 'This link has expired' });
    expect((await stored())?.channels.team?.verifiedAt).toBeNull();
  });

  test('is offered five times a day, also if the settings are saved meanwhile', async () => {
    for (let count = 0; count < 5; count += 1) await linkIn();
    await api.call(user, 'PUT', '/api/v1/notifications/settings', {
      telegram: { enabled: false, botToken: '', chatId: '', verified: false },
      thresholds: { severity: 'all', silencePeriod: 0 },
    });
    const limited = { outcome: 'limit_reached', retryAfterSec: (23 * HOUR_MS) / 1000 };
    api.clock.nowMs += HOUR_MS;
    expect(await sendConfirmation(run(), confirmation())).toEqual(limited);
    expect(inbox.mails).toHaveLength(5);
    await storeOther();
    const refused = await api.call(user, 'POST', '/v1/channels/team/test');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_confirmations' } });
    api.clock.nowMs += DAY_MS;
    await linkIn();
  });
});
