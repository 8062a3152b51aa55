import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { expect, test } from 'vitest';
import { useChannelServices } from '../../testing/channels/channel-services.ts';
import { contextAt } from '../../testing/channels/context-at.ts';
import { sampleMessages } from '../../testing/channels/sample-messages.ts';
import { renderTeams, sendTeams } from './teams.ts';

const HOST = 'https://default1.02.environment.api.powerplatform.com:443';
const PATH = '/powerautomate/automations/direct/workflows/w1/triggers/manual/paths/invoke';
const WEBHOOK_URL = `${HOST}${PATH}?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=secret`;

const services = useChannelServices();
const { outage, digest } = await sampleMessages('en');
const send = (message = outage, webhookUrl = WEBHOOK_URL) => sendTeams({ webhookUrl }, message, contextAt(0));

test('an outage arrives as a card with its URL, values and link', async () => {
  expect(await send()).toEqual({ outcome: 'sent' });
  const [request] = await services.received('teams');
  expect(request).toMatchObject({ status: 202, target: PATH });
  const line = (...inlines: object[]) => ({ type: 'RichTextBlock', spacing: 'Small', inlines });
  const run = (text: string) => ({ type: 'TextRun', text });
  const field = (label: string, value: string) => line({ ...run(`${label}\u2002`), weight: 'Bolder' }, run(value));
  const { url } = outage;
  const title = '🔴 CRITICAL: Shops & <more> › Shop is down';
  expect(request?.request).toMatchObject({
    attachments: [
      {
        content: {
          fallbackText: title,
          body: [
            {
              type: 'RichTextBlock',
              inlines: [{ ...run(title), weight: 'Bolder', size: 'Medium', color: 'Attention' }],
            },
            line({ ...run(url ?? ''), selectAction: { type: 'Action.OpenUrl', url } }),
            field('Monitor', 'Shops & <more>'),
            field('Locations', 'Taiwan, Thailand'),
            field('Reason', 'The server answered with status 503'),
            field('Since', '2026-11-20 12:30 UTC'),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open incident', url: outage.link?.url }],
        },
      },
    ],
  });
});

test.each(LANGUAGE_CODES)('every message is accepted and posted, %s', async (language) => {
  const before = (await services.received('teams')).length;
  const messages = Object.values(await sampleMessages(language));
  for (const message of messages) expect(await send(message)).toEqual({ outcome: 'sent' });
  const sent = (await services.received('teams')).slice(before);
  expect(sent.map(({ problem }) => problem)).toEqual(messages.map(() => undefined));
});

test('a digest has all its lines', () => {
  const [attachment] = renderTeams(digest).attachments;
  expect(attachment?.content.body).toHaveLength(1 + 25);
});

test('texts of any length in any script fit', async () => {
  const text = '商'.repeat(3000);
  const fields = Array.from({ length: 4 }, () => ({ label: '地点', value: text }));
  const url = `https://shop.farwatch.test/${'a'.repeat(2000)}`;
  const paragraphs = Array.from({ length: 40 }, () => text);
  expect(await send({ ...outage, title: text, url, fields, paragraphs })).toEqual({ outcome: 'sent' });
});

test('the stand-in shows a card that Teams would not post', async () => {
  const link = { label: 'Open', url: 'no URL' };
  expect(await send({ ...outage, link })).toEqual({ outcome: 'sent' });
  expect((await services.received('teams')).at(-1)?.problem).toContain('not posted');
  expect(await (await fetch(services.root())).text()).toContain('not posted');
});

test.each([
  ['rate_limited', { outcome: 'limited', retryAfterSec: 7, code: 'busy', reason: '429: Rate limit is exceeded.' }],
  ['gone', { outcome: 'stopped', code: 'target_not_found', reason: "404: The workflow 'w' could not be found." }],
  [
    'switched_off',
    {
      outcome: 'stopped',
      code: 'refused',
      reason: "400: Could not execute workflow 'w' trigger 'manual' with state 'Disabled'.",
    },
  ],
  [
    'forbidden',
    { outcome: 'stopped', code: 'refused', reason: '403: The client is not authorized to run this workflow.' },
  ],
  ['error', { outcome: 'failed', code: 'unreachable', reason: '502: The gateway did not receive a response.' }],
])('%s', async (mode, result) => {
  await services.setMode({ service: 'teams', mode, retryAfterSec: 7, times: 1 });
  expect(await send()).toEqual(result);
});

test.each([
  ['without its signature', outage, WEBHOOK_URL.replace('sig=secret', ''), 'stopped', 'unauthorized'],
  [
    'that is too large',
    { ...outage, link: { label: 'Open', url: `https://app.farwatch.test/${'a'.repeat(30_000)}` } },
    WEBHOOK_URL,
    'rejected',
    'message_rejected',
  ],
])('a request %s', async (_what, message, url, outcome, code) => {
  expect(await send(message, url)).toMatchObject({ outcome, code });
});
