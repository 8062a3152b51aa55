import { afterEach, expect, test } from 'vitest';
import { contextAt } from '../../../testing/channels/context-at.ts';
import { sampleMessages } from '../../../testing/channels/sample-messages.ts';
import { messagesIn, setTelegramMode, topicsIn, useTelegram } from '../../../testing/telegram-chat.ts';
import { sendTelegram } from './send.ts';

useTelegram();
afterEach(() => setTelegramMode({ mode: 'ok' }));

const { outage } = await sampleMessages('en');
const { outage: chinese } = await sampleMessages('cn');
const send = (chatId: string, message = outage) =>
  sendTelegram({ botToken: '1:topics', chatId }, message, contextAt(0));

test.each([
  ['-1001234567890/42', 42],
  ['@acme/7', 7],
  ['-1001234567890/1', null],
  ['-1001234567890', null],
])('a message to %s is in the topic %j', async (chatId, topic) => {
  expect(await send(chatId)).toEqual({ outcome: 'sent' });
  expect((await topicsIn(chatId.split('/')[0] ?? '')).at(-1)).toBe(topic);
});

test('the first line names the monitor and the endpoint', async () => {
  for (const message of [outage, chinese]) expect(await send('-77', message)).toEqual({ outcome: 'sent' });
  const firstLines = (await messagesIn('-77')).map((text) => text.split('\n')[0]);
  expect(firstLines.slice(-2)).toEqual([
    '🔴 CRITICAL: Shops & <more> › Shop is down',
    '🔴 紧急：“Shops & <more> › Shop”发生故障',
  ]);
});

test('a topic that does not exist stops the channel', async () => {
  const result = { outcome: 'stopped', code: 'refused', reason: '400: Bad Request: message thread not found' };
  expect(await send('-5/42')).toEqual(result);
});
