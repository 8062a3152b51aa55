import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pages, snapshots, subscribers, users, visitorCounts } from '../../../platform/db/collections.ts';
import { type SmtpInbox, startSmtpInbox } from '../../../testing/smtp-inbox.ts';
import { T0 } from '../../../testing/test-project.ts';
import { newTestSite, type TestSite } from '../../../testing/test-site.ts';
import { takeVisitorCounts } from '../visitor-counts.ts';
import { addressHash } from './address.ts';
import { unsubscribeLink } from './links.ts';
import { addSubscriber } from './list.ts';

let inbox: SmtpInbox;
let site: TestSite;
beforeAll(async () => {
  inbox = await startSmtpInbox();
});
afterAll(() => inbox.close());
beforeEach(async () => {
  inbox.mails.length = 0;
  site = await newTestSite({ env: { LOCAL_SMTP_URL: inbox.url, MAIL_FROM: 'alerts@farwatch.test' } });
  await site.putPage('acme');
});
afterEach(() => site.close());

const run = () => site.project.run(site.clock.nowMs);
const subscribe = (address: string, more: Record<string, string> = {}, slug = 'acme') =>
  site.post(`/status/${slug}/subscribe`, { address, language: 'en', ...more }, { 'fastly-client-ip': randomIp() });
const randomIp = () => `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}::1`;

async function subscribed(slug = 'acme'): Promise<string[]> {
  const found = await subscribers.collection(run().db, slug).get();
  return found.docs.flatMap((each) =>
    Object.values(subscribers.read(each)?.addresses ?? {}).map(({ address }) => address),
  );
}

/** The path of the link in the last mail. */
function linkIn(): string {
  return /https:\/\/farwatch\.test(\/status\S+)/.exec(inbox.mails.at(-1)?.text ?? '')?.[1] ?? '';
}

