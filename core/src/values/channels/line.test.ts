import { expect, test } from 'vitest';
import { senderIdsIn } from './line.ts';

const id = (letter: string, digit: number) => `${letter}${String(digit).repeat(32)}`;
const event = (source: object, type = 'message') => ({ type, source });

test.each([
  ['a person', [event({ userId: id('U', 1) })], [id('U', 1)]],
  ['a group, not its member', [event({ groupId: id('C', 1), userId: id('U', 1) })], [id('C', 1)]],
  ['the newest first, each once', [1, 2, 1].map((n) => event({ userId: id('U', n) })), [id('U', 1), id('U', 2)]],
  ['no user who has left', [event({ userId: id('U', 1) }, 'unfollow'), event({ groupId: id('C', 1) }, 'leave')], []],
  ['no user in events without a source', [event({ userId: 'x' }), {}, null], []],
])('senders are %s', (_, events, expected) => {
  expect(senderIdsIn({ events })).toEqual(expected);
});

test('a body without events has no senders', () => {
  expect(senderIdsIn('{}')).toEqual([]);
});
