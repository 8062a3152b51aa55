import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { expect, test } from 'vitest';
import { useChannelServices } from '../../testing/channels/channel-services.ts';
import { contextAt } from '../../testing/channels/context-at.ts';
import { sampleMessages } from '../../testing/channels/sample-messages.ts';
import { renderNtfy, sendNtfy } from './ntfy.ts';

const services = useChannelServices();
const { outage, digest } = await sampleMessages('en');
const SETTINGS = { serverUrl: 'https://ntfy.sh', topic: 'farwatch-alerts', token: 'tk_valid' };
const send = (settings: Partial<typeof SETTINGS> = {}, message = outage) =>
  sendNtfy({ ...SETTINGS, ...settings }, message, contextAt(0));

test('an outage arrives with its values and link', async () => {
  expect(await send()).toEqual({ outcome: 'sent' });
  const [request] = await services.received('ntfy');
  const url = 'https://app.farwatch.test/incidents/i?token=t_1';
  expect(request?.request).toEqual({
    topic: 'farwatch-alerts',
    title: '🔴 CRITICAL: Shops & <more> › Shop is down',
    message: [
      'https://shop.farwatch.test/a_b?x=1&y=2',
      'Monitor: Shops & <more>',
      'Locations: Taiwan, Thailand',
      'Reason: The server answered with status 503',
      'Since: 2026-11-20 12:30 UTC',
    ].join('\n'),
    priority: 5,
    click: url,
    actions: [{ action: 'view', label: 'Open incident', url }],
  });
});

test.each(LANGUAGE_CODES)('every message is accepted and none becomes an attachment, %s', async (language) => {
  for (const message of Object.values(await sampleMessages(language))) {
    expect(await send({}, message)).toEqual({ outcome: 'sent' });
    expect((await services.received('ntfy')).at(-1)).not.toHaveProperty('problem');
  }
});

test('a digest keeps a line of every endpoint, however many bytes its names have', () => {
  const paragraphs = digest.paragraphs.map((line, index) => `${index} ${line} ${'商店"'.repeat(40)}`);
  const text = [digest.title, ...paragraphs].join('\n');
  const { message } = renderNtfy('t', { ...digest, paragraphs, text });
  expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual(paragraphs.map((_, index) => `${index}`));
  expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThanOrEqual(4098);
});

test.each([
  ['rate_limited', { outcome: 'limited', retryAfterSec: 30, code: 'busy' }],
  ['daily_limit', { outcome: 'limited', retryAfterSec: 3600, code: 'quota_exceeded' }],
  ['unauthorized', { outcome: 'stopped', code: 'unauthorized' }],
  ['forbidden', { outcome: 'stopped', code: 'refused' }],
  ['other_server', { outcome: 'failed', code: 'target_not_found' }],
  ['redirect', { outcome: 'failed', code: 'target_not_found' }],
  ['no_subscriber', { outcome: 'stopped', code: 'target_not_found' }],
  ['error', { outcome: 'failed', code: 'unreachable' }],
])('%s', async (mode, result) => {
  await services.setMode({ service: 'ntfy', mode, times: 1 });
  expect(await send()).toMatchObject(result);
});

test.each([
  ['a revoked token', { token: 'tk_revoked' }, 'unauthorized'],
  ['a topic that needs a token', { topic: 'private-1', token: '' }, 'refused'],
  ['a topic that cannot exist', { topic: 'docs' }, 'target_not_found'],
  ['a private server', { serverUrl: 'http://10.0.0.1' }, 'forbidden_address'],
])('%s is refused', async (_what, settings, code) => {
  const result = await send(settings);
  expect(result).toMatchObject({ code });
  expect(JSON.stringify(result)).not.toContain('tk_');
});
