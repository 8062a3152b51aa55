import { createHmac } from 'node:crypto';
import { webhookEventOf } from '@farwatch/core/texts/webhook-events';
import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { SECOND_MS } from '@farwatch/core/values/time';
import { type Answer, post } from '../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult } from './channel-sender.ts';
import { failed, reasonOf, rejected, stopped, tryLater } from './delivery.ts';

type Settings = ChannelSettingsOf<'webhook'>;

/** Posts a message as JSON, signed as Standard Webhooks specifies (docs/notifications.md, Webhooks). */
export const sendWebhook: ChannelSender<Settings> = async ({ url, secret }, message, { run, retiredSecret }) => {
  const body = JSON.stringify(webhookEventOf(message, run.nowMs));
  // Receivers refuse an old time, and a run takes minutes.
  const timestamp = Math.floor(Date.now() / SECOND_MS);
  const content = `${message.id}.${timestamp}.${body}`;
  const secrets = retiredSecret === null ? [secret] : [secret, retiredSecret];
  const headers = {
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((each) => sign(each, content)).join(' '),
  };
  try {
    return resultOf(await post(url, { headers, body }), secret);
  } catch (error) {
    return failed(error);
  }
};

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

/** What refuses a message for its content. Any other status may be another one once the server is repaired. */
const REJECTED: readonly number[] = [400, 413, 422];

function resultOf(answer: Answer, secret: string): DeliveryResult {
  const { status } = answer;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const reason = reasonOf(answer, [secret]);
  if (status === 410) return stopped('target_not_found', reason);
  return REJECTED.includes(status) ? rejected(reason) : tryLater(answer, reason);
}
