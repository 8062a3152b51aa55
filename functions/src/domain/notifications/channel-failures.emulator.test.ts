import { outageSample } from '@farwatch/core/testing/samples';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { notifyOwner } from '../../entry/tasks/notify-owner.ts';
import { incidents, NOTIFICATIONS_ID, notifications, users } from '../../platform/db/collections.ts';
import { newChat, outageIncident, putIncidents, readChannelOutbox, readLog } from '../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { startSmtpInbox } from '../../testing/smtp-inbox.ts';
import { messagesIn, setTelegramMode, useTelegram } from '../../testing/telegram-chat.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';
import { saveSettings } from './save-settings.ts';

/** Two channels, of which the first does not deliver. */

const at = (minute: number) => T0 + minute * MINUTE_MS;
let project: TestProject;
let chats: { a: string; b: string };

beforeEach(async () => {
  useTelegram();
  project = newTestProject();
  chats = { a: newChat(), b: newChat() };
  await seedProject(project, { owners: [{ id: OWNER }] });
  await putChannels(project, { a: chatChannel(chats.a), b: chatChannel(chats.b) });
});
afterEach(async () => {
  await setTelegramMode({ mode: 'ok' });
  await project.close();
});

const look = (atMs: number) => notifyOwner(project.run(atMs), { ownerId: OWNER }, virtualClock(atMs));
const headlines = async (chat: string) => (await messagesIn(chat)).map((text) => text.split('\n')[0]);
const putOutage = (id: string, atMs: number) =>
  putIncidents(project, { [id]: outageIncident(atMs, { endpointId: id }) });
const failingChannels = async () => users.read(await users.ref(project.run(T0).db, OWNER).get())?.failingChannels;

/** Sweeps, and does what it enqueued and what follows from that. */
async function sweepAt(atMs: number): Promise<void> {
  await sweep(project.run(atMs));
  for (let times = 0; times < 2; times += 1) await project.queue.work(project.run(atMs));
}

it('one that does not answer delays no other', async () => {
  await setTelegramMode({ mode: 'hang', chat_id: chats.a, times: 1 });
  await putOutage('one', T0);
  const looking = look(at(1));
  await expect
    .poll(() => headlines(chats.b), { interval: 20, timeout: 4_000 })
    .toEqual(['🔴 CRITICAL: Shops › one is down']);
  expect(await headlines(chats.a)).toEqual([]);
  await looking;
  expect(await readChannelOutbox(project, 'a')).toMatchObject({ leaseId: null, failure: { tries: 1 } });
  await look(at(2));
  expect(await headlines(chats.a)).toEqual(['🔴 CRITICAL: Shops › one is down']);
});

it('one that requests a wait gets nothing before its time, and then what still holds', async () => {
  await setTelegramMode({ mode: 'rate_limit', retry_after: 600, chat_id: chats.a, times: 1 });
  await putOutage('one', T0);
  await look(at(1));
  expect(await readChannelOutbox(project, 'a')).toMatchObject({ failure: { code: 'busy' }, dueAt: at(11) });
  await putOutage('two', at(5));
  await sweepAt(at(6));
  expect(await headlines(chats.a)).toEqual([]);
  expect(await headlines(chats.b)).toHaveLength(2);
  await sweepAt(at(12));
  expect(await headlines(chats.a)).toEqual(['🔴 CRITICAL: Shops › one is down', '🔴 CRITICAL: Shops › two is down']);
});

