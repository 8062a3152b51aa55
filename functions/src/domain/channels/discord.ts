import type { MessageTone, OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { z } from 'zod';
import { parseAnswer } from '../../platform/net/answer.ts';
import { type Answer, postJson } from '../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult } from './channel-sender.ts';
import { accepted, failed, reasonOf, rejected, stopped, tryLater } from './delivery.ts';
import { escapeWithin, isWebUrl, joinWithin } from './fit.ts';

/**
 * Sends a message by a webhook. Only with `wait` does Discord report a message that it does not store. The URL that
 * people copy has no version, which means an old one with other errors.
 */
export const sendDiscord: ChannelSender<ChannelSettingsOf<'discord'>> = async ({ webhookUrl }, message) => {
  try {
    const url = new URL(webhookUrl);
    url.pathname = url.pathname.replace(/^\/api\/(v\d+\/)?/, '/api/v10/');
    url.searchParams.set('wait', 'true');
    return resultOf(await postJson(url.href, renderDiscord(message)));
  } catch (error) {
    return failed(error);
  }
};

/** discord.com/developers/docs/reference#error-messages */
const errorSchema = z.object({
  code: z.number().default(0).catch(0),
  message: z.string().default('').catch(''),
});

/** A webhook of a forum channel posts only with a thread, which is part of its URL. */
const NEEDS_THREAD = [220001, 220002, 220003];

/**
 * Discord's own 401, 403 and 404, which have a code, stop the channel: 10,000 of them in ten minutes, as of 429, block the
 * server's address (discord.com/developers/docs/topics/rate-limits, Invalid Request Limit). A page of Cloudflare has none.
 */
function resultOf(answer: Answer): DeliveryResult {
  const { status } = answer;
  if (status >= 200 && status < 300) return accepted(answer);
  const { code, message } = parseAnswer(errorSchema, answer) ?? { code: 0, message: '' };
  const reason = reasonOf(answer, [], message && `${message}${code ? ` (${code})` : ''}`);
  if (code === 0 || status === 429 || status >= 500) return tryLater(answer, reason);
  if (status === 401) return stopped('unauthorized', reason);
  if (status === 404) return stopped('target_not_found', reason);
  if (status === 403 || NEEDS_THREAD.includes(code)) return stopped('refused', reason);
  return rejected(reason);
}

/**
 * The limits of texts, of embeds, and of all embeds together
 * (discord.com/developers/docs/resources/message#embed-object).
 */
const MAX_CONTENT = 2000;
const MAX_DESCRIPTION = 4096;
const MAX_FIELD_NAME = 256;
const MAX_FIELD_VALUE = 1024;
const MAX_FIELDS = 25;
const MAX_EMBEDS = 10;
const MAX_ALL_EMBEDS = 6000;
/** The limit of the fields in all embeds, so that the longest URL and the link fit next to them. */
const MAX_ALL_FIELDS = 3000;
/** Values up to this length share a row. */
const MAX_INLINE = 40;

const COLORS: Record<MessageTone, number> = {
  down: 0xdc2626,
  partial: 0xea580c,
  recovered: 0x16a34a,
  notice: 0x6b7280,
};

type Field = { name: string; value: string; inline: boolean };
type Embed = { color: number; description?: string; fields?: Field[] };
/** `allowed_mentions`: a name such as @everyone mentions no member. */
type DiscordPayload = { content: string; embeds: Embed[]; allowed_mentions: { parse: [] } };

/** The body of a webhook. The title is the content, which also shows where a person has switched embeds off. */
export function renderDiscord(message: OutgoingMessage): DiscordPayload {
  const color = COLORS[message.tone];
  const fields = fieldsOf(message);
  const texts = descriptionsOf(message, MAX_ALL_EMBEDS - lengthOf(fields));
  const embeds: Embed[] = texts.map((description) => ({ color, description }));
  const last = embeds.at(-1);
  if (last && fields.length > 0) last.fields = fields;
  else if (fields.length > 0) embeds.push({ color, fields });
  const content = `**${escapeWithin(message.title, MAX_CONTENT - 4, escapeMarkdown)}**`;
  return { content, embeds, allowed_mentions: { parse: [] } };
}

function fieldsOf({ fields }: OutgoingMessage): Field[] {
  const shown = fields.slice(0, MAX_FIELDS);
  const each = Math.floor(MAX_ALL_FIELDS / Math.max(1, shown.length));
  return shown.map(({ label, value }) => {
    const name = escapeWithin(label, Math.min(MAX_FIELD_NAME, Math.floor(each / 2)), escapeMarkdown);
    const most = Math.min(MAX_FIELD_VALUE, each - name.length);
    return { name, value: escapeWithin(value, most, escapeMarkdown), inline: value.length <= MAX_INLINE };
  });
}

function lengthOf(fields: readonly Field[]): number {
  return fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
}

/** The lines below the title, with the link at the end. Lines that do not fit into `most` units are left out. */
function descriptionsOf({ paragraphs, lineUrls, url, link }: OutgoingMessage, most: number): string[] {
  const end = link ? [`[${escapeMarkdown(link.label)}](${link.url})`] : [];
  let left = most - end.reduce((sum, line) => sum + line.length + 1, 0);
  const plain = paragraphs.map((line) => escapeWithin(line, MAX_DESCRIPTION, escapeMarkdown));
  const linked = plain.map((line, index) => (lineUrls?.[index] ? `[${line}](${lineUrls[index]})` : line));
  const isFitting = linked.every((line) => line.length <= MAX_DESCRIPTION) && linked.join('\n').length < left;
  const lines = isFitting ? linked : plain;
  if (url) lines.push(isWebUrl(url) ? `<${url}>` : escapeWithin(url, MAX_DESCRIPTION, escapeMarkdown));
  const shown = lines.filter((line) => {
    left -= line.length + 1;
    return left >= 0;
  });
  return joinWithin([...shown, ...end], MAX_DESCRIPTION).slice(0, MAX_EMBEDS);
}

/**
 * What starts markup, a mention, a spoiler, a link, an emoji or, at the start, a heading or a list. A backslash before it is not
 * shown (support.discord.com, Markdown Text 101).
 */
const MARKUP = /[\\*_~`|<>[\]@]|:(?=\/\/|[\w+-]+:)|^[-+#]|(?<=^\d{1,9})\./g;

function escapeMarkdown(text: string): string {
  return text.replace(MARKUP, '\\$&');
}
