import { type TelegramChats, telegramChatsAnswerSchema } from '@farwatch/core/api/notifications';
import { useRef, useState } from 'react';
import { callApi } from '../../lib/api/client.ts';
import { useSave } from './use-save.ts';

const CHATS = '/v1/notifications/telegram/chats';

/** The search for a bot's chats through the server. `onOnly` gets the chat's id if there is only one. */
export function useChatFinder(onOnly: (chatId: string) => void) {
  const call = useSave('notifications.find.failed');
  const [found, setFound] = useState<TelegramChats | null>(null);
  // What comes for a token that was replaced meanwhile is of another bot.
  const asked = useRef(0);

  function search(botToken: string) {
    setFound(null);
    asked.current += 1;
    const mine = asked.current;
    void call.run(async () => {
      const answer = await callApi(CHATS, telegramChatsAnswerSchema, { method: 'POST', body: { bot_token: botToken } });
      if (mine !== asked.current) return null;
      setFound(answer);
      const [first, ...others] = answer.chats;
      if (first && others.length === 0) onOnly(first.id);
      return null;
    });
  }

  function forget() {
    asked.current += 1;
    setFound(null);
    call.forget();
  }

  return { found, searching: call.busy, outcome: call.outcome, search, forget };
}
