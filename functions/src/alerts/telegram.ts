import type { SendResult } from '@farwatch/core/alerts/backoff';
import { ALERT } from '@farwatch/core/limits';
import { Api, TelegramApiError } from 'node-telegram-bot-api';

/** The Bot API: Telegram's, or the local stand-in's. */
function apiRoot(): string {
  return process.env.TELEGRAM_API_ROOT || 'https://api.telegram.org';
}

/** A client that tries once and waits ten seconds at most: retrying is the outbox's job. */
export function telegram(botToken: string, timeoutMs: number = ALERT.sendTimeoutMs): Api {
  return new Api(botToken, { apiRoot: apiRoot(), timeoutMs, maxRetries: 0 });
}

/** Sends one message and returns the result; never throws. */
export async function sendMessage(botToken: string, chatId: string, text: string): Promise<SendResult> {
  try {
    const message = await telegram(botToken).sendMessage({
      chat_id: chatId,
      text,
      link_preview_options: { is_disabled: true },
    });
    return { outcome: 'sent', messageId: message.message_id };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): SendResult {
  if (!(error instanceof TelegramApiError))
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
  const { errorCode, description } = error;
  if (errorCode === 429) return { outcome: 'limited', retryAfterSec: error.retryAfter ?? 30 };
  const lasting = errorCode >= 400 && errorCode < 500;
  return { outcome: lasting ? 'refused' : 'failed', reason: `${errorCode}: ${description}` };
}
