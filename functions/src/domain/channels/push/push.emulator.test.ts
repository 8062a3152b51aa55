import { pushMessageSchema } from '@farwatch/core/values/channels/push';
import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { useChannelServices } from '../../../testing/channels/channel-services.ts';
import { contextAt } from '../../../testing/channels/context-at.ts';
import { sampleMessages } from '../../../testing/channels/sample-messages.ts';
import { newTestProject, T0 } from '../../../testing/test-project.ts';
import { sendPush } from './send.ts';
import { vapidKeys } from './vapid.ts';

const services = useChannelServices();
const project = newTestProject();
const context = { ...contextAt(T0), run: project.run(T0) };
const { outage, recovery, test: testMessage, longest, digest } = await sampleMessages('en');
afterAll(() => project.close());

const subscriptionSchema = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });

/** The settings of a browser that has just subscribed. */
async function subscribe(host = 'fcm.googleapis.com', applicationServerKey?: string) {
  const body = JSON.stringify({ applicationServerKey });
  const answer = await fetch(`${services.root()}/${host}/subscribe`, { method: 'POST', body });
  const { endpoint, keys } = subscriptionSchema.parse(await answer.json());
  return { endpoint, ...keys };
}

const requestSchema = z.object({
  ttl: z.string(),
  urgency: z.string(),
  topic: z.string().optional(),
  bytes: z.number(),
  message: pushMessageSchema,
});

/** What the browser has received, as it decrypts it, oldest first. */
async function receivedBy({ endpoint }: { endpoint: string }) {
  const received = (await services.received('push')).filter(({ target }) => target === endpoint);
  return received.map(({ request }) => requestSchema.parse(request));
}

let browser: Awaited<ReturnType<typeof subscribe>>;
beforeAll(async () => {
  browser = await subscribe();
});
const send = (message = outage, settings = browser) => sendPush(settings, message, context);

test('an outage and its recovery arrive encrypted, the second in place of the first', async () => {
  const { publicKey } = await vapidKeys(context.run);
  const settings = await subscribe('updates.push.services.mozilla.com', publicKey);
  for (const message of [outage, recovery]) expect(await send(message, settings)).toEqual({ outcome: 'sent' });
  const [first, second] = await receivedBy(settings);
  expect(first).toMatchObject({
    ttl: '86400',
    urgency: 'high',
    topic: expect.stringMatching(/^[\w-]{32}$/),
    message: {
      title: '🔴 CRITICAL: Shops & <more> › Shop is down',
      body: `https://shop.farwatch.test/a_b?x=1&y=2
Monitor: Shops & <more>
Locations: Taiwan, Thailand
Reason: The server answered with status 503
Since: 2026-11-20 12:30 UTC`,
      tag: 'incident',
      url: outage.link?.url,
    },
  });
  expect(second).toMatchObject({
    urgency: 'normal',
    topic: first?.topic,
    message: { title: '🟢 Shops & <more> › Shop is up again', tag: 'incident' },
  });
});

test.each(LANGUAGE_CODES)('every message is accepted within 3 KB, %s', async (language) => {
  const settings = await subscribe();
  const messages = Object.values(await sampleMessages(language));
  for (const message of messages) expect(await send(message, settings)).toEqual({ outcome: 'sent' });
  const received = await receivedBy(settings);
  expect(received.map(({ message }) => message.title)).toEqual(messages.map(({ title }) => title));
  expect(Math.max(...received.map(({ bytes }) => bytes))).toBeLessThanOrEqual(3072);
});

test('a long text is cut, not its end lost without a sign', async () => {
  const settings = await subscribe();
  const text = `${digest.title}\n${'店"\u0001'.repeat(1300)}`;
  expect(await send({ ...digest, text }, settings)).toEqual({ outcome: 'sent' });
  const [request] = await receivedBy(settings);
  expect(request?.bytes).toBeGreaterThan(2900);
  expect(request?.message.body).toMatch(/^店".*…$/s);
  expect(request).not.toHaveProperty('topic');
  await send({ ...longest, title: '店'.repeat(2000) }, settings);
  expect((await receivedBy(settings)).at(-1)?.bytes).toBeLessThanOrEqual(3072);
});

test('a test replaces no other message', async () => {
  const settings = await subscribe();
  await send(testMessage, settings);
  expect(await receivedBy(settings)).toEqual([
    {
      ttl: '86400',
      urgency: 'high',
      bytes: expect.any(Number),
      message: expect.objectContaining({ body: '', url: null }),
    },
  ]);
});

test.each([
  ['not_found', { outcome: 'stopped', code: 'target_not_found', reason: '404: no such subscription' }],
  [
    'gone',
    { outcome: 'stopped', code: 'target_not_found', reason: '410: push subscription has unsubscribed or expired.' },
  ],
  ['unauthorized', { outcome: 'failed', code: 'refused', reason: '401: missing or invalid VAPID token' }],
  ['other_key', { outcome: 'stopped', code: 'unauthorized', reason: expect.stringContaining('VAPID credentials') }],
  ['proxy_200', { outcome: 'failed', code: 'unreachable', reason: "200: a page, which is not the service's answer" }],
  ['proxy_403', { outcome: 'failed', code: 'refused', reason: expect.stringContaining('nginx') }],
  ['proxy_404', { outcome: 'failed', code: 'target_not_found', reason: expect.stringContaining('nginx') }],
  ['proxy_502', { outcome: 'failed', code: 'unreachable', reason: expect.stringContaining('nginx') }],
  ['too_large', { outcome: 'rejected', code: 'message_rejected', reason: '413: payload too large' }],
  ['too_many', { outcome: 'limited', retryAfterSec: 7, code: 'busy', reason: '429' }],
  ['error', { outcome: 'failed', code: 'unreachable', reason: '500: internal error' }],
])('%s', async (mode, result) => {
  await services.setMode({ service: 'push', mode, retryAfterSec: 7, times: 1 });
  expect(await send()).toEqual(result);
});

test.each([
  ['a subscription for another key', () => subscribe('fcm.googleapis.com', `B${'A'.repeat(86)}`), 'unauthorized'],
  ['a key that is none', async () => ({ ...browser, p256dh: `B${'A'.repeat(86)}` }), 'target_not_found'],
])('%s stops the channel', async (_, settings, code) => {
  expect(await send(outage, await settings())).toMatchObject({ outcome: 'stopped', code });
});

test('an address within a private network is not contacted', async () => {
  const settings = { ...browser, endpoint: 'https://10.0.0.1/push' };
  expect(await send(outage, settings)).toMatchObject({ outcome: 'failed', code: 'forbidden_address' });
});
