import { z } from 'zod';

/** A chat that a bot can write to. `id` as it is typed into the settings, `title` the group's or the person's name. */
export const telegramChatSchema = z.object({
  id: z.string(),
  kind: z.enum(['private', 'group', 'channel']),
  title: z.string(),
});
export type TelegramChat = z.infer<typeof telegramChatSchema>;

const chatSchema = z.object({
  id: z.number(),
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
});
const statementSchema = z
  .object({ chat: chatSchema, migrate_to_chat_id: z.number().optional() })
  .optional()
  .catch(undefined);

/** The part of an update that names a chat (core.telegram.org/bots/api#update). */
const updateSchema = z.object({
  message: statementSchema,
  edited_message: statementSchema,
  channel_post: statementSchema,
  edited_channel_post: statementSchema,
  my_chat_member: z
    .object({ chat: chatSchema, new_chat_member: z.object({ status: z.string() }) })
    .optional()
    .catch(undefined),
});

/** The most chats that are offered. */
const MOST = 20;

/**
 * The chats that a bot's pending updates come from (`getUpdates` gives the oldest first): each once, the latest first.
 * Chats that removed the bot are left out; a group that moved has only its new id.
 */
export function chatsIn(updates: unknown): TelegramChat[] {
  const found = new Map<number, TelegramChat>();
  for (const update of Array.isArray(updates) ? updates : []) {
    const { data } = updateSchema.safeParse(update);
    if (!data) continue;
    const { my_chat_member: membership, ...rest } = data;
    const said = Object.values(rest).find((each) => each !== undefined);
    const chat = said?.chat ?? membership?.chat;
    if (!chat) continue;
    found.delete(chat.id);
    const gone = ['left', 'kicked'].includes(membership?.new_chat_member.status ?? '');
    if (!gone && said?.migrate_to_chat_id === undefined) found.set(chat.id, shown(chat));
  }
  return [...found.values()].reverse().slice(0, MOST);
}

function shown({ id, type, title, first_name, last_name }: z.infer<typeof chatSchema>): TelegramChat {
  const name = title ?? [first_name, last_name].filter(Boolean).join(' ');
  return { id: String(id), kind: type === 'supergroup' ? 'group' : type, title: name || String(id) };
}
