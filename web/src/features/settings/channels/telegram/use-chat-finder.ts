import { notificationCalls, type TelegramChats } from '@farwatch/core/api/notifications';
import { useRef, useState } from 'react';
import { callApi } from '../../../../lib/api/client.ts';
import type { Outcome } from '../../outcome.tsx';

/** `filled`: the only chat that was found was taken at once. */
type Search = { searching: boolean; found: TelegramChats | null; filled: boolean; outcome: Outcome };

const NONE: Search = { searching: false, found: null, filled: false, outcome: null };

/** The search for a bot's chats through the server. `onOnly` is given the chat's id where there is one alone, and says whether it was taken. */
export function useChatFinder(onOnly: (chatId: string) => boolean) {
  const [state, setState] = useState(NONE);
  // What comes for a token that was replaced meanwhile, or fails for it, is of another bot.
  const asked = useRef(0);

  async function search(botToken: string) {
    asked.current += 1;
    const mine = asked.current;
    setState({ ...NONE, searching: true });
    const ended = await chatsOf(botToken);
    if (mine !== asked.current) return;
    const [first, ...others] = ended.found?.chats ?? [];
    const filled = first !== undefined && others.length === 0 && onOnly(first.id);
    setState({ ...NONE, ...ended, filled });
  }

  function forget() {
    asked.current += 1;
    setState(NONE);
  }

  return { ...state, search: (botToken: string) => void search(botToken), forget };
}

async function chatsOf(botToken: string): Promise<Partial<Search>> {
  try {
    return { found: await callApi(notificationCalls.findChats, { body: { bot_token: botToken } }) };
  } catch (why) {
    return { outcome: { failed: 'notifications.find.failed', why } };
  }
}
