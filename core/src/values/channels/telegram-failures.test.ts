import { expect, test } from 'vitest';
import { telegramFailure } from './telegram-failures.ts';

test.each([
  [401, 'Unauthorized', 'telegram_unauthorized'],
  [404, 'Not Found', 'telegram_unauthorized'],
  [400, 'Bad Request: chat not found', 'telegram_chat_not_found'],
  [400, 'Bad Request: chat_id is empty', 'telegram_chat_not_found'],
  [400, 'Bad Request: PEER_ID_INVALID', 'telegram_chat_not_found'],
  [400, 'Bad Request: not enough rights to send text messages to the chat', 'telegram_refused'],
  [403, 'Forbidden: bot was blocked by the user', 'telegram_refused'],
  [403, "Forbidden: bot can't initiate conversation with a user", 'telegram_refused'],
  [429, 'Too Many Requests: retry after 5', 'telegram_busy'],
  [409, "Conflict: can't use getUpdates method while webhook is active", 'telegram_taken'],
  [500, 'Internal Server Error', 'telegram_unreachable'],
  [502, 'Bad Gateway', 'telegram_unreachable'],
  [null, 'fetch failed', 'telegram_unreachable'],
])('%s %s is %s', (code, description, failure) => {
  expect(telegramFailure(code, description)).toBe(failure);
});
