import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { retryAfterSec } from '../../../platform/net/answer.ts';
import { type Answer, postJson } from '../../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult } from '../channel-sender.ts';
import { failed, limited, reasonOf, rejected, stopped, unavailable } from '../delivery.ts';
import { renderSlack } from './render.ts';

/** Sends a message by an incoming webhook. */
export const sendSlack: ChannelSender<ChannelSettingsOf<'slack'>> = async ({ webhookUrl }, message) => {
  try {
    return resultOf(await postJson(webhookUrl, renderSlack(message)));
  } catch (error) {
    return failed(error);
  }
};

/** Errors are a status and a code as plain text; pages of proxies, which may repeat the secret URL, are no codes. */
const ERROR_CODE = /^[a-z_]{1,80}$/;
const UNAUTHORIZED = ['invalid_token', 'token_revoked', 'account_inactive', 'invalid_auth'];
/** Those that come with status 400. */
const NOT_FOUND = ['user_not_found', 'no_active_hooks'];

/** docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, Handling errors. */
function resultOf(answer: Answer): DeliveryResult {
  const { status, headers, text } = answer;
  if (status === 200) return { outcome: 'sent' };
  const error = ERROR_CODE.exec(text.trim())?.[0] ?? '';
  const reason = reasonOf(answer, [], error);
  if (status === 429) return limited(reason, retryAfterSec(headers));
  if (UNAUTHORIZED.includes(error)) return stopped('unauthorized', reason);
  if (NOT_FOUND.includes(error) || status === 404 || status === 410) return stopped('target_not_found', reason);
  if (status === 401 || status === 403) return stopped('refused', reason);
  return status >= 400 && status < 500 ? rejected(reason) : unavailable(reason);
}
