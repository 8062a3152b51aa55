import type { Alert, Delivery } from '../../documents/alert.ts';
import type { NotificationSettings } from '../../documents/notification-settings.ts';
import {
  CHANNEL_NAMES,
  type ChannelFailureCode,
  type ChannelName,
  failureOf,
  readyChannels,
} from '../../values/channels/channels.ts';
import { SECOND_MS } from '../../values/time.ts';
import { afterFailure, type SendResult } from './backoff.ts';

/** The `lastError` of an alert that had nowhere to go. */
export const NO_CHANNEL_ENABLED = 'No channel is enabled';

/** Why an alert was not delivered. */
export type DeliveryFailure = ChannelFailureCode | 'off';

/** Reads an alert's last error, as the channel that had it understands it; null for none. */
export function deliveryFailure({
  lastError,
  lastErrorBy,
}: Pick<Alert, 'lastError' | 'lastErrorBy'>): DeliveryFailure | null {
  if (lastError === null) return null;
  const name = CHANNEL_NAMES.find((each) => each === lastErrorBy);
  return name === undefined ? 'off' : failureOf(name, lastError);
}

/** Stands for a channel where none is switched on. */
export const NO_CHANNEL = 'none';

/** A channel that an owner's alerts go out by. */
export type Outlet = ChannelName | typeof NO_CHANNEL;

/** The channels by which alerts go out with these settings. */
export function deliveryChannels(settings: NotificationSettings): Outlet[] {
  const ready = readyChannels(settings);
  return ready.length > 0 ? ready : [NO_CHANNEL];
}

/** An alert as it stands with one channel: one that another has tried is due there, and one that ended has ended. */
export function forChannel(outlet: Outlet, alert: Alert): Alert {
  const own = alert.channels[outlet];
  if (own && (own.state !== 'waiting' || alert.state === 'waiting')) return { ...alert, ...own };
  if (alert.state !== 'waiting' || Object.keys(alert.channels).length === 0) return { ...alert, attempts: 0 };
  return { ...alert, attempts: 0, triedAt: null, nextAt: null };
}

/** Whether some channel took it. */
export function isNotified({ state, channels }: Pick<Alert, 'state' | 'channels'>): boolean {
  return state === 'sent' || Object.values(channels).some((each) => each.state === 'sent');
}

/** How a waiting alert ends once all these channels are done with it: one that took it is enough. Null until then. */
export function endOf({ channels }: Pick<Alert, 'channels'>, outlets: readonly Outlet[]): EndState | null {
  const isWaiting = outlets.some((each) => (channels[each]?.state ?? 'waiting') === 'waiting');
  const found = Object.values(channels).map(({ state }) => state);
  return isWaiting ? null : (ENDS.find((each) => found.includes(each)) ?? null);
}

const ENDS = ['sent', 'silenced', 'dead'] as const;
export type EndState = (typeof ENDS)[number];

/** How the alert stands with a channel after it was tried there, the last of `attempts`. */
export function afterTry(result: SendResult, attempts: number, createdAtMs: number, nowMs: number): Delivery {
  const tried = { attempts, triedAt: nowMs, nextAt: null };
  switch (result.outcome) {
    case 'sent':
      return { ...tried, state: 'sent' };
    case 'refused':
      return { ...tried, state: 'dead' };
    case 'limited':
      return { ...tried, state: 'waiting', nextAt: nowMs + result.retryAfterSec * SECOND_MS };
    case 'failed':
      return { ...tried, ...afterFailure(attempts, createdAtMs, nowMs) };
  }
}
