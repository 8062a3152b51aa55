import type { IncidentAlerts } from '@farwatch/core/contracts/api/incidents';
import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { newChat, outageIncident, putIncidents } from '../../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../../testing/put-channels.ts';
import { useTelegram } from '../../../testing/telegram-chat.ts';
import { T0 } from '../../../testing/test-project.ts';
import { virtualClock } from '../../../testing/virtual-clock.ts';
import { notifyOwner } from '../../tasks/notify-owner.ts';

let api: TestApi;

beforeAll(async () => {
  useTelegram();
  api = await newTestApi();
});
afterAll(() => api.close());

test('an incident lists what each channel sent, or why it sent nothing, to its owner only', async () => {
  const user = await api.user();
  const other = await api.user();
  await api.call(user, 'GET', '/me');
  const channels = {
    now: chatChannel(newChat(), { name: 'Now' }),
    later: chatChannel(newChat(), { name: 'Later', timing: { ...IMMEDIATE, delayMin: 30 } }),
    off: chatChannel(newChat(), { name: 'Off', enabled: false }),
    gone: chatChannel(newChat(), { name: 'Gone' }),
  };
  await putChannels(api.project, channels, user.uid);
  await putIncidents(api.project, { one: outageIncident(T0, { ownerId: user.uid }) });
  const atMs = T0 + MINUTE_MS;
  await notifyOwner(api.project.run(atMs), { ownerId: user.uid }, virtualClock(atMs));
  const { gone: _, ...left } = channels;
  await putChannels(api.project, left, user.uid);

  const { body } = await api.call(user, 'GET', '/v1/incidents/one/alerts');
  const found = new Map((body as IncidentAlerts).channels.map((each) => [each.name, each]));
  const sent = { messages: [{ kind: 'outage', state: 'sent', code: null }], silence: null };
  expect([found.get('Now'), found.get('Gone')]).toMatchObject([sent, sent]);
  expect(found.get('Off')).toMatchObject({ messages: [], silence: 'off', until: null });
  expect(found.get('Later')).toMatchObject({ messages: [], silence: 'delay', until: expect.any(String) });
  for (const path of ['one', 'unknown']) {
    expect((await api.call(path === 'one' ? other : user, 'GET', `/v1/incidents/${path}/alerts`)).status).toBe(404);
  }
});
