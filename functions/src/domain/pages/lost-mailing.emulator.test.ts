import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { mailings, pages, subscribers } from '../../platform/db/collections.ts';
import type { TaskName } from '../../platform/db/tasks.ts';
import { createMonitor, monitorBody } from '../../testing/api/monitors.ts';
import { createPage, PAGES, pageBody, post } from '../../testing/api/page-calls.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { type SmtpInbox, startSmtpInbox } from '../../testing/smtp-inbox.ts';
import { T0 } from '../../testing/test-project.ts';

let api: TestApi;
let inbox: SmtpInbox;
let user: TestUser;
let slug: string;
let count = 0;

beforeAll(async () => {
  api = await newTestApi();
  inbox = await startSmtpInbox();
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'Farwatch <alerts@farwatch.test>');
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
  const { id } = await createMonitor(api, user, monitorBody(['a']));
  await createPage(api, user, slug, pageBody([{ name: 'Checkout', monitorId: id, endpointId: null }]));
  const addresses = { [`${'0'.repeat(32)}`]: { address: 'ann@farwatch.test', language: 'en' as const, since: T0 } };
  await subscribers.ref(db(), '0', slug).set(subscribers.toDocument({ addresses }));
});

const run = () => api.project.run(api.clock.nowMs);
const db = () => api.project.run(T0).db;
const page = async () => pages.read(await pages.ref(db(), slug).get());
/** Mails to subscribers: the page's owner gets others. */
const mails = () => inbox.mails.filter(({ text }) => text?.includes(`/status/${slug}`));
const mailed = async () => (await mailings.collection(db(), slug).get()).docs.map((each) => mailings.read(each)?.sent);

/** Cloud Tasks refuse tasks of that name, as when they are away, until the returned function is called. */
function refuse(name: TaskName): () => void {
  const { queue } = api.project;
  const enqueue = queue.enqueue.bind(queue);
  const spy = vi.spyOn(queue, 'enqueue').mockImplementation(async (each, input) => {
    if (each === name) throw new Error('Cloud Tasks are away');
    await enqueue(each, input);
  });
  return () => spy.mockRestore();
}

/** A sweep at that minute, and the tasks that it starts, with those that these start. */
async function sweepAt(minute: number): Promise<void> {
  api.clock.nowMs = T0 + minute * MINUTE_MS;
  await sweep(run());
  while (api.project.queue.waiting.length > 0) await api.project.queue.work(run());
}

test('a mailing that cannot be enqueued is sent by a later sweep, once', async () => {
  const restore = refuse('sendMailing');
  await post(api, user, slug, { notify: true });
  expect((await page())?.dueAt).toBe(T0 + 10 * MINUTE_MS);
  await sweepAt(9);
  await sweepAt(10);
  expect([mails().length, (await page())?.dueAt]).toEqual([0, T0 + 20 * MINUTE_MS]);
  restore();
  await sweepAt(19);
  expect(mails()).toHaveLength(0);
  await sweepAt(20);
  expect(mails().map(({ subject }) => subject)).toEqual(['[Acme] Investigating: Slow']);
  await sweepAt(40);
  await sweepAt(41);
  expect([mails().length, await mailed()]).toEqual([1, [1]]);
  expect((await page())?.dueAt).toBeGreaterThan(T0 + 60 * MINUTE_MS);
});

test('an edit of the page does not make it forget the mailing', async () => {
  const restore = refuse('sendMailing');
  await post(api, user, slug, { notify: true });
  restore();
  await api.call(user, 'PUT', `${PAGES}/${slug}`, { ...pageBody([], { title: 'Acme Inc.' }), version: 0 });
  expect((await page())?.dueAt).toBe(T0 + 10 * MINUTE_MS);
  await sweepAt(10);
  expect(mails()).toHaveLength(1);
});

test('a mailing whose task was enqueued is sent once, however often the page is due', async () => {
  await post(api, user, slug, { notify: true });
  await api.project.queue.work(run());
  for (const minute of [10, 11, 20]) await sweepAt(minute);
  expect([mails().length, await mailed()]).toEqual([1, [1]]);
});
