import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { pushType } from '@farwatch/core/values/channels/push/push';
import { hasServiceWorker, registerWorker } from '../../../lib/browser/service-worker.ts';

export type PushSettings = ChannelSettingsOf<'push'>;

/**
 * Whether this browser can receive messages while the app is closed. `installFirst`: once the app is on the home screen,
 * as on iPhones.
 */
export type PushSupport = 'supported' | 'installFirst' | 'unsupported';

export function pushSupport(): PushSupport {
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (hasServiceWorker && canPush) return 'supported';
  return isAppleMobile(navigator) ? 'installFirst' : 'unsupported';
}

/** iPads call themselves Macs, which have no touch screens. */
function isAppleMobile({ userAgent, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/**
 * Subscribes this browser to messages by the installation's key (base64url), or returns its subscription. Throws if the
 * browser's push service refuses, and without permission for notifications.
 */
export async function subscribePush(publicKey: string): Promise<PushSettings> {
  await registerWorker(navigator.serviceWorker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && keyOf(known) !== publicKey) await known.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  return pushType.settings.parse({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
}

/** The key that a subscription is for, base64url; a browser has at most one subscription. */
function keyOf({ options }: PushSubscription): string | null {
  const bytes = options.applicationServerKey;
  if (!bytes) return null;
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
