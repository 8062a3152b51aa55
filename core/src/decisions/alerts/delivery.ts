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
import { planRetry, type SendResult } from './backoff.ts';

/** The `lastError` of an alert for an owner without a ready channel. */
export const NO_CHANNEL_ENABLED = 'No channel is enabled';

/** Why an alert was not delivered. */
export type DeliveryFailure = ChannelFailureCode | 'off';

/** The failure that an alert's last error means for its channel; null without an error. */
export function deliveryFailure({
  lastError,
  lastErrorBy,
}: Pick<Alert, 'lastError' | 'lastErrorBy'>): DeliveryFailure | null {
  if (lastError === null) return null;
  const name = CHANNEL_NAMES.find((each) => each === lastErrorBy);
  return name === undefined ? 'off' : failureOf(name, lastError);
}

/** Takes the place of a channel if none is ready. */
export const NO_CHANNEL = 'none';

export type DeliveryChannel = ChannelName | typeof NO_CHANNEL;

/** The channels that alerts are sent through with these settings. */
export function deliveryChannels(settings: NotificationSettings): DeliveryChannel[] {
  const ready = readyChannels(settings);
  return ready.length > 0 ? ready : [NO_CHANNEL];
}

/** The alert with its delivery by one channel; due for a channel that has not tried it, unless it is finished. */
export function forChannel(channel: DeliveryChannel, alert: Alert): Alert {
  const own = alert.channels[channel];
  if (own && (own.state !== 'waiting' || alert.state === 'waiting')) return { ...alert, ...own };
  if (alert.state !== 'waiting' || Object.keys(alert.channels).length === 0) return { ...alert, attempts: 0 };
  return { ...alert, attempts: 0, triedAt: null, nextAt: null };
}

/** Whether any channel has sent it. */
export function isNotified({ state, channels }: Pick<Alert, 'state' | 'channels'>): boolean {
  return state === 'sent' || Object.values(channels).some((each) => each.state === 'sent');
}

/** The final state of a waiting alert: sent if any channel has sent it. Null until all these channels are done. */
export function finalState(
  { channels }: Pick<Alert, 'channels'>,
  required: readonly DeliveryChannel[],
): FinalState | null {
  const isWaiting = required.some((each) => (channels[each]?.state ?? 'waiting') === 'waiting');
  const states = Object.values(channels).map(({ state }) => state);
  return isWaiting ? null : (FINAL_STATES.find((each) => states.includes(each)) ?? null);
}

const FINAL_STATES = ['sent', 'dropped', 'dead'] as const;
export type FinalState = (typeof FINAL_STATES)[number];

/** The delivery after the last of `attempts` by a channel. */
export function nextDelivery(result: SendResult, attempts: number, createdAtMs: number, nowMs: number): Delivery {
  const tried = { attempts, triedAt: nowMs, nextAt: null };
  switch (result.outcome) {
    case 'sent':
      return { ...tried, state: 'sent' };
    case 'refused':
      return { ...tried, state: 'dead' };
    case 'limited':
      return { ...tried, state: 'waiting', nextAt: nowMs + result.retryAfterSec * SECOND_MS };
    case 'failed':
      return { ...tried, ...planRetry(attempts, createdAtMs, nowMs) };
  }
}
