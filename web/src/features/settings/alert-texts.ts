import { type Message, type MessageContent, SKIP_CODES, type SkipCode } from '@farwatch/core/documents/message';
import type { TFunction } from 'i18next';
import type { StatusLook } from '../../domain/status/status.tsx';

export const DELIVERY_LOOKS: Record<Message['state'], StatusLook> = { sent: 'up', failed: 'down', skipped: 'none' };

/** Formats the event of a message as a sentence. */
export function eventText({ kind, values }: Pick<MessageContent, 'kind' | 'values'>, t: TFunction): string {
  const { endpoint, agent, channel, count, locations } = values;
  const places = locations.map((code) => t(`locations.${code}`)).join(', ');
  return t(`notifications.alerts.${kind}`, { endpoint, agent, channel, count, places });
}

/** Explains why a message was not sent; null if it was, or without a known reason. */
export function whyText(
  { state, code, reason }: Pick<Message, 'state' | 'code' | 'reason'>,
  t: TFunction,
): string | null {
  if (state === 'sent') return null;
  if (code === null) return reason;
  return wasSkipped(code) ? t(`notifications.alerts.deliveries.${code}`) : t(`channels.failures.${code}`);
}

const NOT_SENT: readonly Message['code'][] = [...SKIP_CODES, 'channel_removed'];

function wasSkipped(code: NonNullable<Message['code']>): code is SkipCode | 'channel_removed' {
  return NOT_SENT.includes(code);
}
