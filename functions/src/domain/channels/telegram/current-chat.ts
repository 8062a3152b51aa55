import { TelegramApiError } from 'node-telegram-bot-api';

/** Calls with the chat's id, or with its new id: a group that becomes a supergroup gets a new one. */
export async function withCurrentChatId<T>(chatId: string, call: (chatId: string) => Promise<T>): Promise<T> {
  try {
    return await call(chatId);
  } catch (error) {
    const movedTo = error instanceof TelegramApiError ? error.migrateToChatId : undefined;
    if (movedTo === undefined) throw error;
    return call(String(movedTo));
  }
}