describe('subscribing', () => {
  test('needs the button of the page that the mail leads to; a link is opened by scanners, too', async () => {
    expect(await subscribe('Ann@Farwatch.test', { language: 'cn' })).toMatchObject({
      status: 200,
      text: expect.stringContaining('请查收邮件'),
    });
    expect(inbox.mails).toMatchObject([{ to: { text: 'ann@farwatch.test' }, subject: '请确认订阅状态页的更新' }]);
    const link = linkIn();
    expect((await site.get(link)).text).toContain('通过邮件接收更新？');
    expect(await subscribed()).toEqual([]);
    for (const _ of [1, 2]) expect((await site.post(link)).text).toContain('订阅成功');
    expect(await subscribed()).toEqual(['ann@farwatch.test']);
  });

  test('answers the same for an address that is subscribed, and of one that got a mail today', async () => {
    await addSubscriber(run(), 'acme', { address: 'known@farwatch.test', language: 'en' });
    const answers = [
      await subscribe('new@farwatch.test'),
      await subscribe('known@farwatch.test'),
      await subscribe('new@farwatch.test'),
    ];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(inbox.mails.map(({ to }) => [to].flat()[0]?.text)).toEqual(['new@farwatch.test', 'known@farwatch.test']);
    site.clock.nowMs += DAY_MS;
    await subscribe('new@farwatch.test');
    expect(inbox.mails).toHaveLength(3);
  });

  test('sends a mailbox five mails a day from all pages, whatever follows its plus sign', async () => {
    const slugs = Array.from({ length: STATUS_PAGE.confirmationsPerMailbox + 1 }, (_, index) => `page-${index}`);
    for (const slug of slugs) {
      await site.putPage(slug);
      expect((await subscribe(`ann+${slug}@farwatch.test`, {}, slug)).text).toContain('Check your inbox');
    }
    expect(inbox.mails).toHaveLength(STATUS_PAGE.confirmationsPerMailbox);
  });

  test('sends a Gmail mailbox five mails a day, however its dots are set', async () => {
    const spellings = ['annb', 'a.nnb', 'an.nb', 'ann.b', 'a.n.nb', 'a.nn.b', 'an.n.b', 'a.n.n.b'];
    for (const name of spellings) {
      expect((await subscribe(`${name}@gmail.com`)).text).toContain('Check your inbox');
    }
    expect(inbox.mails.map(({ to }) => [to].flat()[0]?.text)).toEqual(
      spellings.slice(0, STATUS_PAGE.confirmationsPerMailbox).map((name) => `${name}@gmail.com`),
    );
  });

  test('mails nobody the owner’s words as a subject', async () => {
    await site.putPage('acme', { title: 'You won 1,000,000' });
    await subscribe('ann@farwatch.test');
    expect(inbox.mails.map(({ subject }) => subject)).toEqual(['Confirm your subscription to a status page']);
  });

  test.each([
    ['account_owner1', STATUS_PAGE.confirmationsOfAccount, HOUR_MS],
    ['accountDay_owner1', STATUS_PAGE.confirmationsOfAccountPerDay, DAY_MS],
    ['confirmations', STATUS_PAGE.confirmationsOfAll, HOUR_MS],
  ])('is refused after the mails of %s, through any page', async (id, most, periodMs) => {
    await visitorCounts.ref(run().db, id).set(visitorCounts.toDocument({ count: most, expireAt: T0 + periodMs }));
    await site.putPage('other');
    for (const slug of ['acme', 'other']) expect((await subscribe('ann@farwatch.test', {}, slug)).status).toBe(429);
    expect(inbox.mails).toEqual([]);
    site.clock.nowMs += periodMs + MINUTE_MS;
    expect((await subscribe('ann@farwatch.test')).status).toBe(200);
  });

  test.each([
    ['en', 'Subscriptions open a day after the page’s account was created'],
    ['cn', '页面所属账户创建一天后才开放订阅'],
  ])('opens a day after the account was created, and the page says so (%s)', async (language, text) => {
    await users.ref(run().db, 'owner1').update(users.toUpdate({ createdAt: T0 - DAY_MS + MINUTE_MS }));
    const answer = await subscribe('ann@farwatch.test', { language });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(text)]);
    expect(inbox.mails).toEqual([]);
    site.clock.nowMs += MINUTE_MS;
    expect((await subscribe('ann@farwatch.test')).status).toBe(200);
  });

  test('reports that the mail could not be sent, and does not count it', async () => {
    const closed = await startSmtpInbox();
    await closed.close();
    const env = { LOCAL_SMTP_URL: closed.url, MAIL_FROM: 'alerts@farwatch.test' };
    const broken = await newTestSite({ env });
    await broken.putPage('acme');
    for (const _ of [1, 2]) {
      const answer = await broken.post('/status/acme/subscribe', { address: 'ann@farwatch.test', language: 'en' });
      expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('The email could not be sent')]);
    }
    const counts = await visitorCounts.collection(broken.project.run(T0).db).get();
    expect(counts.docs.map((each) => visitorCounts.read(each)?.count)).toEqual([0, 0, 0, 0, 0, 0]);
    await broken.close();
  });

  test('by many people within an hour is refused', async () => {
    const limit = { id: 'page_acme', most: STATUS_PAGE.confirmationsPerHour, periodMs: HOUR_MS };
    for (let count = 0; count < STATUS_PAGE.confirmationsPerHour; count += 1) await takeVisitorCounts(run(), [limit]);
    expect((await subscribe('late@farwatch.test')).status).toBe(429);
    expect(inbox.mails).toEqual([]);
    site.clock.nowMs += HOUR_MS + MINUTE_MS;
    expect((await subscribe('late@farwatch.test')).status).toBe(200);
  });

  test.each([
    '',
    'ann',
    'ann@',
    'a@b@c.test',
    'ann@farwatch.test\r\nBcc: eve@farwatch.test',
    `${'a'.repeat(250)}@farwatch.test`,
  ])('refuses %j', async (address) => {
    expect((await subscribe(address)).status).toBe(400);
    expect(inbox.mails).toEqual([]);
  });

  test('has no form and no address where the owner has turned it off, or the page is unknown', async () => {
    await site.putPage('quiet', { takesSubscribers: false });
    expect((await site.get('/status/quiet')).text).not.toContain('type="email"');
    expect((await subscribe('ann@farwatch.test', {}, 'quiet')).status).toBe(404);
    expect((await subscribe('ann@farwatch.test', {}, 'none')).status).toBe(404);
  });

  test('has neither where no mail is sent', async () => {
    const silent = await newTestSite({ env: { SMTP_URL: 'none', MAIL_FROM: 'alerts@farwatch.test' } });
    await silent.putPage('acme');
    expect((await silent.get('/status/acme')).text).not.toContain('type="email"');
    expect((await silent.post('/status/acme/subscribe', { address: 'ann@farwatch.test' })).status).toBe(404);
    await silent.close();
  });

  test('to a page with a password needs it', async () => {
    await site.putPage('closed', { access: 'password' }, 'open sesame');
    expect((await subscribe('eve@farwatch.test', {}, 'closed')).status).toBe(404);
    const opened = await site.post('/status/closed/password', { password: 'open sesame' });
    const visit = /__session=([^;]+)/.exec(opened.headers.get('set-cookie') ?? '')?.[1] ?? '';
    expect((await subscribe('ann@farwatch.test', { visit }, 'closed')).status).toBe(200);
    expect(inbox.mails).toHaveLength(1);
  });

  test('works a day, and only by a link of that page', async () => {
    await site.putPage('other');
    await subscribe('ann@farwatch.test');
    const link = linkIn();
    expect((await site.post(link.replace('/acme/', '/other/'))).status).toBe(410);
    const unsubscribe = await site.post(link.replace('/confirm/', '/unsubscribe/'));
    expect(unsubscribe).toMatchObject({ status: 410, text: expect.stringContaining('in a newer email') });
    expect((await site.post(`${link.slice(0, -2)}xx`)).status).toBe(410);
    site.clock.nowMs += DAY_MS + MINUTE_MS;
    const expired = { status: 410, text: expect.stringContaining('href="/status/acme"') };
    expect(await site.post(link)).toMatchObject(expired);
    expect(await subscribed()).toEqual([]);
  });

  test('does not work for a page that is deleted while the site still remembers it', async () => {
    await subscribe('ann@farwatch.test');
    await pages.ref(run().db, 'acme').delete();
    expect((await site.get(linkIn())).status).toBe(200);
    expect((await site.post(linkIn())).status).toBe(404);
    expect(await subscribed()).toEqual([]);
  });

  test('ends at 2,000 addresses, 500 in a document', async () => {
    const address = (index: number) => `s${index}@farwatch.test`;
    for (const document of [0, 1, 2, 3]) {
      const entries = Array.from({ length: 500 }, (_, index) => address(document * 500 + index));
      const stored = entries.map((each) => [addressHash(each), { address: each, language: 'en' as const, since: T0 }]);
      const ref = subscribers.ref(run().db, String(document), 'acme');
      await ref.set(subscribers.toDocument({ addresses: Object.fromEntries(stored) }));
    }
    expect(await addSubscriber(run(), 'acme', { address: 'more@farwatch.test', language: 'en' })).toBe('full');
    expect(await addSubscriber(run(), 'acme', { address: address(1500), language: 'en' })).toBe('added');
    await subscribe('more@farwatch.test');
    expect((await site.post(linkIn())).status).toBe(409);
    const hash = addressHash(address(700));
    await site.post(await pathOf(hash));
    expect((await site.post(linkIn())).status).toBe(200);
    const second = subscribers.read(await subscribers.ref(run().db, '1', 'acme').get());
    expect([hash in (second?.addresses ?? {}), addressHash('more@farwatch.test') in (second?.addresses ?? {})]).toEqual(
      [false, true],
    );
  });
});

