import type { SendResult } from '@farwatch/core/decisions/alerts/backoff';
import {
  type DeliveryChannel,
  finalState,
  isNotified,
  NO_CHANNEL,
  nextDelivery,
} from '@farwatch/core/decisions/alerts/delivery';
import type { Alert, Delivery, DropReason } from '@farwatch/core/documents/alert';
import type { MessageContent } from '@farwatch/core/documents/message';
import { alerts } from '../db/collections.ts';
import { closeAlert } from './close-alert.ts';

/** One of the channels that an owner's alerts are sent through now, and all of them. */
export type ChannelScope = { channel: DeliveryChannel; allChannels: readonly DeliveryChannel[] };

/** The fields of an alert after its channel tried to send a message. `alert`: with its delivery by the channel. */
export function afterMessage(
  alert: Alert,
  content: MessageContent,
  result: SendResult,
  scope: ChannelScope,
  nowMs: number,
) {
  const delivery = nextDelivery(result, alert.attempts + 1, alert.createdAt, nowMs);
  const { attempts, triedAt } = delivery;
  const isSameKind = alert.kind === content.kind && !isNotified(alert);
  const sent = isSameKind ? { severity: content.severity, values: content.values } : {};
  const fields = { attempts, triedAt, ...sent, ...errorAfter(alert, result, scope.channel) };
  return afterDelivery(alert, delivery, fields, scope, nowMs);
}

/** The fields of an alert that its channel does not send. */
export function afterDrop(alert: Alert, dropReason: DropReason, scope: ChannelScope, nowMs: number) {
  const { attempts, triedAt } = alert;
  return afterDelivery(alert, { state: 'dropped', attempts, triedAt, nextAt: null }, { dropReason }, scope, nowMs);
}

function errorAfter({ lastErrorBy }: Alert, result: SendResult, channel: DeliveryChannel): Partial<Alert> {
  if (result.outcome !== 'sent') {
    return { lastError: result.reason, lastErrorBy: channel === NO_CHANNEL ? null : channel };
  }
  const { messageId } = result;
  return { ...(messageId !== null && { messageId }), ...(lastErrorBy === channel && { lastError: null }) };
}

/** The alert is closed with its last channel; if two finish at the same time, by the next sender that reads it. */
function afterDelivery(
  { channels }: Alert,
  delivery: Delivery,
  changes: Partial<Alert>,
  { channel, allChannels }: ChannelScope,
  nowMs: number,
) {
  const fields = { ...changes, [`channels.${channel}` as const]: delivery };
  const state = finalState({ channels: { ...channels, [channel]: delivery } }, allChannels);
  if (state !== null) return closeAlert(state, nowMs, fields);
  return alerts.toUpdate(delivery.state === 'waiting' ? { ...fields, nextAt: delivery.nextAt } : fields);
}
