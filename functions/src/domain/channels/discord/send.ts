import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { z } from 'zod';
import { parseAnswer, retryAfterSec } from '../../../platform/net/answer.ts';
import { type Answer, postJson } from '../../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult } from '../channel-sender.ts';
import { failed, limited, reasonOf, rejected, stopped, unavailable } from '../delivery.ts';
import { renderDiscord } from './render.ts';

/**
 * Sends a message by a webhook. Only with `wait` does Discord report a message that it does not store. The URL that
 * people copy has no version, which stands for an old one with other errors.
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
 * 401, 403 and 404 stop the channel: 10,000 of them in ten minutes, as of 429, block the server's address
 * (discord.com/developers/docs/topics/rate-limits, Invalid Request Limit).
 */
function resultOf(answer: Answer): DeliveryResult {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const { code, message } = parseAnswer(errorSchema, answer) ?? { code: 0, message: '' };
  const reason = reasonOf(answer, [], message && `${message}${code ? ` (${code})` : ''}`);
  if (status === 429) return limited(reason, retryAfterSec(headers));
  if (status === 401) return stopped('unauthorized', reason);
  if (status === 404) return stopped('target_not_found', reason);
  if (status === 403 || NEEDS_THREAD.includes(code)) return stopped('refused', reason);
  return status >= 400 && status < 500 ? rejected(reason) : unavailable(reason);
}