const pathOf = (hash: string, slug = 'acme') => unsubscribeLink(run(), '', { slug, hash, language: 'en' });

describe('unsubscribing', () => {
  test('GET shows a question; a mail program’s POST ends it (RFC 8058), again too, also of a page that is gone', async () => {
    const hash = addressHash('ann@farwatch.test');
    await addSubscriber(run(), 'acme', { address: 'ann@farwatch.test', language: 'en' });
    await site.putPage('gone');
    await addSubscriber(run(), 'gone', { address: 'ann@farwatch.test', language: 'en' });
    await pages.ref(run().db, 'gone').delete();
    await snapshots.ref(run().db, 'current', 'gone').delete();
    const path = await pathOf(hash);
    expect((await site.get(path)).text).toContain('Stop updates by email?');
    expect(await subscribed()).toEqual(['ann@farwatch.test']);
    for (const _ of [1, 2]) {
      const done = await site.post(path, { 'List-Unsubscribe': 'One-Click' });
      expect(done).toMatchObject({ status: 200, text: expect.stringContaining('Unsubscribed') });
    }
    expect(await subscribed()).toEqual([]);
    expect(await subscribed('gone')).toEqual(['ann@farwatch.test']);
    expect((await site.post(await pathOf(hash, 'gone'))).status).toBe(200);
    expect(await subscribed('gone')).toEqual([]);
  });
});
