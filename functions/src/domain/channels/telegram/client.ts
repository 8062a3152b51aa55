import { ALERT } from '@farwatch/core/values/limits';
import { Api } from 'node-telegram-bot-api';

/** The Bot API of Telegram, or of the local emulator. */
function apiRoot(): string {
  return process.env.TELEGRAM_API_ROOT || 'https://api.telegram.org';
}

/** A client without retries: the outbox retries. */
export function telegramApi(botToken: string, timeoutMs: number = ALERT.sendTimeoutMs): Api {
  return new Api(botToken, { apiRoot: apiRoot(), timeoutMs, maxRetries: 0 });
}
