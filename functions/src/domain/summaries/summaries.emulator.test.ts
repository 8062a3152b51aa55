import { newPlan, summaryDueAt } from '@farwatch/core/decisions/summary/plan-summaries';
import type { Channel } from '@farwatch/core/documents/channel';
import type { User } from '@farwatch/core/documents/user';
import type { SummaryPlan } from '@farwatch/core/values/summary/summary-plan';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendSummaries } from '../../entry/jobs/send-summaries.ts';
import { notifyOwner } from '../../entry/tasks/notify-owner.ts';
import { summarizeOwner } from '../../entry/tasks/summarize-owner.ts';
import { notices, users } from '../../platform/db/collections.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { newChat, outageIncident, putIncidents, readLog } from '../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { type SmtpInbox, startSmtpInbox } from '../../testing/smtp-inbox.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';

/** T0 is a Friday, the monitors are a day older. */
const DUE = Date.UTC(2026, 10, 23, 9);
const SUBJECT = 'Weekly summary: no data';

let project: TestProject;
let inbox: SmtpInbox;

beforeAll(async () => {
  useTelegram();
  inbox = await startSmtpInbox();
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'alerts@farwatch.test');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await inbox.close();
});
beforeEach(async () => {
  project = newTestProject();
  inbox.mails.length = 0;
  await seedProject(project, { monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }] });
  await putPlan();
  return () => project.close();
});

async function changeOwner(change: Partial<User>): Promise<void> {
  await users.ref(project.run(T0).db, OWNER).update(users.toUpdate(change));
}

async function putPlan(changes: Partial<SummaryPlan> = {}): Promise<void> {
  const settings = { weekly: true, monthly: false, timeZone: 'UTC', channels: ['email'], ...changes };
  const summaries = newPlan(settings, T0);
  await changeOwner({ summaries, summaryDueAt: summaryDueAt(summaries, T0) });
}

async function readOwner(): Promise<User> {
  const user = users.read(await users.ref(project.run(T0).db, OWNER).get());
  if (!user) throw new Error('the owner is gone');
  return user;
}

/** The job, and all that it enqueues. */
async function runJob(atMs: number): Promise<void> {
  await sendSummaries(project.run(atMs));
  while (project.queue.waiting.length > 0) await project.queue.work(project.run(atMs));
}

async function noticeIds(): Promise<string[]> {
  const { docs } = await notices.collection(project.run(T0).db).get();
  return docs.map(({ id }) => id);
}

const subjects = () => inbox.mails.map(({ subject }) => subject);

