import { certificateSample, monitorSample } from '@farwatch/core/testing/samples';
import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { notifyOwner } from '../../entry/tasks/notify-owner.ts';
import { monitors, NOTIFICATIONS_ID, notifications } from '../../platform/db/collections.ts';
import { injectFault, PERMISSION_DENIED, resetProxy } from '../../testing/firestore-proxy.ts';
import { newChat, outageIncident, putIncidents, readChannelOutbox, readLog } from '../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { startSmtpInbox } from '../../testing/smtp-inbox.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';

/** A channel with a delay of 15 minutes and reminders. */

const at = (minute: number) => T0 + minute * MINUTE_MS;
const TIMING = { ...IMMEDIATE, delayMin: 15, reminderMin: 10 };

let project: TestProject;
let chat: string;

beforeEach(async () => {
  useTelegram();
  await resetProxy();
  project = newTestProject();
  chat = newChat();
  await seedProject(project, { owners: [{ id: OWNER }] });
  await putChannels(project, { a: chatChannel(chat, { timing: TIMING }) });
});
afterEach(async () => {
  await resetProxy();
  await project.close();
});

const look = (atMs: number, run = project.run(atMs)) => notifyOwner(run, { ownerId: OWNER }, virtualClock(atMs));
const headlines = async () => (await messagesIn(chat)).map((text) => text.split('\n')[0]);

async function sweepAt(atMs: number): Promise<void> {
  await sweep(project.run(atMs));
  await project.queue.work(project.run(atMs));
}

it('the sweep announces what continues, and reminds of it', async () => {
  await putIncidents(project, { one: outageIncident(T0) });
  await look(at(1));
  expect(await readChannelOutbox(project, 'a')).toMatchObject({ freshAt: at(15), dueAt: at(15), seenAt: at(1) });
  await sweepAt(at(14));
  expect(await headlines()).toEqual([]);
  for (const minute of [15, 24, 25, 36]) await sweepAt(at(minute));
  expect(await headlines()).toEqual([
    '🔴 CRITICAL: Shops › a is down',
    '🔴 CRITICAL: Shops › a is still down, for 25 min',
    '🔴 CRITICAL: Shops › a is still down, for 36 min',
  ]);
  const ids = await project.run(T0).db.collection('messages').listDocuments();
  expect(new Set(ids.map(({ id }) => id)).size).toBe(3);
});

it('what ended within the delay is stored as announced together with why it was not sent', async () => {
  await putIncidents(project, { one: outageIncident(T0) });
  await look(at(1));
  const { outage, ...rest } = outageIncident(T0);
  const ended = { ...rest, outage: outage && { ...outage, endedAt: at(5) } };
  await putIncidents(project, { one: { ...ended, status: 'resolved', resolvedAt: at(5), changedAt: at(5) } });
  await injectFault({ fault: 'refuse', method: 'Commit', status: PERMISSION_DENIED });
  await look(at(6), project.viaProxy(at(6))).catch(() => undefined);
  expect([await readLog(project), (await readChannelOutbox(project, 'a')).announced]).toEqual([[], {}]);
  await resetProxy();
  await look(at(7));
  expect(await readLog(project)).toMatchObject([
    { state: 'skipped', code: 'delay', contents: [{ kind: 'short_outage', ended: [1] }] },
  ]);
  expect(await readChannelOutbox(project, 'a')).toMatchObject({ announced: { e_a: { outage: 1, isClosed: true } } });
  await sweepAt(at(16));
  expect(await headlines()).toEqual([]);
  expect(await readLog(project)).toHaveLength(1);
});

it("an outage in its monitor's maintenance is announced after its end, as of then", async () => {
  await putChannels(project, { a: chatChannel(chat) });
  const maintenance = [{ id: 'm', name: 'Update', startsAt: at(-5), endsAt: at(30) }];
  const { db } = project.run(T0);
  await monitors.ref(db, 'monitor').set(monitors.toDocument(monitorSample({ ownerId: OWNER, maintenance })));
  await putIncidents(project, { one: outageIncident(T0) });
  await look(at(1));
  await sweepAt(at(29));
  expect(await headlines()).toEqual([]);
  await sweepAt(at(30));
  expect(await readLog(project)).toMatchObject([{ state: 'sent', contents: [{ values: { occurredAt: at(30) } }] }]);
});

it('the sweep warns of a certificate again at 7, 3 and 1 days, with its issuer and names, until it is renewed', async () => {
  await putChannels(project, { a: chatChannel(chat) });
  const endsAt = T0 + 10 * DAY_MS;
  const opened = outageIncident(T0);
  const details = { ...opened.details, certificateEndsAt: endsAt };
  const certificate = certificateSample({ endsAt });
  const incident = { ...opened, type: 'certificate' as const, outage: null, details, certificate };
  await putIncidents(project, { one: incident });
  await look(at(1));
  for (const days of [2.9, 3, 3.1, 7, 8, 9, 9.5]) await sweepAt(T0 + days * DAY_MS);
  expect(await headlines()).toEqual([
    '🟡 Shops › a has a certificate that expires in 10 days',
    '🟡 Shops › a has a certificate that expires in 7 days',
    '🟡 Shops › a has a certificate that expires in 3 days',
    '🟡 Shops › a has a certificate that expires within a day',
  ]);
  const [first = ''] = await messagesIn(chat);
  expect(first).toContain('Issuer: Test CA R1 ← Test Root X1\nNames: shop.farwatch.test, www.shop.farwatch.test');
  const resolvedAt = T0 + 9.6 * DAY_MS;
  await putIncidents(project, { one: { ...incident, status: 'resolved', resolvedAt, changedAt: resolvedAt } });
  await sweepAt(resolvedAt);
  expect(await readChannelOutbox(project, 'a')).toMatchObject({ announced: {}, dueAt: null });
});

it('an owner without settings is warned by mail before a certificate and a domain end', async () => {
  const inbox = await startSmtpInbox();
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'Farwatch <alerts@farwatch.test>');
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await inbox.close();
  });
  await notifications.ref(project.run(T0).db, NOTIFICATIONS_ID, OWNER).delete();
  const expiring = (endpointId: string, type: 'certificate' | 'domain') => {
    const { details, ...opened } = outageIncident(T0, { endpointId, severity: 'informational' });
    const ending = { ...details, certificateEndsAt: T0 + 6.5 * DAY_MS };
    return { ...opened, type, outage: null, details: ending, certificate: null };
  };
  await putIncidents(project, { one: expiring('shop', 'certificate'), two: expiring('name', 'domain') });
  await look(at(1));
  expect(inbox.mails.map(({ subject }) => subject).sort()).toEqual([
    'Shops › shop has a certificate that expires in 7 days',
    'The registration of Shops › name expires in 7 days',
  ]);
});
