import type { Alert } from '@farwatch/core/documents/alert';
import { incidentSample, outageSample } from '@farwatch/core/testing/samples';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { alerts, incidents } from '../db/collections.ts';
import { sweep } from '../sweep/sweep.ts';
import { holdNext, resetProxy } from '../testing/firestore-proxy.ts';
import { alertSample, newChat, putAlerts } from '../testing/outbox.ts';
import { OWNER, seedProject } from '../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../testing/telegram-chat.ts';
import { newTestProject, T0, type TestProject } from '../testing/test-project.ts';
import { virtualClock } from '../testing/virtual-clock.ts';
import { sendAlerts } from './send-alerts.ts';

let project: TestProject;
let chatId: string;
beforeEach(async () => {
  useTelegram();
  project = newTestProject();
  chatId = newChat();
  await seedProject(project, { owners: [{ id: OWNER, chatId }] });
});
afterEach(() => project.close());

const named = (endpoint: string, createdAt: number, changes: Partial<Alert> = {}) => {
  const alert = alertSample(createdAt, { incidentId: endpoint, ...changes });
  return { ...alert, values: { ...alert.values, endpoint } };
};
const sendAt = (atMs: number) => sendAlerts(project.run(atMs), { ownerId: OWNER }, virtualClock(atMs));
const headlines = async () =>
  (await messagesIn(chatId)).map((text) => text.split('\n')[0]?.replace(/^\S+ (\w+: )?/, ''));

it('sends an outage that ends while its alert is reviewed', async () => {
  await putAlerts(project, { out: named('Shop', T0) });
  await resetProxy();
  const reading = await holdNext('/incidents/', 'BatchGetDocuments');
  const sending = sendAlerts(project.viaProxy(T0), { ownerId: OWNER }, virtualClock(T0));
  await reading.arrived();
  // Lets the concurrent reads finish.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { db } = project.run(T0);
  const batch = db.batch();
  const back = named('Shop', T0 + 1, { kind: 'recovery' });
  const values = { ...back.values, durationMs: 6 * SECOND_MS };
  batch.create(alerts.ref(db, 'back'), alerts.toDocument({ ...back, values }));
  const outage = outageSample({ startedAt: T0, endedAt: T0 + 1 });
  batch.set(
    incidents.ref(db, 'Shop'),
    incidents.toDocument(incidentSample({ ownerId: OWNER, endpointId: 'a', status: 'resolved', outage })),
  );
  await batch.commit();
  await reading.release();
  await sending;
  expect(await headlines()).toEqual(['Shop is up again: it was down for 6 s']);
});

it('an unreadable alert does not block others', async () => {
  await putAlerts(project, { a: named('One', T0), b: named('Two', T0 + 1) });
  await alerts.ref(project.run(T0).db, 'a').update({ kind: 'of no kind' });
  await sendAt(T0 + SECOND_MS).catch(() => {});
  await sweep(project.run(T0 + 2 * MINUTE_MS));
  await project.queue.work(project.run(T0 + 2 * MINUTE_MS)).catch(() => {});
  expect(await headlines()).toEqual(['Two is down']);
});

it('the alert of an unreadable incident is sent as it was created', async () => {
  await putAlerts(project, { a: named('One', T0), b: named('Two', T0 + 1) });
  await incidents.ref(project.run(T0).db, 'One').update({ severity: 'of no kind' });
  await sendAt(T0 + SECOND_MS).catch(() => {});
  await sweep(project.run(T0 + 2 * MINUTE_MS));
  await project.queue.work(project.run(T0 + 2 * MINUTE_MS)).catch(() => {});
  expect(await headlines()).toEqual(['One is down', 'Two is down']);
});

it('a deferred alert of an unreadable incident does not block others', async () => {
  await putAlerts(project, { a: named('One', T0, { state: 'deferred', nextAt: T0 }), b: named('Two', T0 + 1) });
  await incidents.ref(project.run(T0).db, 'One').update({ severity: 'of no kind' });
  await sendAt(T0 + SECOND_MS).catch(() => {});
  expect(await headlines()).toContain('Two is down');
});
