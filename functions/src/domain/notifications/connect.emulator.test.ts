import type { Channel } from '@farwatch/core/documents/channel';
import { outageSample } from '@farwatch/core/testing/samples';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newChat, outageIncident, putIncidents } from '../../testing/outbox.ts';
import { chatChannel, settingsWith } from '../../testing/put-channels.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { messagesIn, setTelegramMode, useTelegram } from '../../testing/telegram-chat.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { saveSettings } from './save-settings.ts';

/** Settings that change while two endpoints fail: `one` of monitor m1 is down, `two` of m2 fails from one location. */

const at = (minute: number) => T0 + minute * MINUTE_MS;
const STARTED = T0 - 60 * MINUTE_MS;
const ONE = outageIncident(STARTED, { endpointId: 'one', monitorId: 'm1' });
const TWO = outageIncident(STARTED + 1, { endpointId: 'two', monitorId: 'm2', outage: null, severity: 'minor' });

let project: TestProject;
let chat: string;

beforeEach(async () => {
  useTelegram();
  project = newTestProject();
  chat = newChat();
  await seedProject(project, { owners: [{ id: OWNER }] });
  await putIncidents(project, { one: ONE, two: TWO });
});
afterEach(async () => {
  await setTelegramMode({ mode: 'ok' });
  await project.close();
});

/** Saves the only channel, null to delete it, and does what follows; returns the headlines of the new messages. */
async function save(minute: number, changes: Partial<Channel> | null): Promise<string[]> {
  const channels = changes === null ? {} : { a: chatChannel(chat, changes) };
  await saveSettings(project.run(at(minute)), OWNER, () => settingsWith(channels));
  return lookAt(minute);
}

async function lookAt(minute: number): Promise<string[]> {
  const before = (await messagesIn(chat)).length;
  await project.queue.enqueue('notifyOwner', { ownerId: OWNER });
  await project.queue.work(project.run(at(minute) + SECOND_MS));
  return (await messagesIn(chat)).slice(before).map((text) => text.split('\n')[0]?.replace(/^\S+ (\w+: )?/, '') ?? '');
}

const recover = (minute: number, incident = ONE) => {
  const outage = incident.outage && outageSample({ ...incident.outage, endedAt: at(minute) });
  const over = { status: 'resolved', resolvedAt: at(minute), outage, changedAt: at(minute) } as const;
  return putIncidents(project, { [incident.endpointId]: { ...incident, ...over } });
};

it('connecting announces what fails, also if the first try fails', async () => {
  await setTelegramMode({ mode: 'error', chat_id: chat, times: 1 });
  expect(await save(0, {})).toEqual([]);
  expect(await lookAt(5)).toEqual(['Shops › one is down', 'Shops › two fails from Taiwan']);
  expect(await lookAt(6)).toEqual([]);
  await recover(7);
  expect(await lookAt(8)).toEqual(['Shops › one is up again']);
});

it('enabling announces what is down then, and nothing of what ended while it was disabled', async () => {
  await save(0, {});
  expect(await save(1, { enabled: false })).toEqual([]);
  await recover(2);
  await putIncidents(project, { next: outageIncident(at(3), { endpointId: 'next', monitorId: 'm1' }) });
  expect(await lookAt(4)).toEqual([]);
  expect(await save(5, {})).toEqual(['Shops › two fails from Taiwan', 'Shops › next is down']);
});

it('a wider filter or more monitors announce what they add; narrower ones announce nothing but the end', async () => {
  expect(await save(0, { severity: 'critical', monitors: ['m1'] })).toEqual(['Shops › one is down']);
  expect(await save(1, { severity: 'all', monitors: ['m1'] })).toEqual([]);
  expect(await save(2, { severity: 'all', monitors: ['m1', 'm2'] })).toEqual(['Shops › two fails from Taiwan']);
  expect(await save(3, { severity: 'critical', monitors: ['m1', 'm2'] })).toEqual([]);
  await recover(4, TWO);
  expect(await lookAt(5)).toEqual(['Shops › two works from everywhere again']);
  expect(await save(6, { severity: 'critical', monitors: ['m2'] })).toEqual([]);
  await recover(7);
  expect(await lookAt(8)).toEqual([]);
});

it('a deleted channel announces nothing more, also if a message waited', async () => {
  await setTelegramMode({ mode: 'error', chat_id: chat });
  await save(0, {});
  await setTelegramMode({ mode: 'ok' });
  expect(await save(1, null)).toEqual([]);
  await recover(2);
  expect(await lookAt(3)).toEqual([]);
});