it('one that fails for a day is reported once, and announces what still holds when it works again', async () => {
  await setTelegramMode({ mode: 'error', chat_id: chats.a });
  const outage = outageSample({ startedAt: T0, endedAt: at(2) });
  const resolved = { status: 'resolved', resolvedAt: at(2), outage } as const;
  await putIncidents(project, { short: outageIncident(T0, { endpointId: 'short', changedAt: at(2), ...resolved }) });
  await putOutage('long', at(3));
  await sweepAt(at(4));
  for (const afterMs of [MINUTE_MS, HOUR_MS, DAY_MS - HOUR_MS]) await sweepAt(at(4) + afterMs);
  expect(await failingChannels()).toEqual({});
  for (const hours of [25, 26, 27]) await sweepAt(at(4) + hours * HOUR_MS);
  expect(await headlines(chats.a)).toEqual([]);
  const log = await readLog(project);
  expect(log.filter(({ channelId }) => channelId === 'a')).toMatchObject([
    { state: 'failed', code: 'unreachable', contents: [{ kind: 'short_outage', endpointId: 'short' }] },
  ]);
  expect((await headlines(chats.b)).filter((line) => line?.includes(`Chat ${chats.a}`))).toHaveLength(1);
  expect(await failingChannels()).toEqual({ a: `Chat ${chats.a}` });

  await setTelegramMode({ mode: 'ok' });
  await sweepAt(at(4) + 29 * HOUR_MS);
  expect(await headlines(chats.a)).toEqual(['🔴 CRITICAL: Shops › long is down']);
  expect(await failingChannels()).toEqual({});
  expect(await readChannelOutbox(project, 'a')).toMatchObject({ failure: null, reportedAt: null, dueAt: null });
});

it('one that stopped is not tried until a test arrives, and then announces what is down', async () => {
  await setTelegramMode({ mode: 'blocked', chat_id: chats.a });
  await putOutage('one', T0);
  await look(at(1));
  await sweepAt(at(2));
  const { stopped } = await readChannelOutbox(project, 'a');
  expect(stopped).toMatchObject({ until: null });
  expect(await failingChannels()).toEqual({ a: `Chat ${chats.a}` });
  await setTelegramMode({ mode: 'ok' });
  await putOutage('two', at(5));
  await sweepAt(at(6));
  await sweepAt(at(60));
  expect(await headlines(chats.a)).toEqual([]);
  await saveSettings(project.run(at(61)), OWNER, (stored) => stored, 'a');
  await project.queue.work(project.run(at(61) + SECOND_MS));
  expect((await headlines(chats.a)).sort()).toEqual([
    '🔴 CRITICAL: Shops › one is down',
    '🔴 CRITICAL: Shops › two is down',
  ]);
  expect(await failingChannels()).toEqual({});
  const own = (await readLog(project)).filter(({ channelId }) => channelId === 'a');
  expect(own.map(({ state }) => state)).toEqual(['sent', 'sent']);
});

it.each([
  ['in its settings', true],
  ['by a change elsewhere', false],
])('one that stopped is not shown as failing any more once it has another target %s', async (_, isSaved) => {
  await setTelegramMode({ mode: 'blocked', chat_id: chats.a });
  await putOutage('one', T0);
  await look(at(1));
  expect(await failingChannels()).toEqual({ a: `Chat ${chats.a}` });
  const changed = { a: chatChannel(newChat()), b: chatChannel(chats.b) };
  if (isSaved) await saveSettings(project.run(at(2)), OWNER, (stored) => ({ ...stored, channels: changed }), 'a');
  else await putChannels(project, changed);
  expect(await failingChannels()).toEqual(isSaved ? {} : { a: `Chat ${chats.a}` });
  await putOutage('two', at(3));
  await sweepAt(at(4));
  expect(await failingChannels()).toEqual({});
});

it('e-mail is tried again while the relay refuses all, and stops only where a mailbox does not exist', async () => {
  const inbox = await startSmtpInbox();
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'Farwatch <alerts@farwatch.test>');
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await inbox.close();
  });
  const mailChannel = (name: string) =>
    chatChannel(name, { type: 'email', name, settings: { address: `${name}@farwatch.test` } });
  await putChannels(project, { ann: mailChannel('ann'), ben: mailChannel('ben') });
  const subjectsOf = (name: string) =>
    inbox.mails.filter(({ to }) => [to].flat()[0]?.text === `${name}@farwatch.test`).map(({ subject }) => subject);

  inbox.fail({ at: 'recipient', reply: '550 relay not permitted' });
  await putOutage('one', T0);
  await look(at(1));
  await sweepAt(at(3));
  for (const channelId of ['ann', 'ben']) {
    expect(await readChannelOutbox(project, channelId)).toMatchObject({
      stopped: null,
      failure: { code: 'unreachable', reason: 'mail server: 550 relay not permitted', tries: 2 },
    });
  }
  inbox.fail({ at: 'recipient', reply: '550 5.1.1 User unknown', to: ['ben@farwatch.test'] });
  await sweepAt(at(5));
  const ofAnn = [expect.stringMatching(/Shops › one is down$/), expect.stringMatching(/through ben$/)];
  expect([subjectsOf('ann'), subjectsOf('ben')]).toEqual([ofAnn, []]);
  expect(await readChannelOutbox(project, 'ann')).toMatchObject({ stopped: null, failure: null });
  expect(await readChannelOutbox(project, 'ben')).toMatchObject({ stopped: { code: 'target_not_found', until: null } });
});