describe('the summary of a week', () => {
  it('is sent once, however often and late the job runs', async () => {
    await runJob(DUE - MINUTE_MS);
    expect(subjects()).toEqual([]);
    for (let minutes = 0; minutes < 60; minutes += 15) await runJob(DUE + minutes * MINUTE_MS);
    await runJob(DUE + DAY_MS);
    expect(subjects()).toEqual([SUBJECT]);
    expect(await noticeIds()).toEqual([`summary_${OWNER}_weekly_2026-11-16`]);
    expect(await readLog(project)).toMatchObject([
      { channelId: 'email', state: 'sent', contents: [{ kind: 'weekly_summary', values: { count: 0 } }] },
    ]);
    await runJob(DUE + 7 * DAY_MS);
    expect(subjects()).toEqual([SUBJECT, SUBJECT]);
  });

  it('is sent once by tasks that run at the same time', async () => {
    const run = project.run(DUE);
    await Promise.all([1, 2, 3, 4].map(() => summarizeOwner(run, { ownerId: OWNER })));
    const look = () => notifyOwner(run, { ownerId: OWNER }, virtualClock(DUE));
    await Promise.all([look(), look(), look()]);
    await look();
    expect(subjects()).toEqual([SUBJECT]);
  });

  it.each([
    { what: 'three days late, once', lateMs: 3 * DAY_MS, sent: 1 },
    { what: 'not at all after that', lateMs: 4 * DAY_MS, sent: 0 },
    { what: 'for the newest week alone after a month', lateMs: 28 * DAY_MS, sent: 1 },
  ])('is sent $what if no job ran', async ({ lateMs, sent }) => {
    const nowMs = DUE + lateMs;
    await runJob(nowMs);
    await runJob(nowMs + HOUR_MS);
    expect(subjects()).toHaveLength(sent);
    const { summaryDueAt: nextAt } = await readOwner();
    expect(nextAt).toBe(DUE + Math.ceil((lateMs + 1) / (7 * DAY_MS)) * 7 * DAY_MS);
  });

  it('is stopped by one click, which a mail program makes without a page', async () => {
    await runJob(DUE);
    const [mail] = inbox.mails;
    const list = mail?.headers.get('list');
    expect(list).toMatchObject({ unsubscribe: { url: expect.stringContaining('/api/mail/summaries/') } });
    expect(mail?.headers.get('list-unsubscribe-post') ?? Object(list)['unsubscribe-post']).toBeDefined();
    expect(mail?.html).toContain('Stop summaries');
  });

  it.each([
    { what: 'an account that is being closed', prepare: () => changeOwner({ closesAt: DUE + DAY_MS }) },
    { what: 'an account without monitors', prepare: () => project.run(T0).db.doc('monitors/shop').delete() },
    { what: 'a channel that is off', prepare: () => putChannels(project, { email: off() }) },
    { what: 'a channel that was removed', prepare: () => putPlan({ channels: ['gone'] }) },
  ])('is not made for $what, and the next is planned', async ({ prepare }) => {
    await prepare();
    await runJob(DUE);
    expect([await noticeIds(), subjects()]).toEqual([[], []]);
    expect((await readOwner()).summaryDueAt).toBe(DUE + 7 * DAY_MS);
  });

  it('is not made of less than a day', async () => {
    const { db } = project.run(T0);
    await db.doc('monitors/shop').update({ createdAt: new Date(Date.UTC(2026, 10, 22, 1)) });
    await runJob(DUE);
    expect(subjects()).toEqual([]);
  });

  it('is not sent if it was switched off after it was made', async () => {
    await summarizeOwner(project.run(DUE), { ownerId: OWNER });
    await putPlan({ channels: [] });
    await project.queue.work(project.run(DUE));
    expect([(await noticeIds()).length, subjects()]).toEqual([1, []]);
  });

  it('costs few reads', async () => {
    await resetProxy();
    await summarizeOwner(project.viaProxy(DUE), { ownerId: OWNER });
    const { reads } = await readProxyCounts();
    expect(reads).toBeLessThanOrEqual(14);
  });
});

const off = (): Channel => ({
  ...chatChannel('1', { enabled: false }),
  ...{ type: 'email', settings: {} },
});

describe('other channels', () => {
  it('get a short form if they were chosen, also one for some monitors and the most severe alerts alone', async () => {
    const [chosen, other] = [newChat(), newChat()];
    await putChannels(project, {
      chosen: chatChannel(chosen, { monitors: ['another'], severity: 'critical', language: 'cn' }),
      other: chatChannel(other),
    });
    await putPlan({ channels: ['chosen'] });
    await runJob(DUE);
    await runJob(DUE + HOUR_MS);
    for (const minutes of [1, 2]) {
      const atMs = DUE + HOUR_MS + minutes * MINUTE_MS;
      await notifyOwner(project.run(atMs), { ownerId: OWNER }, virtualClock(atMs));
    }
    expect(await messagesIn(chosen)).toEqual([expect.stringContaining('📊 每周摘要：无数据')]);
    expect([await messagesIn(other), subjects()]).toEqual([[], []]);
  });

  it('get it after their quiet hours', async () => {
    const quietHours = { from: '08:00', to: '10:30', days: [1], timeZone: 'UTC', passesCritical: true };
    const chat = newChat();
    await putChannels(project, { chat: chatChannel(chat, { timing: { delayMin: 0, quietHours, reminderMin: null } }) });
    await putPlan({ channels: ['chat'] });
    await runJob(DUE);
    expect(await messagesIn(chat)).toEqual([]);
    const later = DUE + 90 * MINUTE_MS;
    await notifyOwner(project.run(later), { ownerId: OWNER }, virtualClock(later));
    expect(await messagesIn(chat)).toHaveLength(1);
  });

  it('get it apart from a digest of many alerts', async () => {
    const chat = newChat();
    await putChannels(project, { chat: chatChannel(chat) });
    await putPlan({ channels: ['chat'] });
    const ids = [1, 2, 3, 4, 5, 6].map((number) => `e${number}`);
    await putIncidents(
      project,
      Object.fromEntries(
        ids.map((endpointId) => [endpointId, outageIncident(DUE - 30_000, { endpointId, monitorId: 'shop' })]),
      ),
    );
    await runJob(DUE);
    const messages = await messagesIn(chat);
    expect(messages).toHaveLength(2);
    expect(messages[0]).toContain('6 changes in ');
    expect(messages[0]).not.toContain('summary');
    expect(messages[1]).toContain('Weekly summary');
  });
});
