import { z } from 'zod';
import { named } from '../api-name.ts';
import { freeTextSchema } from '../fields.ts';
import { channelType } from './channel-type.ts';
import { maskSecret, resolveSecret } from './secret.ts';

/** The specified Telegram integration: a bot that sends messages to a chat. `verified`: a test message has arrived. */
export const telegramSettingsSchema = z.object({
  enabled: z.boolean(),
  botToken: named('bot_token', freeTextSchema.max(200)),
  chatId: named('chat_id', freeTextSchema.max(100)),
  verified: z.boolean(),
});

export type TelegramSettings = z.infer<typeof telegramSettingsSchema>;

/** A bot token or its mask. It becomes part of a URL, so only safe characters are allowed. */
const tokenInputSchema = z
  .string()
  .trim()
  .max(200)
  .regex(/^(•{8}[\w:-]{0,4}|[\w:-]*)$/, 'not a bot token');
/**
 * A chat id or name, with the topic of a group after a slash: `-1001234567890/42`. A link to the topic, or to a message in it,
 * is accepted, too: `https://t.me/c/1234567890/42`, `https://t.me/name/42`.
 */
const chatInputSchema = z
  .string()
  .trim()
  .max(100)
  .overwrite(chatOfLink)
  .regex(/^([\w@-]*|(-\d+|@\w+)\/\d{1,10})$/, 'not a chat id');

const TOPIC_LINK =
  /^(?:https?:\/\/)?(?:t|telegram)\.me\/(?:c\/(?<id>\d+)|(?<name>[A-Za-z]\w{3,}))(?:\/(?<topic>\d+))?(?:\/\d+)?\/?(?:\?.*)?$/;

function chatOfLink(text: string): string {
  const { id, name, topic } = TOPIC_LINK.exec(text)?.groups ?? {};
  const chat = id === undefined ? name && `@${name}` : `-100${id}`;
  if (chat === undefined) return text;
  return topic === undefined ? chat : `${chat}/${topic}`;
}

/** The topic that every group with topics has; messages to it name none (core.telegram.org/api/forum). */
const GENERAL_TOPIC = 1;

/** Returns the chat, and the topic in it, of a stored id. `topicId`: undefined for none. */
export function telegramTarget(chatId: string): { chatId: string; topicId: number | undefined } {
  const [chat = '', topic] = chatId.split('/');
  const topicId = Number(topic ?? GENERAL_TOPIC);
  return { chatId: chat, topicId: topicId === GENERAL_TOPIC ? undefined : topicId };
}

export const telegramInputSchema = z.object({
  botToken: named('bot_token', tokenInputSchema.min(1)),
  chatId: named('chat_id', chatInputSchema.min(1)),
});

/** The specified settings in a request to save them. `verified` is ignored: only a test sets it. */
export const telegramSavedSchema = telegramSettingsSchema.extend({
  botToken: named('bot_token', tokenInputSchema),
  chatId: named('chat_id', chatInputSchema),
  verified: z.boolean().default(false),
});

/** The settings of an owner who never set it up. */
export const NO_TELEGRAM: TelegramSettings = { enabled: false, botToken: '', chatId: '', verified: false };

/** The settings with the token masked. */
export function maskTelegram(stored: TelegramSettings): TelegramSettings {
  return { ...stored, botToken: maskSecret(stored.botToken) };
}

/** The settings after a save: a mask keeps its token, and another bot or chat is no longer verified. */
export function saveTelegram(input: z.output<typeof telegramSavedSchema>, stored: TelegramSettings): TelegramSettings {
  const { enabled, botToken: given, chatId } = input;
  const botToken = resolveSecret(given, stored.botToken);
  const isSame = botToken === stored.botToken && chatId === stored.chatId;
  return { enabled, botToken, chatId, verified: isSame && stored.verified };
}

/** The settings to test, stored if the test succeeds; null if a mask has no stored token. */
export function testedTelegram(
  { botToken: given, chatId }: z.output<typeof telegramInputSchema>,
  stored: TelegramSettings,
): TelegramSettings | null {
  const botToken = resolveSecret(given, stored.botToken);
  return botToken === '' ? null : { ...stored, botToken, chatId, verified: true };
}

/** A bot that sends messages to a chat. */
export const telegramType = channelType({
  settings: z.object({ botToken: telegramInputSchema.shape.botToken, chatId: telegramInputSchema.shape.chatId }),
  secrets: ['botToken'],
  verifiedBy: 'test',
});

/** A chat that a bot can write to. `id`: as entered in the settings. `title`: the name of the group or person. */
export const telegramChatSchema = z.object({
  id: z.string(),
  kind: z.enum(['private', 'group', 'channel']),
  title: z.string(),
});
type TelegramChat = z.infer<typeof telegramChatSchema>;

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
