import { webhookEventSchema } from '@farwatch/core/contracts/api/webhook-event';
import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { useChannelServices } from '../../testing/channels/channel-services.ts';
import { contextAt } from '../../testing/channels/context-at.ts';
import { sampleMessages } from '../../testing/channels/sample-messages.ts';
import { sendWebhook } from './webhook.ts';

const SECRET = `whsec_${Buffer.alloc(32, 'k').toString('base64')}`;
const AT = Date.UTC(2026, 10, 20, 12, 30);

const services = useChannelServices();
const { outage, digest, test: testMessage } = await sampleMessages('en');
const send = (message = outage) =>
  sendWebhook({ url: `${services.root()}/webhook/alerts`, secret: SECRET }, message, contextAt(AT));

const requestSchema = z.object({ headers: z.record(z.string(), z.string()), body: z.unknown() });

/** The last request that arrived. The stand-in parses its body, which is the same text again as JSON. */
async function lastRequest() {
  const { headers, body } = requestSchema.parse((await services.received('webhook')).at(-1)?.request);
  return { headers, body: webhookEventSchema.parse(body), text: JSON.stringify(body) };
}

test('an outage arrives with its values', async () => {
  expect(await send()).toEqual({ outcome: 'sent' });
  const { body } = await lastRequest();
  expect(body).toMatchObject({
    type: 'outage',
    version: 1,
    timestamp: '2026-11-20T12:30:00.000Z',
    data: {
      id: outage.id,
      title: '🔴 CRITICAL: Shops & <more> › Shop is down',
      text: outage.text,
      link: 'https://app.farwatch.test/incidents/i?token=t_1',
      events: [{ kind: 'outage', severity: 'critical', incidentId: 'incident', outage: 1, endpoint: 'Shop' }],
    },
  });
  expect(body.data.events[0]).toMatchObject({ locations: ['tw', 'th'], statusCode: 503, certificateEndsAt: null });
});

test('a try is signed as the library of Standard Webhooks verifies, with the same id as the one before', async () => {
  const ids: unknown[] = [];
  for (const mode of ['error', 'ok']) {
    await services.setMode({ service: 'webhook', mode, times: 1 });
    await send();
    const { headers, text } = await lastRequest();
    expect(new Webhook(SECRET).verify(text, headers)).toMatchObject({ type: 'outage' });
    expect(() => new Webhook(SECRET).verify(text.replace('Shop', 'Chop'), headers)).toThrow();
    ids.push(headers['webhook-id']);
  }
  expect(ids).toEqual([outage.id, outage.id]);
});

test('while a replaced secret signs as well, either of them verifies', async () => {
  const replaced = `whsec_${Buffer.alloc(32, 'r').toString('base64')}`;
  const settings = { url: `${services.root()}/webhook/alerts`, secret: SECRET };
  await sendWebhook(settings, outage, contextAt(AT, replaced));
  const { headers, text } = await lastRequest();
  for (const secret of [SECRET, replaced]) expect(new Webhook(secret).verify(text, headers)).toBeDefined();
});

test.each(LANGUAGE_CODES)('every message has the documented schema, %s', async (language) => {
  for (const message of Object.values(await sampleMessages(language))) {
    expect(await send(message)).toEqual({ outcome: 'sent' });
    expect((await lastRequest()).body.type).toBe(message.kind);
  }
});

test('a digest has all events, a test none', async () => {
  await send(digest);
  expect((await lastRequest()).body.data.events).toHaveLength(25);
  await send(testMessage);
  expect((await lastRequest()).body).toMatchObject({ type: 'test', timestamp: '2026-11-20T12:30:00.000Z' });
});

test.each([
  ['gone', { outcome: 'stopped', code: 'target_not_found', reason: '410: Gone' }],
  ['not_found', { outcome: 'failed', code: 'target_not_found', reason: '404: Not Found' }],
  ['forbidden', { outcome: 'failed', code: 'refused', reason: '403: Forbidden' }],
  ['invalid', { outcome: 'rejected', code: 'message_rejected', reason: '422: Unprocessable Entity' }],
  ['proxy_200', { outcome: 'sent' }],
  ['rate_limited', { outcome: 'limited', retryAfterSec: 7, code: 'busy', reason: '429' }],
  ['busy', { outcome: 'limited', retryAfterSec: 7, code: 'busy', reason: '503' }],
  ['error', { outcome: 'failed', code: 'unreachable', reason: '500: Internal Server Error' }],
  [
    'redirect',
    {
      outcome: 'failed',
      code: 'target_not_found',
      reason: '302: redirects to http://127.0.0.1/admin, which is not followed',
    },
  ],
])('%s', async (mode, result) => {
  await services.setMode({ service: 'webhook', mode, retryAfterSec: 7, times: 1 });
  expect(await send()).toEqual(result);
});
