import { z } from 'zod';

/** A chat that a bot can write to. `id`: as entered in the settings. `title`: the name of the group or person. */
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
const postSchema = z
  .object({ chat: chatSchema, migrate_to_chat_id: z.number().optional() })
  .optional()
  .catch(undefined);

/** The part of an update that names a chat (core.telegram.org/bots/api#update). */
const updateSchema = z.object({
  message: postSchema,
  edited_message: postSchema,
  channel_post: postSchema,
  edited_channel_post: postSchema,
  my_chat_member: z
    .object({ chat: chatSchema, new_chat_member: z.object({ status: z.string() }) })
    .optional()
    .catch(undefined),
});

const MAX_CHATS = 20;

/**
 * The chats of a bot's pending updates (`getUpdates` returns the oldest first): each once, the newest first. Chats that
 * removed the bot are excluded, and a group that became a supergroup has only its new id.
 */
export function chatsIn(updates: unknown): TelegramChat[] {
  const found = new Map<number, TelegramChat>();
  for (const update of Array.isArray(updates) ? updates : []) {
    const { data } = updateSchema.safeParse(update);
    if (!data) continue;
    const { my_chat_member: membership, ...rest } = data;
    const post = Object.values(rest).find((each) => each !== undefined);
    const chat = post?.chat ?? membership?.chat;
    if (!chat) continue;
    found.delete(chat.id);
    const wasRemoved = ['left', 'kicked'].includes(membership?.new_chat_member.status ?? '');
    if (!wasRemoved && post?.migrate_to_chat_id === undefined) found.set(chat.id, toTelegramChat(chat));
  }
  return [...found.values()].reverse().slice(0, MAX_CHATS);
}

function toTelegramChat({ id, type, title, first_name, last_name }: z.infer<typeof chatSchema>): TelegramChat {
  const name = title ?? [first_name, last_name].filter(Boolean).join(' ');
  return { id: String(id), kind: type === 'supergroup' ? 'group' : type, title: name || String(id) };
}
