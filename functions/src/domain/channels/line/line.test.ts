import { randomUUID } from 'node:crypto';
import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { HOUR_MS } from '@farwatch/core/values/time';
import { expect, test } from 'vitest';
import { useChannelServices } from '../../../testing/channels/channel-services.ts';
import { contextAt } from '../../../testing/channels/context-at.ts';
import { sampleMessages } from '../../../testing/channels/sample-messages.ts';
import { quotaRenewsAt, sendLine } from './send.ts';

const USER = `U${'0'.repeat(32)}`;
const GROUP = `C${'0'.repeat(32)}`;
const NOW = Date.UTC(2026, 10, 20, 12, 30);
/** The 1st of December in Japan. */
const NEXT_MONTH = Date.UTC(2026, 10, 30, 15);

const services = useChannelServices();
const samples = await sampleMessages('en');
const newMessage = (kind: 'outage' | 'test' = 'outage') => ({ ...samples[kind], id: randomUUID() });
const send = (message = newMessage(), accessToken = 'token', to = USER) =>
  sendLine({ accessToken, to }, message, contextAt(NOW));

/** Without the requests for the quota. */
const pushes = async () => (await services.received('line')).filter(({ target }) => target === USER);

test('an outage arrives as one text', async () => {
  expect(await send()).toMatchObject({ outcome: 'sent' });
  const [push] = await services.received('line');
  expect(push).toMatchObject({ status: 200, target: USER });
  expect(push?.request).toEqual({
    to: USER,
    messages: [{ type: 'text', text: `${samples.outage.text}\n${samples.outage.link?.url}` }],
  });
});

test.each(LANGUAGE_CODES)('every message is accepted, %s', async (language) => {
  for (const message of Object.values(await sampleMessages(language))) {
    expect(await send({ ...message, id: randomUUID() })).toMatchObject({ outcome: 'sent' });
  }
});

test('a message that is sent again arrives once', async () => {
  const message = newMessage();
  expect(await send(message)).toMatchObject({ outcome: 'sent' });
  expect(await send(message)).toMatchObject({ outcome: 'sent' });
  expect((await pushes()).slice(-2).map(({ status }) => status)).toEqual([200, 409]);
});

test('each message states how many of the month are used', async () => {
  expect(await send(newMessage(), 'token-used-119')).toEqual({
    outcome: 'sent',
    quota: { used: 120, limit: 200 },
  });
});

test('the channel is stopped until the next month when its messages are used up', async () => {
  expect(await send(newMessage(), 'other-used-199')).toMatchObject({ outcome: 'sent' });
  expect(await send(newMessage(), 'other-used-199')).toEqual({
    outcome: 'stopped',
    code: 'quota_exceeded',
    reason: '429: You have reached your monthly limit. Used 200 of 200.',
    untilMs: NEXT_MONTH,
  });
  // Each member of the group counts.
  expect(await send(newMessage(), 'group-used-198', GROUP)).toMatchObject({ code: 'quota_exceeded' });
});

test.each([
  ['on the last day', NEXT_MONTH - 1, NEXT_MONTH],
  ['on the first day in Japan', NEXT_MONTH, NEXT_MONTH + HOUR_MS],
  ['in December', Date.UTC(2026, 11, 15), Date.UTC(2026, 11, 31, 15)],
])('the next try %s', (_when, nowMs, expected) => {
  expect(quotaRenewsAt(nowMs)).toBe(expected);
});

test.each([
  [
    'rate_limited',
    {
      outcome: 'limited',
      retryAfterSec: 30,
      code: 'busy',
      reason: '429: The API rate limit has been exceeded. Try again later.',
    },
  ],
  ['forbidden', { outcome: 'stopped', code: 'refused' }],
  ['not_sent', { outcome: 'stopped', code: 'target_not_found', reason: '400: Failed to send messages' }],
  ['error', { outcome: 'failed', code: 'unreachable', reason: '500: Internal Server Error' }],
])('%s', async (mode, result) => {
  await services.setMode({ service: 'line', mode, times: 1 });
  expect(await send()).toMatchObject(result);
});

test.each([
  ['with a revoked token', newMessage(), 'revoked', USER, 'stopped', 'unauthorized'],
  ['to an unknown user', newMessage(), 'token', 'U1', 'stopped', 'target_not_found'],
  ['without a text', { ...newMessage(), text: '', link: null }, 'token', USER, 'rejected', 'message_rejected'],
])('a message %s', async (_what, message, token, to, outcome, code) => {
  expect(await send(message, token, to)).toMatchObject({ outcome, code });
});

test('a text is cut after 5,000 UTF-16 units', async () => {
  await send({ ...newMessage(), text: '😀'.repeat(3000), link: null });
  const [push] = (await pushes()).slice(-1);
  expect(push).toMatchObject({ status: 200, request: { messages: [{ text: `${'😀'.repeat(2499)}…` }] } });
});
