import { monitorSample } from '@farwatch/core/testing/samples';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifyOwner } from '../entry/tasks/notify-owner.ts';
import { incidents, messages, monitors, NOTIFICATIONS_ID, notices, notifications } from '../platform/db/collections.ts';
import { newChat, outageIncident, putIncidents } from '../testing/outbox.ts';
import { chatChannel, putChannels } from '../testing/put-channels.ts';
import { OWNER, seedProject } from '../testing/seed-project.ts';
import { messagesIn, useTelegram } from '../testing/telegram-chat.ts';
import { newTestProject, T0, type TestProject } from '../testing/test-project.ts';
import { virtualClock } from '../testing/virtual-clock.ts';
import { takeConfirmation } from './channels/email/confirm-address.ts';
import { saveSettings } from './notifications/save-settings.ts';

/** What a newer version has stored, after going back to this one: docs/documents.md, Documents of other versions. */

let project: TestProject;
const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
beforeEach(async () => {
  logged.mockClear();
  project = newTestProject();
  useTelegram();
  await seedProject(project, { owners: [{ id: OWNER }] });
});
afterEach(() => project.close());

describe('a list skips a document with a value that only a newer version knows, and logs it', () => {
  const place = { ownerId: OWNER, createdAt: T0, expireAt: T0 };
  it.each([
    ['type of incident', incidents, { ...outageIncident(T0), type: 'new' }],
    ['status of incident', incidents, { ...outageIncident(T0), status: 'new' }],
    ['severity', incidents, { ...outageIncident(T0), severity: 'new' }],
    ['location', incidents, { ...outageIncident(T0), location: 'new' }],
    ['check', monitors, { ...monitorSample(), endpoints: { e: { url: 'new://x', check: { type: 'new' } } } }],
    ['kind of notice', notices, { ...place, kind: 'new', severity: 'major', values: {} }],
    ['type of channel', messages, { ...place, channelId: 'c', channelType: 'new', channelName: 'New', state: 'sent' }],
  ] as const)('%s', async (_what, collection, newer) => {
    const { db } = project.run(T0);
    await collection.ref(db, 'newer').set(newer);
    const { docs } = await collection.collection(db).get();
    expect(docs.map((document) => collection.readIfValid(document))).toEqual([null]);
    const line = expect.stringContaining(`${collection.ref(db, 'newer').path} cannot be read`);
    expect(logged.mock.calls).toEqual([[line]]);
  });
});

describe('settings with a channel and a field that only a newer version knows', () => {
  const newer = { type: 'new', name: 'New' };
  let chat: string;
  const ref = () => notifications.ref(project.run(T0).db, NOTIFICATIONS_ID, OWNER);
  const stored = async () => (await ref().get()).data();
  beforeEach(async () => {
    chat = newChat();
    await putChannels(project, { known: chatChannel(chat), other: chatChannel(newChat()) });
    await ref().update({ 'channels.newer': newer, addedLater: { by: 'a newer version' } });
  });

  it('the other channels send', async () => {
    await putIncidents(project, { one: outageIncident(T0) });
    await notifyOwner(project.run(T0), { ownerId: OWNER }, virtualClock(T0));
    expect(await messagesIn(chat)).toHaveLength(1);
  });

  it.each<[what: string, act: () => Promise<unknown>]>([
    [
      'a channel is changed',
      () => change(({ known, ...rest }) => ({ ...rest, ...(known && { known: renamed(known) }) })),
    ],
    ['a channel is added', () => change((channels) => ({ ...channels, added: chatChannel(newChat()) }))],
    ['a channel is removed', () => change(({ other: _, ...rest }) => rest)],
    ['a link is sent', () => takeConfirmation(project.run(T0), OWNER)],
  ])('both stay when %s', async (_what, act) => {
    await act();
    expect(await stored()).toMatchObject({ channels: { newer }, addedLater: { by: 'a newer version' } });
  });

  it('the change itself is stored', async () => {
    await change(({ other: _, known, ...rest }) => ({ ...rest, ...(known && { known: renamed(known) }) }));
    const { channels } = notifications.readSkippingInvalid(await ref().get(), 'channels').value ?? {};
    expect(Object.entries(channels ?? {}).map(([id, { name }]) => [id, name])).toEqual([['known', 'renamed']]);
  });

  type Channels = Parameters<Parameters<typeof saveSettings>[2]>[0]['channels'];
  const renamed = (channel: Channels[string]) => ({ ...channel, name: 'renamed' });
  function change(channelsOf: (channels: Channels) => Channels) {
    return saveSettings(project.run(T0), OWNER, (settings) => ({
      ...settings,
      channels: channelsOf(settings.channels),
    }));
  }
});
