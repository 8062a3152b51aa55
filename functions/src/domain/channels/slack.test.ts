import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { expect, test } from 'vitest';
import { useChannelServices } from '../../testing/channels/channel-services.ts';
import { contextAt } from '../../testing/channels/context-at.ts';
import { sampleMessages } from '../../testing/channels/sample-messages.ts';
import { renderSlack, sendSlack } from './slack.ts';

const WEBHOOK_URL = 'https://hooks.slack.com/services/T000/B000/secret';

const services = useChannelServices();
const { outage, digest, longest, test: testMessage } = await sampleMessages('en');
const send = (message = outage, webhookUrl = WEBHOOK_URL) => sendSlack({ webhookUrl }, message, contextAt(0));

const text = (text: string) => ({ type: 'mrkdwn', text, verbatim: true });
const section = (content: string) => ({ type: 'section', text: text(content), expand: true });

test('an outage arrives with its URL, values and link', async () => {
  expect(await send()).toEqual({ outcome: 'sent' });
  const [request] = await services.received('slack');
  const url = 'https://shop.farwatch.test/a_b?x=1&amp;y=2';
  expect(request?.request).toEqual({
    text: '🔴 CRITICAL: Shops &amp; &lt;more&gt; › Shop is down',
    blocks: [
      section(`*🔴 CRITICAL: Shops &amp; &lt;more&gt; › Shop is down*\n<${url}|${url}>`),
      {
        type: 'section',
        fields: [
          text('*Monitor*\nShops &amp; &lt;more&gt;'),
          text('*Locations*\nTaiwan, Thailand'),
          text('*Reason*\nThe server answered with status 503'),
          text('*Since*\n2026-11-20 12:30 UTC'),
        ],
      },
      section('<https://app.farwatch.test/incidents/i?token=t_1|Open incident>'),
    ],
  });
});

test.each(LANGUAGE_CODES)('every message is accepted, %s', async (language) => {
  for (const message of Object.values(await sampleMessages(language))) {
    expect(await send(message)).toEqual({ outcome: 'sent' });
  }
});

test('names mention no user and start no markup', () => {
  const payload = renderSlack({ ...testMessage, title: '*a* _b_ a_b <!channel> & `c`' });
  const escaped = '\u034F*a* \u034F_b_ a_b &lt;!channel&gt; &amp; \u034F`c`';
  expect(payload).toEqual({ text: escaped, blocks: [section(`*${escaped}*`)] });
});

test.each([
  ['deploy :x: done', 'deploy :\u034Fx: done'],
  [':+1::tada:', ':\u034F+1::\u034Ftada:'],
  ['> quoted', '\u034F&gt; quoted'],
  ['at 12:30 UTC', 'at 12:30 UTC'],
  ['<@U123> <#C1> <!here>', '&lt;@U123&gt; &lt;#C1&gt; &lt;!here&gt;'],
])('%s is shown as it is written', (title, expected) => {
  expect(renderSlack({ ...testMessage, title }).text).toBe(expected);
});

test('a digest has all its lines', () => {
  const lines = renderSlack(digest).blocks.flatMap((block) => ('text' in block ? block.text.text.split('\n') : []));
  expect(lines.filter((line) => line.includes('is down (2026-11-20 12:30 UTC)'))).toHaveLength(25);
});

test('texts of any length fit', async () => {
  const fields = Array.from({ length: 12 }, () => ({ label: '*'.repeat(3000), value: '&'.repeat(3000) }));
  const paragraphs = Array.from({ length: 40 }, () => '<'.repeat(3000));
  const title = '&'.repeat(3000);
  expect(await send({ ...outage, title, fields, paragraphs })).toEqual({ outcome: 'sent' });
  const many = [...paragraphs, ...paragraphs];
  expect(await send({ ...outage, paragraphs: many })).toEqual({ outcome: 'sent' });
});

test('the longest URL is a link', () => {
  expect(JSON.stringify(renderSlack(longest).blocks)).toContain(`<${longest.url}|`);
});

test.each([
  ['rate_limited', { outcome: 'limited', retryAfterSec: 7, code: 'busy', reason: '429: rate_limited' }],
  ['gone', { outcome: 'stopped', code: 'target_not_found', reason: '404: no_service' }],
  ['archived', { outcome: 'stopped', code: 'target_not_found', reason: '410: channel_is_archived' }],
  ['prohibited', { outcome: 'stopped', code: 'refused', reason: '403: action_prohibited' }],
  ['deactivated', { outcome: 'stopped', code: 'unauthorized', reason: '400: invalid_token' }],
  ['no_user', { outcome: 'stopped', code: 'target_not_found', reason: '400: user_not_found' }],
  ['error', { outcome: 'failed', code: 'unreachable', reason: '500: rollup_error' }],
])('%s', async (mode, result) => {
  await services.setMode({ service: 'slack', mode, retryAfterSec: 7, times: 1 });
  expect(await send()).toEqual(result);
});

test('a message that Slack rejects is not tried again', async () => {
  const reason = '400: invalid_blocks';
  const link = { label: 'Open', url: `https://app.farwatch.test/${'a'.repeat(3000)}` };
  expect(await send({ ...outage, link })).toEqual({ outcome: 'rejected', code: 'message_rejected', reason });
});
