import { afterEach, expect, test } from 'vitest';
import { contextAt } from '../../../testing/channels/context-at.ts';
import { sampleMessages } from '../../../testing/channels/sample-messages.ts';
import { setTelegramMode, topicsIn, useTelegram } from '../../../testing/telegram-chat.ts';
import { sendTelegram } from './send.ts';

useTelegram();
afterEach(() => setTelegramMode({ mode: 'ok' }));

const { outage } = await sampleMessages('en');
const send = (chatId: string) => sendTelegram({ botToken: '1:topics', chatId }, outage, contextAt(0));

test.each([
  ['-1001234567890/42', 42],
  ['@acme/7', 7],
  ['-1001234567890/1', null],
  ['-1001234567890', null],
])('a message to %s is in the topic %j', async (chatId, topic) => {
  expect(await send(chatId)).toEqual({ outcome: 'sent' });
  expect((await topicsIn(chatId.split('/')[0] ?? '')).at(-1)).toBe(topic);
});

test('a topic that does not exist stops the channel', async () => {
  const result = { outcome: 'stopped', code: 'refused', reason: '400: Bad Request: message thread not found' };
  expect(await send('-5/42')).toEqual(result);
});
