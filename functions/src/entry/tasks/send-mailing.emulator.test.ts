import type { Mailing } from '@farwatch/core/documents/subscribers';
import { publicationSample } from '@farwatch/core/testing/page-sample';
import { agentSample } from '@farwatch/core/testing/samples';
import { sampleSnapshot } from '@farwatch/core/testing/snapshot-sample';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { agents, leases, mailings, notices, pages, publications, subscribers } from '../../platform/db/collections.ts';
import { injectFault, PERMISSION_DENIED, readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { type SmtpInbox, startSmtpInbox } from '../../testing/smtp-inbox.ts';
import { T0 } from '../../testing/test-project.ts';
import { newTestSite, type TestSite } from '../../testing/test-site.ts';
import { addressHash } from '../site/subscribers/address.ts';
import { sendMailing } from './send-mailing.ts';

const INPUT = { slug: 'acme', mailingId: 'mailing1' };
const [INCIDENT] = sampleSnapshot({ components: 3, nowMs: T0 }).incidents;
const noWait = async () => undefined;

let inbox: SmtpInbox;
let site: TestSite;
beforeAll(async () => {
  inbox = await startSmtpInbox();
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'Farwatch <alerts@farwatch.test>');
  vi.stubEnv('APP_URL', 'https://farwatch.test');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await inbox.close();
});
beforeEach(async () => {
  inbox.fail(null);
  inbox.mails.length = 0;
  await resetProxy();
  site = await newTestSite();
  await site.putPage('acme');
});
afterEach(() => site.close());

const db = () => site.project.run(T0).db;
/** A try of the task, through the proxy, which waits for nothing. */
const work = (atMs = T0 + MINUTE_MS) => sendMailing(site.project.viaProxy(atMs), INPUT, noWait as never);
const stored = async () => mailings.read(await mailings.ref(db(), INPUT.mailingId, INPUT.slug).get());
const postRef = () => publications.ref(db(), 'incident1', INPUT.slug);
const addressOf = (index: number) => `s${index}@farwatch.test`;
const received = () => inbox.mails.map(({ to }) => [to].flat()[0]?.text ?? '');

/** Stores a mailing and so many subscribers, 500 in a document. */
async function put(count: number, changes: (index: number) => { since?: number; language?: 'cn' } = () => ({})) {
  const { id: _, ...incident } = INCIDENT ?? { id: '' };
  const times = { startedAt: T0, endedAt: null, expireAt: T0 + 90 * MINUTE_MS };
  const mailing = { publicationId: 'incident1', incident, sentUntil: null, sent: 0, failed: 0, ...times } as Mailing;
  await mailings.ref(db(), INPUT.mailingId, INPUT.slug).set(mailings.toDocument(mailing));
  await postRef().set(publications.toDocument(publicationSample(mailing.incident ?? {})));
  for (let start = 0; start < count; start += 500) {
    const entries = Array.from({ length: Math.min(500, count - start) }, (_each, index) => {
      const address = addressOf(start + index);
      return [addressHash(address), { address, language: 'en' as const, since: T0 - 1, ...changes(start + index) }];
    });
    const ref = subscribers.ref(db(), String(start / 500), INPUT.slug);
    await ref.set(subscribers.toDocument({ addresses: Object.fromEntries(entries) }));
  }
}

/** Runs tasks until none is left, as Cloud Tasks do: one that throws is tried again. Returns how many failed. */
async function workAll(atMs?: number): Promise<number> {
  let failures = 0;
  site.project.queue.waiting.push({ name: 'sendMailing', input: INPUT });
  for (let tries = 0; site.project.queue.waiting.length > 0 && tries < 60; tries += 1) {
    const before = site.project.queue.waiting.splice(0);
    try {
      await work(atMs);
    } catch {
      failures += 1;
      site.project.queue.waiting = before;
    }
  }
  return failures;
}

