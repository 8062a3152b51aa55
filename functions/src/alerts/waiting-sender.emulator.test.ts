import type { Alert } from '@farwatch/core/documents/alert';
import { outboxId } from '@farwatch/core/documents/alert';
import { SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { alerts, endpoints, outboxes } from '../db/collections.ts';
import { alertSample, newChat, putAlerts } from '../testing/outbox.ts';
import { OWNER, seedProject } from '../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../testing/telegram-chat.ts';
import { newTestProject, T0, type TestProject } from '../testing/test-project.ts';
import { virtualClock } from '../testing/virtual-clock.ts';
import { enqueueAlert } from './enqueue-alert.ts';
import { sendAlerts } from './send-alerts.ts';
import type { Clock } from './wait-for-rechecks.ts';

const OUTBOX = outboxId(OWNER, 'telegram');

let project: TestProject;
let chatId: string;
beforeEach(async () => {
  useTelegram();
  project = newTestProject();
  chatId = newChat();
  // No location votes up, so a sender that polls finds that all have rechecked.
  const monitors = [{ id: 'm', locations: ['tw' as const], endpoints: ['a'] }];
  await seedProject(project, { owners: [{ id: OWNER, chatId }], monitors });
});
afterEach(() => project.close());

const at = (sec: number) => T0 + sec * SECOND_MS;
const held = (sec: number, changes: Partial<Alert> = {}) =>
  alertSample(T0, { incidentId: `held-${sec}`, nextAt: at(sec), ...changes });
const send = (clock: Clock) => sendAlerts(project.run(T0), { ownerId: OWNER, dueAt: at(8) }, clock);
const outbox = async () => outboxes.read(await outboxes.ref(project.run(T0).db, OUTBOX).get());

it('a later alert does not rely on a sender that ended early', async () => {
  await putAlerts(project, { one: held(8) });
  const clock = virtualClock(T0);
  await send(clock);
  expect(await messagesIn(chatId)).toHaveLength(1);
  expect(clock.now()).toBe(at(1.5));
  await putAlerts(project, { two: held(11, { createdAt: at(3) }) });
  await enqueueAlert(project.run(at(3)), await alerts.ref(project.run(T0).db, 'two').get());
  expect(project.queue.waiting).toEqual([{ name: 'sendAlerts', input: { ownerId: OWNER, dueAt: at(11) } }]);
});

it('a sender that wakes while another sends clears its wake time', async () => {
  await putAlerts(project, { one: held(8) });
  const clock = virtualClock(T0);
  const another = { leaseId: 'another', leaseUntil: at(60) };
  const sleep = async (ms: number) => {
    await outboxes.ref(project.run(T0).db, OUTBOX).update(outboxes.toUpdate(another));
    await clock.sleep(ms);
  };
  await send({ now: clock.now, sleep });
  expect(await outbox()).toMatchObject({ ...another, wakeAt: null });
});

it('a sender keeps the earlier wake time of another', async () => {
  await putAlerts(project, { one: held(8) });
  const clock = virtualClock(T0);
  const sleep = async (ms: number) => {
    await outboxes.ref(project.run(T0).db, OUTBOX).update(outboxes.toUpdate({ wakeAt: at(5) }));
    await clock.sleep(ms);
  };
  await send({ now: clock.now, sleep });
  expect(await outbox()).toMatchObject({ leaseId: null, wakeAt: at(5) });
});

it('the alert of an unreadable endpoint waits until it is due', async () => {
  await putAlerts(project, { one: held(8) });
  await endpoints.ref(project.run(T0).db, 'a').update({ votes: 'of no kind' });
  const clock = virtualClock(T0);
  await send(clock);
  expect(await messagesIn(chatId)).toHaveLength(1);
  expect(clock.now()).toBe(at(8));
});
