import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contextAt } from '../../../testing/channels/context-at.ts';
import { sampleMessages } from '../../../testing/channels/sample-messages.ts';
import { sendTelegram } from './send.ts';

/** Every answer that the Bot API documents for sendMessage, or gives, and what is not its own. */

const { outage } = await sampleMessages('en');
const TOKEN = '123:secret-token';

type Answer = { status: number; body: unknown; headers?: Record<string, string> };
let answers: Answer[] = [];
let chats: string[] = [];
let server: Server;
const rootBefore = process.env.TELEGRAM_API_ROOT;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    chats.push(/chat_id"?[=:\s\r\n]+"?(-?\d+)/.exec(text)?.[1] ?? '');
    const { status, body, headers } = answers[Math.min(chats.length, answers.length) - 1] ?? { status: 500, body: '' };
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.TELEGRAM_API_ROOT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  if (rootBefore === undefined) delete process.env.TELEGRAM_API_ROOT;
  else process.env.TELEGRAM_API_ROOT = rootBefore;
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  chats = [];
});

const refusal = (status: number, description: string, parameters?: object): Answer => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});
const sent: Answer = {
  status: 200,
  body: { ok: true, result: { message_id: 1, date: 1, chat: { id: 1, type: 'group' } } },
};
const send = () => sendTelegram({ botToken: TOKEN, chatId: '-42' }, outage, contextAt(0));

test.each<[status: number, description: string, outcome: string, code: string]>([
  [400, 'Bad Request: chat not found', 'stopped', 'target_not_found'],
  [400, 'Bad Request: PEER_ID_INVALID', 'stopped', 'target_not_found'],
  [400, 'Bad Request: user not found', 'stopped', 'refused'],
  [400, 'Bad Request: message thread not found', 'stopped', 'refused'],
  [400, 'Bad Request: TOPIC_CLOSED', 'stopped', 'refused'],
  [400, 'Bad Request: TOPIC_DELETED', 'stopped', 'refused'],
  [400, 'Bad Request: not enough rights to send text messages to the chat', 'stopped', 'refused'],
  [400, 'Bad Request: have no rights to send a message', 'stopped', 'refused'],
  [400, 'Bad Request: need administrator rights in the channel chat', 'stopped', 'refused'],
  [400, 'Bad Request: CHAT_WRITE_FORBIDDEN', 'stopped', 'refused'],
  [400, 'Bad Request: CHAT_SEND_PLAIN_FORBIDDEN', 'stopped', 'refused'],
  [400, 'Bad Request: group chat was upgraded to a supergroup chat', 'stopped', 'refused'],
  [400, 'Bad Request: group chat was deactivated', 'stopped', 'refused'],
  [403, 'Forbidden: bot was blocked by the user', 'stopped', 'refused'],
  [403, 'Forbidden: bot was kicked from the group chat', 'stopped', 'refused'],
  [403, 'Forbidden: bot was kicked from the supergroup chat', 'stopped', 'refused'],
  [403, 'Forbidden: bot is not a member of the channel chat', 'stopped', 'refused'],
  [403, 'Forbidden: user is deactivated', 'stopped', 'refused'],
  [403, 'Forbidden: the group chat was deleted', 'stopped', 'refused'],
  [403, "Forbidden: bot can't initiate conversation with a user", 'stopped', 'refused'],
  [403, "Forbidden: bot can't send messages to bots", 'stopped', 'refused'],
  [401, 'Unauthorized', 'stopped', 'unauthorized'],
  [404, 'Not Found', 'stopped', 'unauthorized'],
  [400, 'Bad Request: message is too long', 'rejected', 'message_rejected'],
  [400, 'Bad Request: message text is empty', 'rejected', 'message_rejected'],
  [400, "Bad Request: can't parse entities: unsupported start tag", 'rejected', 'message_rejected'],
  [400, 'Bad Request: text must be encoded in UTF-8', 'rejected', 'message_rejected'],
  [400, 'Bad Request: BUTTON_URL_INVALID', 'rejected', 'message_rejected'],
  [400, 'Bad Request: inline keyboard button URL is invalid', 'rejected', 'message_rejected'],
  [400, 'Bad Request: something new', 'failed', 'refused'],
  [403, 'Forbidden: something new', 'failed', 'refused'],
  [409, 'Conflict: terminated by other getUpdates request', 'failed', 'refused'],
  [500, 'Internal Server Error', 'failed', 'unreachable'],
  [502, 'Bad Gateway', 'failed', 'unreachable'],
  [504, 'Gateway Timeout', 'failed', 'unreachable'],
])('%i %s: %s', async (status, description, outcome, code) => {
  answers = [refusal(status, description)];
  const result = await send();
  expect(result).toMatchObject({ outcome, code });
  expect(JSON.stringify(result)).not.toContain(TOKEN);
  expect(chats).toEqual(['-42']);
});

test('429: limited for the time that it names, or half a minute', async () => {
  answers = [refusal(429, 'Too Many Requests: retry after 75', { retry_after: 75 })];
  expect(await send()).toMatchObject({ outcome: 'limited', code: 'busy', retryAfterSec: 75 });
  answers = [refusal(429, 'Too Many Requests')];
  expect(await send()).toMatchObject({ outcome: 'limited', code: 'busy', retryAfterSec: 30 });
});

test('a group that became a supergroup is followed, once', async () => {
  const moved = refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
    migrate_to_chat_id: -1001234567890,
  });
  answers = [moved, sent];
  expect(await send()).toEqual({ outcome: 'sent' });
  expect(chats).toEqual(['-42', '-1001234567890']);
  chats = [];
  answers = [moved];
  expect(await send()).toMatchObject({ outcome: 'stopped', code: 'refused' });
  expect(chats).toHaveLength(2);
});

test.each([
  [200, '<html>Please log in</html>'],
  [302, '<html>Moved</html>'],
  [400, '<html>Bad Request</html>'],
  [401, '<html>Unauthorized</html>'],
  [403, '<html>Forbidden</html>'],
  [404, '<html>Not Found</html>'],
  [429, '<html>Too many requests</html>'],
  [502, '<html>Bad Gateway</html>'],
  [403, { message: 'Forbidden by policy' }],
  [404, { error: 'not found' }],
  [200, {}],
  [200, null],
])('what is not an answer of Telegram is tried again: %i %j', async (status, body) => {
  answers = [{ status, body }];
  expect(await send()).toMatchObject({ outcome: 'failed', code: 'unreachable' });
});
