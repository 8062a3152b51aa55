import { CHANNEL_NAMES, type ChannelFailureCode, type ChannelName, failureOf } from '../channels/channels.ts';
import type { Alert } from '../documents/alert.ts';
import type { SendResult } from './backoff.ts';

/** The `lastError` of an alert that had nowhere to go. */
export const SWITCHED_OFF = 'No channel is switched on';

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

/** What came of a message in one channel, or in all that it was sent by. */
export type ChannelResult = { channel: ChannelName | null; result: SendResult };

/** The graver comes first: while a channel may still take it, it is tried again; else one that took it is enough. */
const ORDER = ['limited', 'failed', 'sent', 'refused'] as const;

/** What is made of one message's results in several channels. Without any, none was switched on. */
export function combinedResult(results: readonly ChannelResult[]): ChannelResult {
  const [first] = ORDER.flatMap((outcome) => results.filter(({ result }) => result.outcome === outcome));
  return first ?? { channel: null, result: { outcome: 'refused', reason: SWITCHED_OFF } };
}
