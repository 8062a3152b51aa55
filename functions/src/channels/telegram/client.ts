import { ALERT } from '@farwatch/core/values/limits';
import { Api } from 'node-telegram-bot-api';

/** The Bot API: Telegram's, or the local stand-in's. */
function apiRoot(): string {
  return process.env.TELEGRAM_API_ROOT || 'https://api.telegram.org';
}

/** A client that tries once and waits ten seconds at most: retrying is the outbox's job. */
export function telegramApi(botToken: string, timeoutMs: number = ALERT.sendTimeoutMs): Api {
  return new Api(botToken, { apiRoot: apiRoot(), timeoutMs, maxRetries: 0 });
}
