import { standInAddress } from './stand-in-address.ts';

const root = () => standInAddress('FARWATCH_TELEGRAM');

type SentMessage = { message_id: number; chat_id: string; text: string; token: string; message_thread_id?: number };
export type TelegramMode = {
  mode: 'ok' | 'unauthorized' | 'chat_not_found' | 'blocked' | 'upgraded' | 'rate_limit' | 'error' | 'hang';
  retry_after?: number;
  times?: number;
  chat_id?: string;
};

/** Sets how the stand-in answers from now on. */
export async function setTelegramMode(mode: TelegramMode): Promise<void> {
  const response = await fetch(`${root()}/mode`, { method: 'POST', body: JSON.stringify(mode) });
  if (!response.ok) throw new Error(await response.text());
}

/** The messages in a chat, oldest first. */
export async function messagesIn(chatId: string): Promise<string[]> {
  const messages = (await (await fetch(`${root()}/messages`)).json()) as SentMessage[];
  return messages.filter((message) => message.chat_id === chatId).map((message) => message.text);
}

/** The topics of the messages in a chat, null for none, oldest first. */
export async function topicsIn(chatId: string): Promise<(number | null)[]> {
  const messages = (await (await fetch(`${root()}/messages`)).json()) as SentMessage[];
  return messages.filter((each) => each.chat_id === chatId).map((each) => each.message_thread_id ?? null);
}

/** Simulates a person who writes to a bot from a chat. */
export async function writeToBot(token: string, chatId: string): Promise<void> {
  const response = await fetch(`${root()}/write`, { method: 'POST', body: JSON.stringify({ token, chat_id: chatId }) });
  if (!response.ok) throw new Error(await response.text());
}

/** Calls the Bot API as another program that knows the token. */
export async function telegramCall(token: string, method: string, query = ''): Promise<void> {
  const response = await fetch(`${root()}/bot${token}/${method}?${query}`);
  if (!response.ok) throw new Error(await response.text());
}

/** Makes the code under test send to the stand-in. */
export function useTelegram(): void {
  process.env.TELEGRAM_API_ROOT = root();
}
