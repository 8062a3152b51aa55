import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { expect, test } from 'vitest';
import { useChannelServices } from '../../testing/channels/channel-services.ts';
import { contextAt } from '../../testing/channels/context-at.ts';
import { sampleMessages } from '../../testing/channels/sample-messages.ts';
import { renderDiscord, sendDiscord } from './discord.ts';

const WEBHOOK_URL = 'https://discord.com/api/webhooks/1234/secret-token';

const services = useChannelServices();
const { outage, digest, test: testMessage } = await sampleMessages('en');
const send = (message = outage, webhookUrl = WEBHOOK_URL) => sendDiscord({ webhookUrl }, message, contextAt(0));

test('an outage arrives with its URL, link and values, and mentions no user', async () => {
  expect(await send()).toEqual({ outcome: 'sent' });
  const [request] = await services.received('discord');
  expect(request).toMatchObject({ status: 200, target: '/api/v10/webhooks/1234/secret-token' });
  expect(request?.request).toEqual({
    content: '**🔴 CRITICAL: Shops & \\<more\\> › Shop is down**',
    embeds: [
      {
        color: 0xdc2626,
        description:
          '<https://shop.farwatch.test/a_b?x=1&y=2>\n[Open incident](https://app.farwatch.test/incidents/i?token=t_1)',
        fields: [
          { name: 'Monitor', value: 'Shops & \\<more\\>', inline: true },
          { name: 'Locations', value: 'Taiwan, Thailand', inline: true },
          { name: 'Reason', value: 'The server answered with status 503', inline: true },
          { name: 'Since', value: '2026-11-20 12:30 UTC', inline: true },
        ],
      },
    ],
    allowed_mentions: { parse: [] },
  });
});

test.each(LANGUAGE_CODES)('every message is accepted, %s', async (language) => {
  for (const message of Object.values(await sampleMessages(language))) {
    expect(await send(message)).toEqual({ outcome: 'sent' });
  }
});

test('a digest has all its lines', () => {
  const lines = renderDiscord(digest).embeds.flatMap(({ description = '' }) => description.split('\n'));
  expect(lines.filter((line) => line.includes('is down (2026-11-20 12:30 UTC)'))).toHaveLength(25);
});

test.each([
  ['*a* _b_ ~~c~~ `d` ||e||', '\\*a\\* \\_b\\_ \\~\\~c\\~\\~ \\`d\\` \\|\\|e\\|\\|'],
  ['@everyone <@1>', '\\@everyone \\<\\@1\\>'],
  ['[a](https://b.farwatch.test)', '\\[a\\](https\\://b.farwatch.test)'],
  ['# a', '\\# a'],
  ['- a-b', '\\- a-b'],
  ['1. a.b', '1\\. a.b'],
  ['a\\', 'a\\\\'],
])('%s is shown as it is', (value, escaped) => {
  const [embed] = renderDiscord({ ...testMessage, fields: [{ label: 'Monitor', value }] }).embeds;
  expect(embed?.fields?.[0]?.value).toBe(escaped);
});

test.each([
  ['deploy :x: done', 'deploy \\:x: done'],
  ['<:custom:123>', '\\<\\:custom:123\\>'],
  ['@everyone ||spoiler||', '\\@everyone \\|\\|spoiler\\|\\|'],
  ['at 12:30 UTC', 'at 12:30 UTC'],
])('%s is shown as it is written', (title, expected) => {
  expect(renderDiscord({ ...outage, title }).content).toBe(`**${expected}**`);
});

test('texts of any length fit', async () => {
  const fields = Array.from({ length: 40 }, () => ({ label: '*'.repeat(300), value: '_'.repeat(2000) }));
  const paragraphs = Array.from({ length: 40 }, () => '|'.repeat(3000));
  const title = '*'.repeat(3000);
  expect(await send({ ...outage, title, fields, paragraphs })).toEqual({ outcome: 'sent' });
  const short = Array.from({ length: 80 }, () => '|'.repeat(100));
  expect(await send({ ...outage, fields: [], paragraphs: short })).toEqual({ outcome: 'sent' });
});

test('without wait Discord would report nothing', async () => {
  const url = 'https://canary.discord.com/api/v8/webhooks/1234/secret-token?thread_id=77';
  expect(await send(outage, url)).toEqual({ outcome: 'sent' });
  expect((await services.received('discord')).map(({ status }) => status)).not.toContain(204);
});

test.each([
  ['rate_limited', { outcome: 'limited', retryAfterSec: 3, code: 'busy', reason: '429: You are being rate limited.' }],
  ['banned', { outcome: 'limited', retryAfterSec: 3, code: 'busy', reason: '429' }],
  ['gone', { outcome: 'stopped', code: 'target_not_found', reason: '404: Unknown Webhook (10015)' }],
  ['unauthorized', { outcome: 'stopped', code: 'unauthorized', reason: '401: Invalid Webhook Token (50027)' }],
  ['forbidden', { outcome: 'stopped', code: 'refused', reason: '403: Missing Permissions (50013)' }],
  [
    'forum',
    {
      outcome: 'stopped',
      code: 'refused',
      reason: '400: Webhooks posted to forum channels must have a thread_name or thread_id (220001)',
    },
  ],
  ['error', { outcome: 'failed', code: 'unreachable', reason: '500: 500: Internal Server Error' }],
])('%s', async (mode, result) => {
  await services.setMode({ service: 'discord', mode, retryAfterSec: 2.7, times: 1 });
  expect(await send()).toEqual(result);
});

test('a message that Discord rejects is not tried again', async () => {
  const link = { label: 'Open', url: `https://app.farwatch.test/${'a'.repeat(5000)}` };
  const reason = '400: Invalid Form Body (50035)';
  expect(await send({ ...outage, link })).toEqual({ outcome: 'rejected', code: 'message_rejected', reason });
});
