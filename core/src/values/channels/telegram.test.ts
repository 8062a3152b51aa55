import { expect, test } from 'vitest';
import { chatsIn, telegramInputSchema, telegramTarget } from './telegram.ts';

const person = { id: 1001, type: 'private', first_name: 'Uma', last_name: 'Watcher', username: 'uma' };
const group = { id: -5, type: 'group', title: 'Operations' };
const superGroup = { id: -1_001_234, type: 'supergroup', title: 'Operations' };
const channel = { id: -1_009, type: 'channel', title: 'Status', username: 'status' };

const PERSON = { id: '1001', kind: 'private', title: 'Uma Watcher' };
const GROUP = { id: '-5', kind: 'group', title: 'Operations' };
const SUPER = { id: '-1001234', kind: 'group', title: 'Operations' };
const CHANNEL = { id: '-1009', kind: 'channel', title: 'Status' };

const joined = (chat: object, status: string) => ({ my_chat_member: { chat, new_chat_member: { status } } });

test.each<[string, object[], object[]]>([
  ['no updates', [], []],
  ['a person', [{ message: { chat: person, text: '/start' } }], [PERSON]],
  [
    'a person without a last name',
    [{ message: { chat: { ...person, last_name: undefined } } }],
    [{ ...PERSON, title: 'Uma' }],
  ],
  [
    'a chat without a name',
    [{ message: { chat: { id: 7, type: 'private' } } }],
    [{ id: '7', kind: 'private', title: '7' }],
  ],
  ['a group that the bot was added to', [joined(group, 'member')], [GROUP]],
  ['a channel', [{ channel_post: { chat: channel } }], [CHANNEL]],
  ['an edited message', [{ edited_message: { chat: group } }], [GROUP]],
  ['several, the newest first', [{ message: { chat: group } }, { message: { chat: person } }], [PERSON, GROUP]],
  [
    'a chat with two messages',
    [{ message: { chat: group } }, { message: { chat: person } }, { message: { chat: group } }],
    [GROUP, PERSON],
  ],
  ['a renamed group', [{ message: { chat: { ...group, title: 'Old' } } }, { message: { chat: group } }], [GROUP]],
  ['a chat that removed the bot', [{ message: { chat: group } }, joined(group, 'kicked')], []],
  ['a chat that the bot left and joined again', [joined(group, 'left'), joined(group, 'member')], [GROUP]],
  ['a person who blocked the bot', [{ message: { chat: person } }, joined(person, 'kicked')], []],
  [
    'a group that became a supergroup',
    [
      { message: { chat: group } },
      { message: { chat: group, migrate_to_chat_id: superGroup.id } },
      { message: { chat: superGroup } },
    ],
    [SUPER],
  ],
  ['updates without a chat', [{ inline_query: { id: '1' } }, { message: {} }, { message: { chat: { id: 'x' } } }], []],
])('%s', (_what, updates, chats) => {
  expect(chatsIn(updates.map((update, index) => ({ update_id: index, ...update })))).toEqual(chats);
});

test('ignores invalid updates', () => {
  expect(chatsIn(null)).toEqual([]);
  expect(chatsIn([null, 5, 'x', {}])).toEqual([]);
});

test('returns the newest 20 chats', () => {
  const updates = Array.from({ length: 60 }, (_, index) => ({ message: { chat: { ...group, id: -1 - index } } }));
  expect(
    chatsIn(updates)
      .map(({ id }) => id)
      .slice(0, 2),
  ).toEqual(['-60', '-59']);
  expect(chatsIn(updates)).toHaveLength(20);
});

test.each([
  ['https://t.me/c/1234567890/42', '-1001234567890/42', '-1001234567890', 42],
  ['t.me/c/1234567890/42/567', '-1001234567890/42', '-1001234567890', 42],
  ['https://t.me/acme_alerts/7?single', '@acme_alerts/7', '@acme_alerts', 7],
  ['https://t.me/acme_alerts', '@acme_alerts', '@acme_alerts', undefined],
  ['-1001234567890/1', '-1001234567890/1', '-1001234567890', undefined],
  ['-1001234567890', '-1001234567890', '-1001234567890', undefined],
  ['@acme', '@acme', '@acme', undefined],
])('%s is the chat %s', (given, stored, chatId, topicId) => {
  const { chatId: parsed } = telegramInputSchema.parse({ botToken: '1:a', chatId: given });
  expect(parsed).toBe(stored);
  expect(telegramTarget(parsed)).toEqual({ chatId, topicId });
});

test.each(['a/b', '-100/', '/42', 'https://farwatch.test/c/1/2', '-1/2/3'])('%s is no chat', (chatId) => {
  expect(telegramInputSchema.safeParse({ botToken: '1:a', chatId }).success).toBe(false);
});