it('a content that is refused is put off longer and longer, a bounded number of times, and shown', async () => {
  const inbox = await startSmtpInbox();
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'Farwatch <alerts@farwatch.test>');
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await inbox.close();
  });
  const settings = { address: 'ann@farwatch.test' };
  await putChannels(project, { ann: chatChannel('ann', { type: 'email', name: 'ann', settings }) });
  inbox.fail({ at: 'content', reply: '554 5.7.1 looks like spam' });
  await putOutage('one', T0);
  await look(at(1));
  const times = [at(1)];
  const dueAt = async () => (await readChannelOutbox(project, 'ann')).dueAt;
  for (let nextAt = await dueAt(); nextAt !== null && nextAt < at(24 * 60); nextAt = await dueAt()) {
    times.push(nextAt);
    await sweepAt(nextAt);
  }
  expect(times.map((each) => (each - at(1)) / MINUTE_MS)).toEqual([0, 1, 2, 4, 8, 16, 32, 64]);
  const log = (await readLog(project)).filter(({ channelId }) => channelId === 'ann');
  expect(log.map(({ state, code, reason }) => [state, code, reason])).toEqual([
    ['failed', 'message_rejected', '554 5.7.1 looks like spam'],
  ]);
  expect(await readChannelOutbox(project, 'ann')).toMatchObject({
    stopped: null,
    failure: { code: 'message_rejected', reason: '554 5.7.1 looks like spam', since: at(1) },
  });

  await putOutage('two', at(25 * 60));
  inbox.fail(null);
  await sweepAt(at(25 * 60 + 1));
  const ofAnn = inbox.mails.filter(({ to }) => [to].flat()[0]?.text === settings.address);
  expect(ofAnn.map(({ subject }) => subject)).toEqual([expect.stringMatching(/Shops › two is down$/)]);
  expect(await readChannelOutbox(project, 'ann')).toMatchObject({ stopped: null, failure: null, rejections: 0 });
});

it('an unreadable incident does not keep a channel from announcing the others', async () => {
  await putOutage('one', T0);
  await putOutage('two', T0);
  await incidents.ref(project.run(T0).db, 'one').update({ severity: 'of no kind' });
  await look(at(1));
  expect(await headlines(chats.a)).toEqual(['🔴 CRITICAL: Shops › two is down']);
});

it('settings of which a part cannot be read silence no other part, and the operators are notified once a day', async () => {
  await seedProject(project, { agents: [{ id: 'agent', location: 'tw' }] });
  const adminChat = newChat();
  await putChannels(project, { chat: chatChannel(adminChat) }, 'admin');
  await putChannels(project, { a: chatChannel(chats.a), b: chatChannel(chats.b), c: chatChannel(newChat()) });
  await putOutage('zero', T0 - DAY_MS);
  await look(at(-1));
  const settings = notifications.ref(project.run(T0).db, NOTIFICATIONS_ID, OWNER);
  await settings.update({ 'channels.a.timing': 'now', 'channels.c.type': 'pigeon', 'thresholds.severity': 'loud' });
  await users.ref(project.run(T0).db, OWNER).update({ plan: 'free' });
  await putOutage('one', T0);
  for (const minute of [1, 2]) await project.queue.work(project.run(at(minute))).then(() => look(at(minute)));
  await project.queue.work(project.run(at(3)));
  const both = ['🔴 CRITICAL: Shops › zero is down', '🔴 CRITICAL: Shops › one is down'];
  expect([await headlines(chats.a), await headlines(chats.b)]).toEqual([both, both]);
  expect(await headlines(adminChat)).toEqual(['🟠 Part of the notification settings of account owner cannot be read']);
  expect(await readChannelOutbox(project, 'c')).toMatchObject({ announced: { e_zero: { outage: 1 } } });
});
