import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import webPush from 'web-push';
import { retryAfterSec } from '../../../platform/net/answer.ts';
import { type Answer, post } from '../../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult } from '../channel-sender.ts';
import { failed, limited, reasonOf, rejected, stopped, unavailable } from '../delivery.ts';
import { pushRequest } from './push-request.ts';
import { vapidKeys } from './vapid.ts';

type Settings = ChannelSettingsOf<'push'>;

/** Sends a message to a browser by its push service, encrypted for that browser (RFC 8030, 8291, 8292). */
export const sendPush: ChannelSender<Settings> = async (settings, message, { run, appUrl }) => {
  const { payload, options } = pushRequest(message);
  const vapidDetails = { subject: appUrl.replace(/^http:/, 'https:'), ...(await vapidKeys(run)) };
  const encrypted = encrypt(settings, payload, { ...options, vapidDetails });
  if (encrypted === null) return stopped('target_not_found', 'the key of the subscription is not valid');
  try {
    return resultOf(await post(settings.endpoint, encrypted), settings);
  } catch (error) {
    return failed(error);
  }
};

/** The request; null if the subscription's key is no point of the curve. */
function encrypt({ endpoint, p256dh, auth }: Settings, payload: string, options: webPush.RequestOptions) {
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options);
    return { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])), body };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY') return null;
    throw error;
  }
}

/** 404 and 410: the browser has ended the subscription; 400, 401 and 403: it is for another VAPID key. */
function resultOf(answer: Answer, { endpoint, p256dh, auth }: Settings): DeliveryResult {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const reason = reasonOf(answer, [endpoint, new URL(endpoint).pathname, p256dh, auth]);
  if (status === 404 || status === 410) return stopped('target_not_found', reason);
  if (status === 400 || status === 401 || status === 403) return stopped('unauthorized', reason);
  if (status === 429) return limited(reason, retryAfterSec(headers));
  return status >= 400 && status < 500 ? rejected(reason) : unavailable(reason);
}
