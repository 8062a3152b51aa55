import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { expect, test } from 'vitest';
import { useChannelServices } from '../../testing/channels/channel-services.ts';
import { contextAt } from '../../testing/channels/context-at.ts';
import { sampleMessages } from '../../testing/channels/sample-messages.ts';
import { renderPushover, sendPushover } from './pushover.ts';

const services = useChannelServices();
const { outage, digest } = await sampleMessages('en');
const SETTINGS = { userKey: 'u'.repeat(30), appToken: 'a'.repeat(30) };
const send = (message = outage, settings = SETTINGS) => sendPushover(settings, message, contextAt(0));

test('an outage arrives with its values and link', async () => {
  expect(await send()).toEqual({ outcome: 'sent' });
  const [request] = await services.received('pushover');
  expect(request?.request).toEqual({
    token: SETTINGS.appToken,
    user: SETTINGS.userKey,
    title: '🔴 CRITICAL: Shops & <more> › Shop is down',
    message: [
      'https://shop.farwatch.test/a_b?x=1&y=2',
      'Monitor: Shops & <more>',
      'Locations: Taiwan, Thailand',
      'Reason: The server answered with status 503',
      'Since: 2026-11-20 12:30 UTC',
    ].join('\n'),
    priority: '1',
    url: 'https://app.farwatch.test/incidents/i?token=t_1',
    url_title: 'Open incident',
    timestamp: '1795177800',
  });
});

test.each(LANGUAGE_CODES)('every message is accepted, %s', async (language) => {
  for (const message of Object.values(await sampleMessages(language))) {
    expect(await send(message)).toEqual({ outcome: 'sent' });
  }
});

test('a digest keeps a line of every endpoint', () => {
  expect(renderPushover(SETTINGS, digest, '').message.split('\n')).toHaveLength(25);
});

test('a link that is too long opens the app', async () => {
  const link = { label: 'Open', url: `https://app.farwatch.test/${'a'.repeat(512)}` };
  expect(await send({ ...outage, link })).toEqual({ outcome: 'sent' });
  expect((await services.received('pushover')).at(-1)?.request).toMatchObject({ url: 'https://app.farwatch.test' });
});

test.each([
  ['invalid_user', { outcome: 'stopped', code: 'target_not_found' }],
  ['invalid_token', { outcome: 'stopped', code: 'unauthorized' }],
  ['quota', { outcome: 'stopped', code: 'quota_exceeded', untilMs: expect.any(Number) }],
  ['error', { outcome: 'failed', code: 'unreachable' }],
])('%s', async (mode, result) => {
  await services.setMode({ service: 'pushover', mode, times: 1 });
  expect(await send()).toMatchObject(result);
});

test('a quota applies until the month that the answer names', async () => {
  await services.setMode({ service: 'pushover', mode: 'quota', times: 1 });
  const result = await send();
  const until = new Date('untilMs' in result ? (result.untilMs ?? 0) : 0);
  expect(until.getTime()).toBeGreaterThan(Date.now());
  expect(until.toISOString()).toMatch(/-01T00:00:00\.000Z$/);
});