test('each subscriber gets the owner’s text in their language, with a link that ends it at once', async () => {
  await put(2, (index) => (index === 1 ? { language: 'cn' } : {}));
  await workAll();
  const sorted = inbox.mails.toSorted((a, b) => (a.subject ?? '').localeCompare(b.subject ?? '', 'en'));
  expect(sorted.map(({ subject }) => subject)).toEqual(
    ['[Acme] 已解决：Sign-in was slow', '[Acme] Resolved: Sign-in was slow'].toSorted((a, b) =>
      a.localeCompare(b, 'en'),
    ),
  );
  const english = inbox.mails.find(({ subject }) => subject?.includes('Resolved'));
  expect(english?.text).toContain('It works again.\nWe are sorry.');
  expect(english?.text).toContain('https://farwatch.test/status/acme/incidents/incident1');
  expect(String(english?.html)).toContain('Component 1, Component 2');
  expect(english?.headerLines.map(({ line }) => line)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const list = english?.headers.get('list') as { unsubscribe?: { url: string } };
  const url = list.unsubscribe?.url ?? '';
  expect(url).toMatch(/^https:\/\/farwatch\.test\/status\/acme\/unsubscribe\//);
  expect((await site.post(new URL(url).pathname, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
  const left = subscribers.read(await subscribers.ref(db(), '0', 'acme').get());
  expect(Object.values(left?.addresses ?? {}).map(({ address }) => address)).toEqual([addressOf(1)]);
  expect(await stored()).toMatchObject({ sent: 2, failed: 0, endedAt: T0 + MINUTE_MS });
});

test('not those who subscribed after it, and no address twice if the task runs again', async () => {
  await put(3, (index) => (index === 2 ? { since: T0 + 1 } : {}));
  await workAll();
  await workAll();
  expect(received().toSorted()).toEqual([addressOf(0), addressOf(1)]);
});

test('two tasks at the same time send once', async () => {
  await put(30);
  const results = await Promise.allSettled([work(), work()]);
  // Cloud Tasks try the other one again, in case that the first has died.
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await workAll();
  expect(new Set(received()).size).toBe(30);
  expect(received()).toHaveLength(30);
});

test('nothing of a page that is not published any more', async () => {
  await put(3);
  await db().doc('pages/acme/snapshots/current').delete();
  await workAll();
  expect(inbox.mails).toEqual([]);
  expect(await stored()).toMatchObject({ sent: 0, endedAt: T0 + MINUTE_MS });
});

const LATER = { state: 'monitoring' as const, text: 'We keep an eye on it.', at: T0 + 1 };
test.each<[string, () => Promise<unknown>]>([
  ['a post that is gone', () => postRef().delete()],
  ['a deleted post', () => postRef().update(publications.toUpdate({ deleted: true }))],
  [
    'a post with a newer update',
    () => postRef().update(publications.toUpdate({ updates: [...(INCIDENT?.updates ?? []), LATER] })),
  ],
  [
    'a page that takes no subscribers any more',
    () => pages.ref(db(), INPUT.slug).update(pages.toUpdate({ takesSubscribers: false })),
  ],
])('after the first batch nothing more of %s', async (_, change) => {
  await put(120);
  await work();
  await change();
  await work();
  expect(received()).toHaveLength(100);
  expect(await stored()).toMatchObject({ sent: 100, endedAt: T0 + MINUTE_MS });
});

describe('after a crash', () => {
  test('of a task that holds the lease, the next try waits for its end and goes on', async () => {
    await put(3);
    const lease = leases.ref(db(), `mailing_${INPUT.slug}_${INPUT.mailingId}`);
    await lease.set(leases.toDocument({ holder: 'dead', heldUntil: Date.now() + MINUTE_MS }));
    await expect(work()).rejects.toThrow('another task sends mailing1');
    await lease.set(leases.toDocument({ holder: 'dead', heldUntil: Date.now() - 1 }));
    await work();
    expect(received()).toHaveLength(3);
  });

  test('between batches it goes on with the next one', async () => {
    await put(250);
    await work();
    expect(inbox.mails).toHaveLength(100);
    site.project.queue.waiting = [];
    await workAll();
    expect(received().toSorted()).toEqual(Array.from({ length: 250 }, (_, index) => addressOf(index)).toSorted());
    expect(await stored()).toMatchObject({ sent: 250, failed: 0 });
  });

  test('within a batch, at most the last five get it again, with the same id', async () => {
    await put(40);
    await work().catch(() => undefined);
    expect(inbox.mails).toHaveLength(40);
    inbox.mails.length = 0;
    await put(40);
    // The third position is not stored: like a crash after its mails.
    await injectFault({ fault: 'refuse', method: 'Commit', touching: 'mailings', times: 1, status: PERMISSION_DENIED });
    expect(await workAll()).toBe(1);
    const ids = inbox.mails.map(({ messageId }) => messageId);
    expect(new Set(received()).size).toBe(40);
    expect(new Set(ids).size).toBe(40);
    expect(ids.length).toBe(45);
  });
});

describe('what the mail server refuses', () => {
  const left = async () => {
    const list = subscribers.read(await subscribers.ref(db(), '0', 'acme').get());
    return Object.values(list?.addresses ?? {}).map(({ address }) => address);
  };
  const addresses = (count: number) => Array.from({ length: count }, (_, index) => addressOf(index));
  const NO_SUCH_USER = '550 5.1.1 no such user';

  test('an address that does not exist is removed and counted', async () => {
    await put(3);
    inbox.fail({ at: 'recipient', reply: NO_SUCH_USER, to: [addressOf(1)] });
    expect(await workAll()).toBe(0);
    expect(await stored()).toMatchObject({ sent: 2, failed: 1, endedAt: T0 + MINUTE_MS });
    expect((await left()).toSorted()).toEqual([addressOf(0), addressOf(2)]);
  });

  test.each(['550 relay not permitted', '554 5.7.1 Relay access denied', NO_SUCH_USER, '550 Mailbox not found'])(
    'a relay that refuses all recipients is at fault: no subscriber is removed, and all get their mail later: %s',
    async (reply) => {
      await put(12);
      inbox.fail({ at: 'recipient', reply });
      await expect(work()).rejects.toThrow('no mail of mailing1 can be sent');
      expect(await left()).toHaveLength(12);
      expect(await stored()).toMatchObject({ sent: 0, failed: 0, endedAt: null });
      inbox.fail(null);
      await workAll(T0 + 5 * MINUTE_MS);
      expect(received().toSorted()).toEqual(addresses(12).toSorted());
      expect(await left()).toHaveLength(12);
    },
  );

  test('a relay that reports many mailboxes as missing is not believed', async () => {
    await put(12);
    inbox.fail({ at: 'recipient', reply: NO_SUCH_USER, to: [0, 2, 4, 6, 8].map(addressOf) });
    await expect(work()).rejects.toThrow('5 recipients of mailing1 take no mail now');
    expect(await stored()).toMatchObject({ sent: 7, failed: 0, endedAt: null });
    await expect(work(T0 + HOUR_MS)).rejects.toThrow('5 recipients of mailing1 take no mail now');
    expect(await left()).toHaveLength(12);
    inbox.fail(null);
    await workAll(T0 + 2 * HOUR_MS);
    expect(received().toSorted()).toEqual(addresses(12).toSorted());
    expect(await stored()).toMatchObject({ sent: 12, failed: 0, deferred: [] });
  });

  test('an address that stays refused keeps the mailing from ending for a day, and is not removed', async () => {
    await put(6);
    const last =
      addresses(6)
        .toSorted((a, b) => (addressHash(a) < addressHash(b) ? -1 : 1))
        .at(-1) ?? '';
    inbox.fail({ at: 'recipient', reply: '550 5.4.1 Recipient address rejected: Access denied', to: [last] });
    await expect(work()).rejects.toThrow('1 recipients of mailing1 take no mail now');
    expect(await stored()).toMatchObject({ sent: 5, failed: 0, endedAt: null });
    const lateMs = T0 + DAY_MS + 1;
    await sendMailing(site.project.run(lateMs), INPUT, noWait as never);
    expect(await stored()).toMatchObject({ sent: 5, failed: 1, endedAt: lateMs });
    expect(await left()).toHaveLength(6);
  });

  test('addresses refused for now, however many, hold up nobody else and get their mail later', async () => {
    await put(30);
    const sorted = addresses(30).toSorted((a, b) => (addressHash(a) < addressHash(b) ? -1 : 1));
    const [refused, others] = [sorted.slice(0, 15), sorted.slice(15)];
    inbox.fail({ at: 'recipient', reply: '451 4.7.1 greylisted', to: refused });
    await expect(work()).rejects.toThrow('15 recipients of mailing1 take no mail now');
    expect(received().toSorted()).toEqual(others.toSorted());
    // Those who are tried earlier than after some minutes may be greylisted again.
    inbox.fail(null);
    await expect(work(T0 + 3 * MINUTE_MS)).rejects.toThrow('15 recipients of mailing1 take no mail now');
    expect(received()).toHaveLength(15);
    inbox.fail({ at: 'recipient', reply: '451 4.7.1 greylisted', to: refused.slice(0, 1) });
    await work(T0 + 4 * MINUTE_MS);
    expect(received()).toHaveLength(29);
    inbox.fail(null);
    await workAll(T0 + 7 * MINUTE_MS);
    expect(received().toSorted()).toEqual(sorted.toSorted());
    expect(await stored()).toMatchObject({ sent: 30, failed: 0, deferred: [], endedAt: T0 + 7 * MINUTE_MS });
  });

  test('a server that takes nothing now is tried again later, from where it was', async () => {
    await put(12);
    inbox.fail({ at: 'sender', reply: '451 4.3.0 later' });
    await expect(work()).rejects.toThrow('no mail of mailing1 can be sent');
    expect(await stored()).toMatchObject({ sent: 0, failed: 0, sentUntil: null, endedAt: null });
    inbox.fail(null);
    await workAll();
    expect(received()).toHaveLength(12);
    expect(await stored()).toMatchObject({ sent: 12, failed: 0 });
  });
});

describe('a relay that refuses all for an hour', () => {
  const left = async (documents: number) => {
    const refs = Array.from({ length: documents }, (_, index) => subscribers.ref(db(), String(index), INPUT.slug));
    const lists = (await db().getAll(...refs)).map((each) => subscribers.read(each));
    return lists.flatMap((each) => Object.keys(each?.addresses ?? {})).length;
  };
  const operatorNotices = async () =>
    (await notices.collection(db()).get()).docs.flatMap((each) => {
      const notice = notices.read(each);
      return notice?.kind === 'mail_refused' ? [[notice.ownerId, notice.values.page]] : [];
    });

  async function refusesForAnHour(reply: string, count: number): Promise<void> {
    const documents = Math.ceil(count / 500);
    await agents.ref(db(), 'tw1').set(agents.toDocument({ ...agentSample(), ownerId: 'admin' }));
    await put(count);
    inbox.fail({ at: 'recipient', reply });
    // Cloud Tasks try again after 10 s, 20 s and so on, at most every 10 minutes.
    let waitMs = 10 * SECOND_MS;
    for (let atMs = T0 + 1; atMs < T0 + HOUR_MS; atMs += waitMs) {
      await expect(work(atMs)).rejects.toThrow(/mailing1/);
      waitMs = Math.min(waitMs * 2, 10 * MINUTE_MS);
    }
    expect([await left(documents), inbox.mails.length]).toEqual([count, 0]);
    expect(await stored()).toMatchObject({ sent: 0, failed: 0, endedAt: null });
    expect(await operatorNotices()).toEqual([['admin', 'acme']]);

    inbox.fail(null);
    await workAll(T0 + HOUR_MS);
    await workAll(T0 + HOUR_MS + 10 * MINUTE_MS);
    expect(new Set(received()).size).toBe(count);
    expect(received()).toHaveLength(count);
    expect(await left(documents)).toBe(count);
    expect(await stored()).toMatchObject({ sent: count, failed: 0, deferred: [], endedAt: expect.any(Number) });
  }

  test.each(['550 relay not permitted', '550 5.1.1 User unknown', '553 5.7.1 Sender address rejected'])(
    '%s: subscribers are kept, get their mail later, and the operator gets a notice',
    (reply) => refusesForAnHour(reply, 30),
  );

  test('1,000 subscribers are kept and get their mail later', { tags: ['minutes'] }, () =>
    refusesForAnHour('550 relay not permitted', 1000),
  );
});

test('2,000 subscribers get one mail each', { tags: ['minutes'] }, async () => {
  await put(2000);
  await resetProxy();
  const startMs = performance.now();
  expect(await workAll()).toBe(0);
  const { reads, writes } = await readProxyCounts();
  console.info(`2,000 mails in ${Math.round(performance.now() - startMs)} ms, ${reads} reads, ${writes} writes`);
  expect(new Set(received()).size).toBe(2000);
  expect(inbox.mails).toHaveLength(2000);
  expect(await stored()).toMatchObject({ sent: 2000, failed: 0 });
  // A position for each five mails, and a lease for each hundred.
  expect(writes).toBeLessThan(500);
});
